import { assertNever } from "../../core/base/assert-never.ts";
import type { RefusedBy } from "../../core/permission/approver.ts";
import type { Clearance } from "../../core/permission/gate.ts";
import type { Finding, Verdict } from "../../core/policy/verdict.ts";
import type { OwnMetadata } from "../metadata.ts";
import { fail, ok, type ToolResult } from "../tool.ts";
import type { Words } from "../words.ts";

type Denial = Omit<Extract<Clearance, { kind: "denied" }>, "kind">;

type Rendering = {
  readonly words: Words;
  readonly facts: OwnMetadata;
  /** Whether the user's own rules hold here. */
  readonly keepsRules?: boolean;
  /** What was refused: a command, where nothing is said. */
  readonly what?: string;
  /** What the user can do where no rule would allow it. */
  readonly wayOn?: string | undefined;
};

/** A command that may not run: why, which part, and what to do instead. */
export function renderDenial(
  { verdict, by, said = "", rules = [] }: Denial,
  { words, facts, keepsRules = false, what, wayOn }: Rendering,
): ToolResult {
  const serious = seriousOf(verdict);
  const metadata = { ...facts, ...verdictFacts(verdict), error_kind: "blocked" } as const;
  if (by === "policy") return fail(words.blocked(serious, what), metadata);
  const sentences = [words.refused(serious, whyRefused({ by, said }, words), what)];
  if (by !== "person")
    sentences.push(rules.length > 0 ? words.ruleToAllow(rules, keepsRules) : (wayOn ?? words.noRuleToAllow()));
  return fail(sentences.join("\n"), { ...metadata, refused_by: by });
}

function whyRefused({ by, said }: { readonly by: RefusedBy; readonly said: string }, words: Words): string {
  switch (by) {
    case "person":
      return words.personRefused(said);
    case "unanswered":
      return words.unanswered(said);
    case "client":
      return words.clientDeclined(said);
    case "nobody":
      return words.noApprover(said);
    case "expired":
      return words.answeredTooLate();
    case "withdrawn":
      return words.questionWithdrawn();
    case "changed":
      return words.changedSince();
    default:
      return assertNever(by);
  }
}

/** The result of a dry run: nothing runs, and a denied command is refused as usual. */
export function renderDryRun(
  verdict: Verdict,
  { words, command, facts }: { readonly words: Words; readonly command: string; readonly facts: OwnMetadata },
): ToolResult {
  if (verdict.decision === "deny")
    return renderDenial({ verdict, by: "policy" }, { words, facts: { ...facts, dry_run: true } });
  return ok(words.dryRun(command, verdict.decision === "ask"), { ...facts, ...verdictFacts(verdict), dry_run: true });
}

const verdictFacts = ({ decision, findings, parts }: Verdict): OwnMetadata => ({ decision, findings, parts });

/** The findings with the decision of the verdict. */
const seriousOf = ({ decision, findings }: Verdict): readonly Finding[] =>
  findings.filter((finding) => finding.decision === decision);
