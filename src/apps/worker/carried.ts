import { workerMain } from "./worker-main.ts";

// The whole of the file that is carried over to a machine.
void workerMain();
