import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Program } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { isListed } from "../word-list.ts";
import { GIT_FILES } from "./git-files.ts";
import { GIT_HISTORY } from "./git-history.ts";
import { GIT_REMOTES } from "./git-remotes.ts";
import { settingForOneCall } from "./git-settings.ts";

/** Options of git itself, before its command. */
const OPTIONS =
  "-c: -C: --git-dir: --work-tree: --namespace: --super-prefix: --attr-source: --config-env: --exec-path:";

/** Commands that change a repository, and how many arguments they need for it. */
const CHANGES =
  "commit add push pull merge rebase reset checkout switch restore clean cherry-pick revert apply am rm mv init gc filter-branch submodule worktree update-ref fetch";
const CHANGES_WITH_ARGUMENTS = new Map([
  ["branch", 1],
  ["tag", 1],
  ["stash", 1],
  ["config", 2],
]);

/** A command of git as it was called. */
type Command = { readonly name: Text; readonly args: readonly Text[]; readonly directory: Text | undefined };

/** What git does before its command: it takes settings for this call, may change the repository, and obeys the settings that it finds there. */
const gitItself: Program = (call) => {
  const options = readOptions(call.args, OPTIONS, "first");
  const [name = "", ...args] = options.rest;
  const settings = options.values("-c").flatMap(settingForOneCall);
  if (isInfo(args)) return settings;
  if (!isKnown(name)) return [...settings, acts("run-unknown-program")];
  return [
    ...settings,
    ...worksOn({ name, args, directory: options.values("-C").at(-1) }),
    ...foundSettings(name, call),
  ];
};

function worksOn({ name, args, directory }: Command): readonly Effect[] {
  const needs = CHANGES_WITH_ARGUMENTS.get(name) ?? (isListed(name, CHANGES) ? 0 : Number.POSITIVE_INFINITY);
  if (args.length < needs) return [];
  return [directory === undefined ? { kind: "works" } : { kind: "works", directory }];
}

/** Every program may put a repository into a temporary directory, and git runs what its settings name. */
function foundSettings(name: Text, { scope }: Call): readonly Effect[] {
  const foreign = scope.cwd.filter((cwd) => scope.isForeign(cwd));
  if (name === "init" || name === "clone") {
    for (const cwd of foreign) scope.files.write(`${cwd}/.git/`, "");
    return [];
  }
  const brings = foreign.some((cwd) => isKnown(cwd) && scope.fileContent(`${cwd}/.git/config`) === undefined);
  return brings ? [acts("run-helper", "another repository's settings")] : [];
}

export const GIT: readonly Tool[] = family("everything", [
  tool("git hub", {
    takes: OPTIONS,
    stopsAtWord: true,
    also: [
      { with: "--git-dir", is: "run-helper", because: "another repository's settings" },
      { with: "--config-env", is: "run-helper", because: "a setting from the environment" },
    ],
    options: { helper: "--exec-path" },
    commands: [...GIT_HISTORY, ...GIT_REMOTES, ...GIT_FILES],
    by: gitItself,
    examples: {
      "run-helper": [
        "git --git-dir=/tmp/x status",
        "git --exec-path=/tmp/x status",
        "git --exec-path .git/helpers show",
        "git --config-env=core.pager=X log",
        "git -c core.fsmonitor=/tmp/x status",
      ],
      "run-unknown-program": ['git "$COMMAND"'],
      "work-outside": ["git -C /etc commit -m x", "cd /etc && git stash pop"],
      fine: [
        "git",
        "git --version",
        "git --exec-path",
        "git rev-parse --git-dir",
        "git -C /etc status",
        "cd /etc && git stash",
      ],
    },
  }),
]);
