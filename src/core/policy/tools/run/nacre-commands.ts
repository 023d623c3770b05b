import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, runs, shell } from "../effect.ts";
import { readOptions } from "../options.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** nacre under the names by which an interpreter or a package manager starts it: a file, a package, a version of it. */
const NACRE = /(?:^|[/:])nacre(?:@[^/]*)?(?:\.[cm]?[jt]s)?$/;

/** Whether a program, a script or a package is nacre itself. */
export const isNacre = (name: Text): boolean => NACRE.test(name);

/** The call of nacre that stands in these words: `run nacre allow` of a package manager. */
export const nacreIn: Program = ({ args }) => [runs(["nacre", ...args.slice(args.findIndex(isNacre) + 1)])];

/** One word is a text for bash, several are a program and its arguments. */
const runsWords: Program = ({ args }): readonly Effect[] => {
  const { rest } = readOptions(args.slice(1), RUN, "first");
  const [text, ...more] = rest;
  if (text === undefined) return [];
  return [more.length === 0 ? shell(text) : runs(rest)];
};

/** What cannot be read may be an act of the user's. */
const hidesVerb: Program = ({ args: [verb = ""] }) => (isKnown(verb) ? [] : [acts("users-act")]);

/** Options of `nacre run` that take a value. */
const RUN =
  "--sandbox: --network: --workspace: --read: --write: --cache: --env: --on-partial: --ask: --policy: --rules: --visible-chars: --config: --state-dir: --timeout: --journal:";

/** nacre itself. What it decides by is the user's, whatever command says so. */
export const NACRE_COMMANDS: readonly Tool[] = family("everything", [
  tool("nacre nacre.js nacre.mjs nacre.cjs", {
    does: [
      { on: "allow deny answer token watch attach", is: "users-act" },
      { on: ["rules", "remove rm"], is: "users-act" },
      { on: "init", with: "--write --write=*", is: "users-act" },
      { on: "doctor", with: "--repair", is: "users-act" },
      { on: ["restore", "*"], is: "users-act" },
      { on: "try", with: "--keep --keep=* --discard --discard=* --undo", is: "users-act" },
      { on: "run", by: runsWords },
      { on: "mcp serve worker", is: "run-unknown-code" },
    ],
    also: [{ by: hidesVerb }],
    examples: {
      "users-act": [
        "nacre allow 'Bash(*)' --user",
        "nacre deny 'Bash(ls)'",
        "nacre answer question_1 once",
        "nacre token agent",
        "nacre watch",
        "nacre rules remove rule_1",
        "nacre init --write claude-code",
        "nacre doctor --workspace . --repair",
        "nacre restore snapshot_1",
        "nacre restore --quarantine x",
        "nacre try --keep -- make",
        "nacre try --keep try_1 src",
        "nacre try --undo",
        "nacre try --discard=try_1",
        "nacre run -- nacre allow x",
        "nacre run 'nacre allow x'",
        'nacre "$X" question_1 once',
      ],
      "run-unknown-code": ["nacre mcp --policy permissive"],
      "delete-vital": ["nacre run --sandbox none -- rm -rf /usr", "nacre run 'rm -rf /usr'"],
      fine: [
        "nacre check 'rm -rf /usr'",
        "nacre run -- npm test",
        "nacre rules",
        "nacre questions",
        "nacre restore",
        "nacre init",
        "nacre doctor",
        "nacre ps",
        "nacre try --list",
      ],
    },
  }),
]);
