import type { Decision } from "../verdict.ts";

/** One thing the policy can say. Its examples are proven by a test: `caught` lines carry this rule, `fine` lines do not. */
export type Rule = {
  readonly decision: Decision;
  /** A sentence for a person or a model. */
  readonly reason: string;
  readonly suggestion?: string;
  /** Only naming this very rule loosens it; a wildcard does not. */
  readonly catastrophic?: true;
  readonly examples: { readonly caught: readonly [string, ...string[]]; readonly fine: readonly string[] };
};
