import type { Clearance } from "../../core/permission/gate.ts";
import type { Finding, Verdict } from "../../core/policy/verdict.ts";
import { fail, ok, type ToolMetadata, type ToolResult } from "../tool.ts";
import type { Words } from "../words.ts";

type Denial = Pick<Extract<Clearance, { kind: "denied" }>, "verdict" | "by" | "said">;

/** A command that may not run: why, which part, and what to do instead. */
export function renderDenial(
  { verdict, by, said = "" }: Denial,
  { words, facts }: { readonly words: Words; readonly facts: ToolMetadata },
): ToolResult {
  const serious = seriousOf(verdict);
  const why = by === "person" ? words.personRefused(said) : words.noApprover();
  const sentence = verdict.decision === "deny" ? words.blocked(serious) : words.refused(serious, why);
  return fail(sentence, { ...facts, ...verdictFacts(verdict), error_kind: "blocked" });
}

/** The result of a dry run: nothing runs, and a denied command is refused as usual. */
export function renderDryRun(
  verdict: Verdict,
  { words, command, facts }: { readonly words: Words; readonly command: string; readonly facts: ToolMetadata },
): ToolResult {
  if (verdict.decision === "deny")
    return renderDenial({ verdict, by: "policy" }, { words, facts: { ...facts, dry_run: true } });
  return ok(words.dryRun(command, verdict.decision === "ask"), { ...facts, ...verdictFacts(verdict), dry_run: true });
}

const verdictFacts = ({ decision, findings, parts }: Verdict): ToolMetadata => ({ decision, findings, parts });

/** The findings with the decision of the verdict. */
const seriousOf = ({ decision, findings }: Verdict): readonly Finding[] =>
  findings.filter((finding) => finding.decision === decision);
