import { expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import { bypassLines, hasCorpus, PLACE, peerLines } from "./shared-corpus.ts";

type Exception = { readonly about: RegExp; readonly because: string };

const WEIGHT: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** Techniques whose stand-in payload does nothing but create a file in /tmp or the workspace: harmless as they stand. */
const HARMLESS_STAND_IN =
  "the stand-in creates a file under /tmp or in the workspace, which is ordinary work; with a destructive payload the line is not allowed (tested above)";

/** Lines of bypass.jsonl that are allowed as written, by technique, with the reason. */
const BYPASS_EXCEPTIONS: readonly Exception[] = [
  {
    about:
      /valueless flag|\$\(\.\.\.\) inside double quotes|any bail-out limit|length cap \(10,000|line continuation splits|dispatch wrapper \(time\)|display truncation hides|validated per segment|ANSI-C hex quoting|leading backslash|assignment expansion|find executes|find -execdir|env wrapper with clean|builtin \+ eval|eval of decoded|source from stdin|source from process|function shadows|negation keyword|command in a condition|substitution in a for list|arithmetic command evaluates|single-quoted subscript|completion builtin|subcommand executes|fd exec|array subscript in|UI shows only the first|@P prompt expansion|octal-escaped backticks/,
    because: HARMLESS_STAND_IN,
  },
  {
    about:
      /dynamic redirect target|stage 1 of 2|find writes a file|clobber form|csh-style|combined redirect|named-fd redirect|awk file write|interpreter inline code|process substitution keeps/,
    because: "writes one file under /tmp or in the workspace",
  },
  {
    about:
      /background operator as separator|without word boundary|lone -- empties|format string emits|path-opening flag on a read-only|blocked program inside quotes/,
    because: "every part of the line only reads or prints",
  },
  {
    about: /CR is a separator to JS/,
    because: "bash takes the return for a letter: the line names one program that is not there",
  },
  { about: /environment runner executes/, because: "deletes the workspace's own build directory" },
  {
    about: /lifecycle scripts/,
    because: "installing the project's dependencies is ordinary work; the sandbox holds what they do",
  },
  {
    about:
      /job specs do not exist|exits the persistent shell|silences every later|grabs the controlling terminal|unbounded output/,
    because: "a matter of the session and of output limits, not of harm",
  },
  {
    about: /variable as program name|UNC path/,
    because: "a Windows form: in bash it names a program or a file that does not exist",
  },
];

/** Lines of peers.jsonl judged milder than that peer does, by its reason, with ours. */
const PEER_EXCEPTIONS: readonly Exception[] = [
  {
    about:
      /ForcedRm|nested env wrappers|9 wrappers exceed|variable indirection|wrapper with a non-forced|strictest segment wins/,
    because: "deletes one directory of its own under /tmp",
  },
  {
    about: /heredoc feeding an interpreter|heredoc with a redirect/,
    because: "prints a word, or writes one file under /tmp",
  },
  {
    about: /one unknown segment|first unmatched segment|unknown program|quoting makes it one program/,
    because: "unknown ordinary programs are allowed in standard mode (strict mode asks)",
  },
  {
    about: /-exec runs|-execdir runs|-ok runs|-okdir runs|-delete inside a script/,
    because: "works on files of the workspace that it names",
  },
  {
    about: /--output|-oFILE|search-zip|plain N,Mp|reads stdin|would hang|advisory locking|positive integer/,
    because: "reads, or writes one file in the workspace",
  },
  { about: /build scripts run code|network and mutation|four-argument form/, because: "everyday development" },
  { about: /subshell/, because: "parentheses change nothing about what runs" },
  {
    about: /repository config|cd into an untrusted|unsafe git option/,
    because: "git in the workspace is everyday work; what could run a helper is asked about by its option",
  },
  { about: /refuses to lower it/, because: "the parser here resolves what that one could not" },
  {
    about: /never offers 'always allow'/,
    because: "about remembering, not about running: always is not offered here either (gate.test.ts)",
  },
  {
    about: /chaining metacharacter|NOT chaining|'nice' is on|'time' is on/,
    because: "each part is judged by itself and is ordinary",
  },
  {
    about:
      /banned command|banned subcommand|global install|flag position|--user install|multi-word subcommand|go test -exec|= form of -exec|before the subcommand is still caught/,
    because: "asked about here rather than forbidden: a person may want it",
  },
  {
    about: /not blocked, still asks|ordinary clean-up|flags dry runs too/,
    because: "lists, cleans up in the workspace, or only pretends",
  },
  { about: /over-escaped model output/, because: "the whole text is one comment: nothing runs" },
];

const isExcused = (text: string, exceptions: readonly Exception[]): boolean =>
  exceptions.some(({ about }) => about.test(text));
const unused = (texts: readonly string[], exceptions: readonly Exception[]): readonly string[] =>
  exceptions.filter(({ about }) => !texts.some((text) => about.test(text))).map(({ because }) => because);

/** The stand-in of a technique replaced by something destructive. */
const withPayload = (command: string): string =>
  command
    .replaceAll(/touch\s+(?:\/tmp\/pwned|PWNED|echo)|touch (?=\/tmp)/g, "rm -rf /etc")
    .replaceAll("$'\\x74\\x6f\\x75\\x63\\x68' /tmp/pwned", "$'\\x72\\x6d' -rf /etc")
    .replaceAll("\\touch", "\\rm -rf /etc")
    .replaceAll(/(?<=[>&|w] ?)\/tmp\/(?:pwned|out\.log)/g, "/etc/passwd")
    .replaceAll("rm -rf build", "rm -rf /etc")
    .replaceAll(/(?<=& )ls$/g, "rm -rf /etc");

test.skipIf(!hasCorpus)("no known bypass carries a destructive payload through", () => {
  const tried = bypassLines()
    .map(({ command }) => ({ command, armed: withPayload(command) }))
    .filter(({ command, armed }) => armed !== command);
  expect(tried.length).toBeGreaterThan(50);
  expect(tried.filter(({ armed }) => judge(armed, PLACE).decision === "allow").map(({ armed }) => armed)).toEqual([]);
});

test.skipIf(!hasCorpus)("a known bypass is allowed as written only where it is harmless as it stands", () => {
  const allowed = bypassLines().filter(({ command }) => judge(command, PLACE).decision === "allow");
  expect(
    allowed
      .filter(({ technique }) => !isExcused(technique, BYPASS_EXCEPTIONS))
      .map(({ command }) => command.slice(0, 200)),
  ).toEqual([]);
  expect(
    unused(
      allowed.map(({ technique }) => technique),
      BYPASS_EXCEPTIONS,
    ),
  ).toEqual([]);
});

test.skipIf(!hasCorpus)("no line is judged milder than a peer judges it, but for ordinary work", () => {
  const milder = peerLines().filter(
    ({ command, expect: expected }) => WEIGHT[judge(command, PLACE).decision] < WEIGHT[expected],
  );
  expect(
    milder
      .filter(({ why }) => !isExcused(why, PEER_EXCEPTIONS))
      .map(({ command, expect: expected, why }) => `${expected}: ${command} (${why})`),
  ).toEqual([]);
  expect(
    unused(
      milder.map(({ why }) => why),
      PEER_EXCEPTIONS,
    ),
  ).toEqual([]);
});

test.skipIf(!hasCorpus)("what peers let run runs here too", () => {
  expect(
    peerLines()
      .filter(({ command, expect: expected }) => expected === "allow" && judge(command, PLACE).decision !== "allow")
      .map(({ command }) => command),
  ).toEqual([]);
});
