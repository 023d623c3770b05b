import type { Origin } from "./engine.ts";
import { RULES, type RuleId } from "./rules.ts";
import { type Decision, type Finding, stricter } from "./verdict.ts";

/** Enough for anybody to read; a denial is still taken when questions have filled the list. */
const MAX_QUESTIONS = 60;
const MAX_FINDINGS = 120;

/** What the rules said so far: no finding twice, no endless list. */
export class FindingList {
  readonly #findings: Finding[] = [];
  readonly #seen = new Set<string>();

  get all(): readonly Finding[] {
    return this.#findings;
  }

  report(id: RuleId, origin: Origin, detail?: string): void {
    const rule = RULES[id];
    this.add({
      decision: rule.decision,
      rule: id,
      reason: detail === undefined ? rule.reason : `${rule.reason} (${detail.slice(0, 200)})`,
      part: origin.text.length > 400 ? `${origin.text.slice(0, 400)}…` : origin.text,
      span: origin.span,
      ...(rule.suggestion === undefined ? {} : { suggestion: rule.suggestion }),
    });
  }

  add(finding: Finding): void {
    const key = `${finding.rule} ${finding.span[0]} ${finding.span[1]}`;
    const full = this.#findings.length >= (finding.decision === "deny" ? MAX_FINDINGS : MAX_QUESTIONS);
    if (full || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#findings.push(finding);
  }

  /** The strictest decision among those added since there were `count`. */
  worstSince(count: number): Decision {
    return this.#findings.slice(count).reduce<Decision>((worst, { decision }) => stricter(worst, decision), "allow");
  }
}
