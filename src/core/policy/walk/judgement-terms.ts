import type { ToolTable } from "../tools/tool-table.ts";
import type { Ground } from "../zones/judged-place.ts";
import type { Poison } from "./assignment-rules.ts";
import type { Budget } from "./budget.ts";

/** What a judgement rests on. */
export type Terms = {
  readonly ground: Ground;
  readonly tools: ToolTable;
  readonly strict?: boolean;
  readonly poison?: readonly Poison[];
  /** Shared with the judgement that guesses, so that guesses count. */
  readonly budget?: Budget;
};
