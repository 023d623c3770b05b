import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Words that tell when or why a file was written, or that it is a leftover: not what it holds. */
const EMPTY_WORDS =
  /^(?:rounds?|first|second|third|fourth|fifth|sixth|rest|more|misc|various|edges?|pieces|cases|monsters|manners|traps|fix(?:es)?|bugs?|issues?|regressions?|wip|todo|utils?|common|v?\d+)$/;

const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:ts|mjs)$/.test(file));

const isEmptyName = (file: string): boolean =>
  basename(file)
    .split(/[-._]/)
    .some((word) => EMPTY_WORDS.test(word));

test("a test file is named after what it holds", () => {
  expect(files.filter(isEmptyName)).toEqual([]);
});

test.each([
  "round-four.ts",
  "second-round.ts",
  "asking-rest.ts",
  "edges.test.ts",
  "issue-10.test.ts",
  "misc.contract.ts",
])("%s would be found", (name) => {
  expect(isEmptyName(name)).toBe(true);
});

/** Rules that keep functions small, and the files that are still over the line. */
const { overrides } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as {
  overrides: { files: string[]; rules: Record<string, unknown> }[];
};
const HOUSE_RULES = ["complexity", "max-params", "max-lines-per-function", "no-nested-ternary"];

test("a file is excused from a rule of the house only while it needs it", () => {
  const excused = overrides.flatMap(({ files: named, rules }) =>
    HOUSE_RULES.filter((rule) => rules[rule] === "off").flatMap((rule) => named.map((file) => `${file} ${rule}`)),
  );
  const config = join(mkdtempSync(join(tmpdir(), "nacre-house-")), "oxlint.json");
  const rules = overrides.find(({ files: named }) => named[0] === "src/**")?.rules;
  expect(Object.keys(rules ?? {})).toEqual(expect.arrayContaining(HOUSE_RULES));
  writeFileSync(config, JSON.stringify({ categories: { correctness: "off" }, rules }));
  const { stdout } = spawnSync("node_modules/.bin/oxlint", ["-c", config, "--format", "unix", "src"], {
    encoding: "utf8",
  });
  rmSync(dirname(config), { recursive: true });
  const found = [...stdout.matchAll(/^(src\/[^:]+):.*eslint\(([\w-]+)\)/gm)].map(([, file, rule]) => `${file} ${rule}`);
  expect([...new Set(found)].toSorted()).toEqual(excused.toSorted());
});

/** Words that hide who acts: docs/glossary.md has a word for each actor. */
const VAGUE_WORDS = /\b(?:persons?|whoever|somebody|someone|theirs)\b/i;

/** The comments in the lines of a source file, without code in backticks: `person` there is a value. */
const commentsOf = (source: string): readonly string[] =>
  source
    .split("\n")
    .map((line) => /^\s*(?:\/\/|\/?\*)(.*)|\s\/\/\s(.*)/.exec(line)?.slice(1).join("") ?? "")
    .map((comment) => comment.replace(/`[^`]*`/g, ""));

test("a comment names who acts", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const vague = sources
    .map((file) => `src/${file}`)
    .filter((file) => commentsOf(readFileSync(file, "utf8")).some((comment) => VAGUE_WORDS.test(comment)));
  expect(vague).toEqual([]);
});

test.each(["// a person's file", "  /** Whoever calls. */", "   * theirs", "f(); // somebody else's"])(
  "%s would be found",
  (line) => {
    expect(commentsOf(line).some((comment) => VAGUE_WORDS.test(comment))).toBe(true);
  },
);

test.each(['const by = "person";', "/** `person` for a no. */", "// https://example.com/a"])(
  "%s would be left alone",
  (line) => {
    expect(commentsOf(line).some((comment) => VAGUE_WORDS.test(comment))).toBe(false);
  },
);

/** Files with behaviour that no test file of the same path tests, with the reason. The list may only shrink. */
const WITHOUT_TWIN: Readonly<Record<string, string>> = {
  "apps/cli/main.ts": "the process itself: test/e2e runs it",
  "apps/page/state/model.ts": "runs in a browser: test/page runs it",
  "apps/page/wire/browser-clock.ts": "runs in a browser: test/page runs it",
  "apps/page/wire/call-server.ts": "runs in a browser: test/page runs it",
  "apps/page/wire/connection.ts": "runs in a browser: test/page runs it",
  "apps/page/wire/desktop-notices.ts": "runs in a browser: test/page runs it",
  "apps/page/wire/save-file.ts": "runs in a browser: test/page runs it",
  "core/sandbox/bubblewrap/build-bubblewrap.ts": "builds a whole sandbox: test/contract and bubblewrap.test.ts run it",
  "core/sandbox/bubblewrap/workspace-protection.ts": "acts on a running sandbox: workspace-guard.test.ts runs it",
  "core/sandbox/examine.ts": "looks at the machine: test/apps/cli/commands/doctor.test.ts runs it",
};

/** A function, a class, or a constant that is a function. */
const BEHAVIOUR =
  /^(?:export )?(?:async )?function|^export class|^export const \w+(?:: [^=]+)? =\s*(?:async )?(?:<[^>]*>)?\(|^export const \w+: Program/m;

test("every file that has behaviour has a test of the same path", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const alone = sources
    .filter((file) => BEHAVIOUR.test(readFileSync(join("src", file), "utf8")))
    .filter((file) => !files.includes(file.replace(/\.ts$/, ".test.ts")));
  expect(alone.toSorted()).toEqual(Object.keys(WITHOUT_TWIN));
});
