import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** The rooms of the house, ground floor first, and what each may import from. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "core/base/": [],
  "core/files/": ["core/base/"],
  "core/process/": ["core/base/", "core/files/"],
  "core/output/": ["core/base/"],
  "core/policy/": ["core/base/"],
  "core/sandbox/": ["core/base/", "core/files/", "core/process/"],
  "core/snapshot/": ["core/base/", "core/files/", "core/process/"],
  "core/permission/": ["core/base/", "core/policy/"],
  "core/shell/": ["core/base/", "core/files/", "core/process/", "core/output/", "core/sandbox/", "core/permission/"],
  "tools/": ["core/"],
  "adapters/": ["tools/"],
  "apps/": ["adapters/", "tools/", "core/"],
  "": ["core/", "tools/"], // the entry points
};

/** Files that are one thing and longer than a sitting, with the reason. */
const LONG: Record<string, string> = {};

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const roomOf = (file: string): string => Object.keys(MAY_IMPORT).find((room) => file.startsWith(room)) ?? "";
const source = (file: string): string => readFileSync(join("src", file), "utf8");
const importsOf = (file: string): string[] =>
  [...source(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );

test("only the entry points that are no adapter live outside a room", () => {
  expect(files.filter((file) => roomOf(file) === "").toSorted()).toEqual(["index.ts", "policy.ts"]);
});

test("no file is named after leftovers", () => {
  expect(
    files.filter((file) =>
      /(^|\/)(utils?|helpers?|common|shared|misc|types|constants|interfaces)(\/|\.ts$)/.test(file),
    ),
  ).toEqual([]);
});

test.each(files)("%s imports only from its own room and those below", (file) => {
  const open = [roomOf(file), ...(MAY_IMPORT[roomOf(file)] ?? [])];
  expect(importsOf(file).filter((target) => !open.some((room) => room !== "" && target.startsWith(room)))).toEqual([]);
});

test.each(files)("%s can be read in one sitting", (file) => {
  if (LONG[file] !== undefined) return;
  expect(source(file).split("\n").length).toBeLessThanOrEqual(300);
});

/** A rule per burned finger: where a thing may be touched at all. */
const BANNED: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly allowed: (file: string) => boolean;
}[] = [
  { what: "child_process", pattern: /from "node:child_process"/, allowed: (file) => file.startsWith("core/process/") },
  { what: "console.", pattern: /\bconsole\./, allowed: (file) => file.startsWith("apps/") },
  {
    what: "process.env",
    pattern: /\bprocess\.env\b/,
    allowed: (file) => file.startsWith("apps/") || file === "core/process/environment.ts",
  },
  {
    what: "mkdir with its parents, which never returns below /proc,",
    pattern: /\bmkdir(?:Sync)?\([^;]*\brecursive\b/,
    allowed: () => false,
  },
  { what: "throw new Error", pattern: /throw new Error\(/, allowed: (file) => !file.startsWith("core/") },
];

test.each(BANNED)("$what stays where it belongs", ({ pattern, allowed }) => {
  expect(files.filter((file) => !allowed(file) && pattern.test(source(file)))).toEqual([]);
});
