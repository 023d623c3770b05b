import type { LimitName } from "../base/limits.ts";

/** How a process stopped. Exactly one of these, never a row of booleans. */
export type Ending =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signaled"; readonly signal: NodeJS.Signals; readonly exitCode: number }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "waiting-for-input"; readonly program: string }
  | { readonly kind: "limit"; readonly limit: LimitName; readonly exitCode: number };
