import { procTable } from "../../../../src/core/process/system/proc-table.ts";
import { processTableContract } from "./process-table.contract.ts";

processTableContract(procTable);
