import type { GivenStdin } from "../policy/read/given-stdin.ts";
import type { UserRule } from "../policy/rules/user-rules.ts";
import { isOpenEnded } from "../policy/tools/open-ended.ts";
import type { Decision, Finding, Part, Verdict } from "../policy/verdict.ts";

/** A command that was asked about, and a way to judge it and others with more rules, in the same place. */
export type Asked = {
  readonly text: string;
  readonly cwd: string;
  readonly stdin?: GivenStdin | undefined;
  readonly verdict: Verdict;
  readonly decide: (text: string, rules: readonly UserRule[]) => Decision;
};

/**
 * Programs outside the wrapper and interpreter families that can also be told to run anything: "always" for one of them
 * would be "always" for everything.
 */
const ALSO_OPEN_ENDED = new Set(
  (
    "command exec eval builtin source . xargs gxargs parallel find gfind bfs fd fdfind ssh npx pnpx bunx uvx pipx uv sed make docker podman kubectl at crontab vi vim nvim " +
    "emacs git-bisect mise asdf poetry pipenv bundle nix-shell nix"
  ).split(" "),
);

/** Findings about text that the policy cannot know: the same text may mean something else next time. */
const FLEETING = /^(?:run-unknown|run-hidden|run-foreign|delete-unknown|write-unknown|unparsable|syntax|too-)/;

/** One simple command that was asked about, and the rules that asked. */
export type AskedPart = { readonly words: readonly [string, ...string[]]; readonly rules: readonly string[] };

/** The questions of a verdict. */
export const questionsOf = ({ findings }: Verdict): readonly Finding[] =>
  findings.filter((finding) => finding.decision === "ask");

/** Whether the answer can be kept for the session: only if the text would mean the same again. */
export const isRepeatable = (verdict: Verdict): boolean =>
  questionsOf(verdict).every((finding) => !FLEETING.test(finding.rule));

/** The commands that were asked about; undefined where the answer to one of the questions must not become a rule. */
export function askedParts(verdict: Verdict): readonly AskedPart[] | undefined {
  const questions = questionsOf(verdict);
  if (questions.length === 0 || !isRepeatable(verdict)) return undefined;
  const parts = new Map<string, AskedPart>();
  for (const finding of questions) {
    const words = knownWords(soleAskerOf(finding, verdict.parts));
    if (words === undefined) return undefined;
    const key = JSON.stringify(words);
    const rules = parts.get(key)?.rules ?? [];
    parts.set(key, { words, rules: [...new Set([...rules, finding.rule])] });
  }
  return [...parts.values()];
}

/** The one simple command that a finding is about; undefined when several share its span (a wrapper and what it ran). */
function soleAskerOf(finding: Finding, parts: readonly Part[]): Part | undefined {
  const there = parts.filter((part) => part.span[0] === finding.span[0] && part.span[1] === finding.span[1]);
  return there.length === 1 ? there[0] : undefined;
}

/** The words of a command whose name says what it does and whose words are all known. */
function knownWords(part: Part | undefined): AskedPart["words"] | undefined {
  const [name, ...rest] = part?.argv ?? [];
  if (name === undefined || name === null || rest.includes(null)) return undefined;
  const plain = name.split("/").at(-1) ?? name;
  if (isOpenEnded(plain) || ALSO_OPEN_ENDED.has(plain)) return undefined;
  return [name, ...rest.map((word) => word ?? "")];
}
