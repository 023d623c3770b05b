import type { Finding, Part } from "./verdict.ts";

/** Rules a user added. */
export type RuleSet = { readonly rules: readonly never[] };

/** What the user's rules make of the findings. */
export function applyRules(
  findings: readonly Finding[],
  _parts: readonly Part[],
  _command: string,
  _rules: RuleSet | undefined,
): readonly Finding[] {
  return findings;
}
