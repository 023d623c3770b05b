import { RULES, type RuleId } from "../rules/all-rules.ts";
import type { Attributed } from "../rules/user-rules.ts";
import { type Decision, type Finding, stricter } from "../verdict.ts";
import type { Origin } from "./walk-types.ts";

/** Enough to be read; a denial is still taken when questions have filled the list. */
const MAX_QUESTIONS = 60;
const MAX_FINDINGS = 120;

/** What the rules said so far: no finding twice, no endless list. */
export class FindingList {
  readonly #findings: Attributed[] = [];
  #by: number | undefined;
  #cause: Attributed["cause"] = "command";
  readonly #seen = new Set<string>();

  get all(): readonly Attributed[] {
    return this.#findings;
  }

  /** The command whose findings come next. */
  get command(): number | undefined {
    return this.#by;
  }

  about(id: number | undefined): void {
    this.#by = id;
  }

  /** Redirections and assignments are not the command's own doing: a permission for it does not cover them. */
  around<T>(work: () => T): T {
    const before = this.#cause;
    this.#cause = "surroundings";
    const result = work();
    this.#cause = before;
    return result;
  }

  report(id: RuleId, origin: Origin, detail?: string): void {
    const rule = RULES[id];
    const finding: Finding = {
      decision: rule.decision,
      rule: id,
      reason: detail === undefined ? rule.reason : `${rule.reason} (${detail.slice(0, 200)})`,
      part: origin.text.length > 400 ? `${origin.text.slice(0, 400)}…` : origin.text,
      span: origin.span,
      ...(rule.suggestion === undefined ? {} : { suggestion: rule.suggestion }),
    };
    this.add({ finding, by: this.#by, cause: this.#cause });
  }

  add(attributed: Attributed): void {
    const { finding, by, cause } = attributed;
    // A permission covers the command and not its redirections: neither may stand for the other.
    const key = `${finding.rule} ${finding.span[0]} ${finding.span[1]} ${by ?? ""} ${cause}`;
    const full = this.#findings.length >= (finding.decision === "deny" ? MAX_FINDINGS : MAX_QUESTIONS);
    if (full || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#findings.push(attributed);
  }

  /** Takes back the questions that were added since there were `count`. */
  dropQuestions(count: number): void {
    const denials = this.#findings.splice(count).filter(({ finding }) => finding.decision === "deny");
    this.#findings.push(...denials);
  }

  /** The strictest decision among those added since there were `count`. */
  worstSince(count: number): Decision {
    return this.#findings
      .slice(count)
      .reduce<Decision>((worst, { finding }) => stricter(worst, finding.decision), "allow");
  }
}
