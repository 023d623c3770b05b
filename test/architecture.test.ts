import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/**
 * The rooms of the house, ground floor first, and what each may import besides itself. A path that ends in `.ts` is a file
 * that stands for itself; the longest path that fits a file is its room.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "core/base/": [],
  "core/knowledge/": [],
  "core/files/": ["core/base/"],
  "core/process/": ["core/base/", "core/knowledge/", "core/files/"],
  "core/output/": ["core/base/", "core/knowledge/"],
  "core/output/store/": ["core/base/"],
  "core/output/text/": ["core/base/", "core/output/store/"],
  "core/output/redact/": ["core/base/", "core/knowledge/", "core/output/store/"],
  "core/policy/verdict.ts": [],
  "core/policy/values/": ["core/base/", "core/knowledge/"],
  "core/policy/rules/": ["core/policy/verdict.ts", "core/policy/values/"],
  "core/policy/read/": [
    "core/base/",
    "core/knowledge/",
    "core/policy/verdict.ts",
    "core/policy/rules/",
    "core/policy/values/",
  ],
  "core/policy/session/": ["core/knowledge/", "core/policy/verdict.ts", "core/policy/values/", "core/policy/read/"],
  "core/policy/zones/": ["core/knowledge/", "core/policy/values/", "core/policy/read/"],
  "core/policy/tools/": ["core/knowledge/", "core/policy/rules/", "core/policy/values/", "core/policy/zones/"],
  "core/policy/code/": [
    "core/base/",
    "core/knowledge/",
    "core/policy/rules/",
    "core/policy/values/",
    "core/policy/read/",
    "core/policy/zones/",
    "core/policy/tools/effect.ts",
    "core/policy/walk/walk-types.ts",
  ],
  "core/policy/walk/": [
    "core/base/",
    "core/knowledge/",
    "core/policy/verdict.ts",
    "core/policy/rules/",
    "core/policy/values/",
    "core/policy/read/",
    "core/policy/session/",
    "core/policy/zones/",
    "core/policy/tools/",
    "core/policy/code/",
  ],
  "core/policy/": ["core/base/", "core/knowledge/"],
  "core/sandbox/": ["core/base/", "core/knowledge/", "core/files/", "core/process/"],
  "core/wire/": ["core/base/"],
  "core/snapshot/": ["core/base/", "core/files/", "core/process/"],
  "core/try/": ["core/base/", "core/knowledge/", "core/files/", "core/process/", "core/sandbox/"],
  "core/terminal/": ["core/base/", "core/knowledge/"],
  "core/journal/": ["core/base/", "core/files/", "core/output/redact/"],
  "core/permission/": ["core/base/", "core/files/", "core/knowledge/", "core/policy/"],
  "core/shell/background/shell-status.ts": [],
  "core/line/": [
    "core/base/",
    "core/files/",
    "core/journal/journal-entry.ts",
    "core/journal/journal-problem.ts",
    "core/permission/",
    "core/policy/read/",
    "core/policy/verdict.ts",
    "core/shell/background/shell-status.ts",
  ],
  "core/shell/": [
    "core/base/",
    "core/files/",
    "core/process/",
    "core/output/",
    "core/sandbox/",
    "core/journal/",
    "core/permission/",
    "core/line/",
    "core/terminal/",
    "core/policy/read/",
  ],
  "tools/": ["core/"],
  "adapters/": ["tools/", "core/base/clock.ts", "core/base/with-timeout.ts"],
  // Runs in a browser: of all that is below, it sees types alone.
  "apps/page/": ["core/line/line-messages.ts", "core/journal/history-row.ts"],
  "apps/": ["adapters/", "tools/", "core/"],
  "": ["core/", "tools/"], // the entry points
};

/** Inside a room: which neighbours a folder never imports. `guard` uses the types of `view`. */
const APART: readonly { readonly folder: string; readonly never: readonly string[] }[] = [
  { folder: "core/sandbox/view/", never: ["guard/", "network/", "explain/", "bubblewrap/"] },
  { folder: "core/sandbox/guard/", never: ["network/", "explain/", "bubblewrap/"] },
  { folder: "core/sandbox/network/", never: ["view/", "guard/", "explain/", "bubblewrap/"] },
  { folder: "core/sandbox/explain/", never: ["view/", "guard/", "network/", "bubblewrap/"] },
  { folder: "core/shell/bash/", never: ["session/", "background/", "host/"] },
  { folder: "core/shell/background/", never: ["session/", "host/"] },
  { folder: "core/shell/host/", never: ["session/"] },
];

