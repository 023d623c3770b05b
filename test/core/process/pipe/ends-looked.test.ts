import { endsLooked } from "../../../../src/core/process/pipe/ends-looked.ts";
import { pipeEndsContract } from "./pipe-ends.contract.ts";

pipeEndsContract(endsLooked);
