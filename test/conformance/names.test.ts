import { expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { hasBash, randomFrom, runInBash, scale, seedOf } from "./real-bash.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
// Every command bash does not find is handed to this function with its words; nothing else can run.
const RECORDER =
  'command_not_found_handle() { local IFS=$\'\\x1f\'; printf "%s\\n" "$*" >> "$RECORD"; return 0; }; export -f command_not_found_handle';

/** Shapes in which a command can stand, one each. */
const SHAPES: readonly string[] = [
  "C",
  "C; C",
  "C && C || C",
  "C | C |& C",
  "C & C",
  "(C)",
  "{ C; }",
  "! C",
  "time C",
  "time -p C",
  "if C; then C; elif C; then C; else C; fi",
  "while C; do C; break; done",
  "until C; do C; done",
  "for i in 1 2; do C $i; done",
  "for ((i=0;i<2;i++)); do C $i; done",
  "case a in a) C;; b) C;; esac",
  "case $(C) in *) C;; esac",
  'f() { C "$1"; }; f z',
  "function g { C; }; g",
  "f() ( C ); f",
  "echo $(C)",
  "echo `C`",
  'echo "$(C `C`)"',
  'echo "`C \\`C\\``"',
  "x=$(C)",
  "x=(a $(C))",
  "a[$(C)]=1",
  "echo ${x:-$(C)}",
  "echo ${x:=`C`}",
  "echo ${x/$(C)/b}",
  "x=1; echo ${x:+$(C)}",
  "echo $(( $(C) + 1 ))",
  "(( $(C) + 1 ))",
  "let 'a[$(C)]=1'",
  "[[ $(C) ]]",
  "[[ -n $(C) && x == $(C) ]]",
  '[ "$(C)" ]',
  "test -v 'q[$(C)]'",
  "cat <(C) >(C)",
  ": < <(C)",
  "read x < <(C)",
  ": <<E\n$(C)\nE",
  ": <<-E\n\t`C`\n\tE",
  ": <<'E'\n$(nope)\nE\nC",
  ": <<< $(C)",
  "C > $(C)/dev/null",
  "C 2>&1 >/dev/null",
  "coproc C",
  "coproc X { C; }",
  "trap C EXIT",
  "trap 'C; C' EXIT",
  "eval C",
  "eval 'C; C'",
  'eval "$(printf C)"',
  "eval eval C",
  "c=C; $c",
  "c='C a b'; $c",
  'c=(C a); "${c[@]}"',
  'set -- C a; "$@"',
  "printf -v c C; $c",
  "read c <<< C; $c",
  "IFS=,; c=C,a; $c",
  "c=xC; ${c#x}",
  "c=Cx; ${c%x}",
  "p=c; c=C; ${!p}",
  "{C,a,b}",
  "C{,}",
  "$'C'",
  "\"C\" 'a b'",
  "\\C",
  "C\\\nC a",
  "exec C",
  "command C",
  "command -p C",
  "builtin eval C",
  "exec -a z C",
  "source /dev/stdin <<< C",
  ". /dev/stdin <<< 'C a'",
  "source <(printf C)",
  "alias k=C\nshopt -s expand_aliases\nk a",
  "export X=$(C)",
  "declare -a y=($(C))",
  "local_=`C`",
  "select i in $(C); do break; done",
  "for i in $(C) `C`; do :; done",
  "X=$(C) C",
  "X=1 C",
  "C <&- >&-",
  "{ C; } > /dev/null 2>&1",
  "(C; (C; (C)))",
  "$(printf C) a",
  "`printf C`",
  "${u-C} a",
  "${u:-C}",
  "x='a[$(C)]'; echo $((x))",
  "y='$(C)'; echo \"${y@P}\"",
  "mapfile -t m < <(C)",
  "C;# c\nC",
  "C \\\n  a \\\n  b",
  "if :; then\nC\nfi",
  "f() { C; }; trap f EXIT",
  "printf '%s' \"$(C)\" | while read -r l; do C $l; done",
  "C a'b'\"c\"$'d' e\\ f",
  "C ~ ~/x",
  "C {1..3} a{b,c}",
  "C $((1+2))",
  "a=1; C $a ${a}2",
  "unset 'z[$(C)]'",
  "[[ a -eq 'w[$(C)]' ]]",
  ": ${v:?$(C)}",
  "echo $[ $(C) ]",
];

const isKnownGap = (rule: string): boolean => /^(?:run-unknown|unparsable|syntax|run-decoded|too-)/.test(rule);

/** The letters bash chose for a process substitution are its own business, and so is the path of a program. */
const plain = (word: string, index: number): string =>
  index === 0 ? word.slice(word.lastIndexOf("/") + 1) : word.replace(/\/dev\/fd\/[\w-]+/g, "/dev/fd/N");

function isPart(argv: readonly (string | null)[], words: readonly string[]): boolean {
  if (argv.includes(null)) return argv[0] === null || plain(argv[0] ?? "", 0) === plain(words[0] ?? "", 0);
  return argv.map((word, index) => plain(word ?? "", index)).join("\x1f") === words.map(plain).join("\x1f");
}

/** Everything bash would run is among our parts word for word, or the verdict says that it cannot know. */
function missedIn(script: string, record: string): readonly string[] {
  const verdict = judge(script, PLACE);
  if (verdict.findings.some((finding) => finding.decision !== "allow" && isKnownGap(finding.rule))) return [];
  return (
    record
      .split("\n")
      // bash 5.2 prints `coproc x` in a substitution as `coproc COPROC x` and then looks for a program of that name.
      .filter((line) => line !== "" && !line.startsWith("COPROC"))
      .filter((line) => !verdict.parts.some((part) => isPart(part.argv, line.split("\x1f"))))
  );
}

const filled = (shape: string, names: () => string): string => shape.replaceAll(/(?<![A-Za-z_$])C(?![A-Za-z])/g, names);

test.skipIf(!hasBash)(
  "every shape in which a command can stand is found",
  () => {
    let next = 0;
    const scripts = SHAPES.map((shape) => filled(shape, () => `c${next++}`));
    const records = runInBash(scripts, { functions: RECORDER });
    const missed = scripts.flatMap((script, index) =>
      missedIn(script, records[index] ?? "").map(
        (line) => `${JSON.stringify(script)} ran ${line.replaceAll("\x1f", " ")}`,
      ),
    );
    const silent = scripts.filter((_, index) => records[index] === "");
    expect(missed).toEqual([]);
    // The oracle itself must have spoken for nearly all of them.
    expect(silent.length).toBeLessThanOrEqual(8);
  },
  120_000,
);

test.skipIf(!hasBash)(
  "shapes put into each other are found as well",
  () => {
    const random = randomFrom(seedOf("nested shapes"));
    const pick = (): string => SHAPES[Math.floor(random() * SHAPES.length)] ?? "C";
    let next = 0;
    const name = (): string => `c${next++}`;
    const scripts = Array.from({ length: Math.floor(300 * scale()) }, () => {
      const outer = pick();
      const inner = filled(pick(), name);
      const nested = /[\n'"`]/.test(inner)
        ? `${filled(outer, name)}\n${inner}`
        : outer.replace(/(?<![A-Za-z_$])C(?![A-Za-z])/, () => (random() < 0.5 ? `{ ${inner}; }` : inner));
      return filled(nested, name);
    });
    const records = runInBash(scripts, { functions: RECORDER });
    const missed = scripts.flatMap((script, index) =>
      missedIn(script, records[index] ?? "").map(
        (line) => `${JSON.stringify(script)} ran ${line.replaceAll("\x1f", " ")}`,
      ),
    );
    expect(missed).toEqual([]);
  },
  240_000,
);
