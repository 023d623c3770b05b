import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GIT_OBEYS, GIT_RUNS } from "../../../src/core/knowledge/git-settings-that-run.ts";
import {
  LOADED_ALWAYS,
  LOADED_FILES,
  LOADING_OPTIONS,
  PROJECT_PATHS,
} from "../../../src/core/knowledge/loader-variables.ts";
import { HOME_SECRETS } from "../../../src/core/knowledge/secret-places.ts";
import { SHELL_NAMES } from "../../../src/core/knowledge/shell-names.ts";

/** One of these names that stands alone, whatever stands around it in a list, a text or an expression. */
const anyOf = (names: readonly string[], before = "(?<![\\w.-])"): RegExp =>
  new RegExp(`${before}(?:${names.map((name) => name.replaceAll(".", "\\\\?\\.")).join("|")})(?![\\w-])`);

const plain = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !name.includes("*") && name.length > 3);
const shells = `["']?(?:${SHELL_NAMES.join("|")})["']?`;

/**
 * Facts that are written in `core/knowledge` and nowhere else, and the files that may name one all the same, each with its
 * reason. These lists may only shrink.
 */
const FACTS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly exceptions: Readonly<Record<string, string>>;
}[] = [
  {
    what: "a list of shells",
    pattern: new RegExp(`\\(\\?:(?:ba|da|z|k|fi)\\||(?<![\\w.-])${shells}(?:\\||, ?| )${shells}(?![\\w-])`),
    exceptions: {
      "apps/cli/commands/completion.ts": "the shells that nacre writes completions for",
      "core/policy/code/languages.ts": "endings of files",
      "core/policy/tools/languages/interpreted-languages.ts": "the tools that shells are, by their options",
      "core/policy/tools/loaded-code.ts": "endings of files",
    },
  },
  { what: "a block device", pattern: /mmcblk|xvd/, exceptions: {} },
  {
    what: "a loader variable",
    pattern: anyOf(plain([LOADED_ALWAYS, LOADED_FILES, PROJECT_PATHS, LOADING_OPTIONS].flat())),
    exceptions: {
      "core/policy/walk/assignment-rules.ts": "which programs read a variable",
      "core/sandbox/guard/git/disarm-git-config.ts": "nacre's own git obeys no settings",
      "core/shell/bash/exit-hook.ts": "bash's own options are kept between commands",
      "core/shell/bash/script-lines.ts": "bash's own options are kept between commands",
      "core/shell/bash/state.ts": "variables of bash that cannot be set",
      "core/snapshot/plain-git.ts": "nacre's own git obeys no settings",
    },
  },
  {
    what: "a setting of git that runs something",
    pattern: new RegExp(
      `${anyOf(plain([...GIT_RUNS, ...GIT_OBEYS])).source}|hookspath|sshcommand|fsmonitor|textconv|difffilter|packobjectshook`,
      "i",
    ),
    exceptions: {},
  },
  {
    what: "a secret place in a home",
    pattern: anyOf(plain(HOME_SECRETS), "(?<=[\"'`\\s/~|()])"),
    exceptions: {
      "core/policy/tools/files/copied-paths.ts": "keys that let others in, which are written and not read",
      "core/policy/tools/machine/credential-managers.ts": "where ssh-keygen writes",
      "core/policy/values/shell-variables.ts": "the value of HISTFILE",
    },
  },
];

/** Code without its comments, which may name what they explain, and without the examples of rules and tools. */
const codeOf = (file: string): string =>
  readFileSync(join("src", file), "utf8")
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join("\n")
    .replace(/examples: \{[^]*?\],?\s*\}/g, "");
const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("core/knowledge/"),
);

test.each(FACTS)("$what stands in core/knowledge only", ({ pattern, exceptions }) => {
  const naming = files.filter((file) => pattern.test(codeOf(file)));
  expect(naming.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
