import type { Decision } from "../verdict.ts";

/** One thing the policy can say. Its examples are proven by a test: `caught` lines carry this rule, `fine` lines do not. */
export type Rule = {
  readonly decision: Decision;
  /** A sentence for a user or a model. */
  readonly reason: string;
  /** The one thing to do instead, or next. A test judges the commands in it. */
  readonly suggestion: string;
  readonly examples: { readonly caught: readonly [string, ...string[]]; readonly fine: readonly string[] };
};
