import { hostEnvironment } from "../environment.ts";
import { procTable } from "./proc-table.ts";
import type { ProcessTable } from "./process-table.ts";
import { psTable } from "./ps-table.ts";

/** Linux has /proc. NACRE_PROCESS_TABLE=ps takes the other way there too, for tests; docs/platforms.md. */
export const thisTable: ProcessTable =
  process.platform === "linux" && hostEnvironment()["NACRE_PROCESS_TABLE"] !== "ps" ? procTable : psTable;
