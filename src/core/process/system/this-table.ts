import { HAS_PROC } from "./has-proc.ts";
import { procTable } from "./proc-table.ts";
import type { ProcessTable } from "./process-table.ts";
import { psTable } from "./ps-table.ts";

/** The table of this system. */
export const thisTable: ProcessTable = HAS_PROC ? procTable : psTable;
