import { psTable } from "../../../../src/core/process/system/ps-table.ts";
import { processTableContract } from "./process-table.contract.ts";

processTableContract(psTable);