/** Files that are one thing and longer than a sitting, with the reason. */
const LONG: Record<string, string> = {};

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const ROOMS = Object.keys(MAY_IMPORT).toSorted((a, b) => b.length - a.length);
const roomOf = (file: string): string => ROOMS.find((room) => file.startsWith(room)) ?? "";
const source = (file: string): string => readFileSync(join("src", file), "utf8");
const importsOf = (file: string): string[] =>
  [...source(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );

test("only the entry points that are no adapter live outside a room", () => {
  expect(files.filter((file) => roomOf(file) === "").toSorted()).toEqual(["index.ts", "policy.ts"]);
});

test("no folder holds more than twenty files", () => {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  expect(folders.filter((folder) => files.filter((file) => dirname(file) === folder).length > 20)).toEqual([]);
});

test("no two files have the same name", () => {
  const names = files.map((file) => basename(file));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("no file is named after leftovers", () => {
  expect(
    files.filter((file) =>
      /(^|\/)(utils?|helpers?|common|shared|misc|types|constants|interfaces)(\/|\.tsx?$)/.test(file),
    ),
  ).toEqual([]);
});

test.each(files)("%s imports only from its own room and those below", (file) => {
  const open = [roomOf(file), ...(MAY_IMPORT[roomOf(file)] ?? [])];
  expect(importsOf(file).filter((target) => !open.some((room) => room !== "" && target.startsWith(room)))).toEqual([]);
});

test.each(APART)("$folder imports none of $never", ({ folder, never }) => {
  const room = dirname(folder);
  const closed = never.map((name) => join(room, name));
  const wrong = files
    .filter((file) => file.startsWith(folder))
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
    .filter(({ target }) => closed.some((other) => target.startsWith(other)));
  expect(wrong).toEqual([]);
});

test.each(files)("%s can be read in one sitting", (file) => {
  if (LONG[file] !== undefined) return;
  expect(source(file).split("\n").length).toBeLessThanOrEqual(300);
});

/** The page's own: core is not in the browser. */
const BROWSER_CLOCK = "apps/page/wire/browser-clock.ts";

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
  {
    what: "using, which needs symbols that Node 20.0 to 20.3 lack even where it is compiled,",
    pattern: /^\s*(?:await )?using \w+ =/m,
    allowed: () => false,
  },
  {
    what: "a timer of Node's, which fires at once above 2^31 ms and counts time in which the host was stopped,",
    pattern: /\bset(?:Timeout|Interval)\b(?!\\)|\bAbortSignal\.timeout\b|\bkillSignal:/,
    allowed: (file) => file === "core/base/clock.ts" || file === BROWSER_CLOCK,
  },
  {
    what: "a clock",
    pattern: /\b(?:Date\.now|performance\.now|process\.hrtime|process\.uptime|new Date\(\))/,
    allowed: (file) => file === "core/base/clock.ts" || file === BROWSER_CLOCK,
  },
  {
    what: "what makes HTML or code of a text",
    pattern:
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|DOMParser|srcdoc|createContextualFragment|document\.write|Function\(|eval\()/i,
    allowed: (file) => !file.startsWith("apps/page/"),
  },
  {
    what: "a value of nacre's in the browser",
    pattern: /^import (?!type )[^;]*core\//m,
    allowed: (file) => !file.startsWith("apps/page/"),
  },
  {
    what: "a listener for `close`, which hears nothing of a client that is gone already (server/when-closed.ts),",
    pattern: /\bon(?:ce)?\("close"/,
    allowed: (file) => !file.startsWith("apps/server/") || file === "apps/server/when-closed.ts",
  },
  { what: "throw new Error", pattern: /throw new Error\(/, allowed: (file) => !file.startsWith("core/") },
];

test.each(BANNED)("$what stays where it belongs", ({ pattern, allowed }) => {
  expect(files.filter((file) => !allowed(file) && pattern.test(source(file)))).toEqual([]);
});
