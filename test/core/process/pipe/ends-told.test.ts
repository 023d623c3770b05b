import { endsTold } from "../../../../src/core/process/pipe/ends-told.ts";
import { pipeEndsContract } from "./pipe-ends.contract.ts";

pipeEndsContract(endsTold);
