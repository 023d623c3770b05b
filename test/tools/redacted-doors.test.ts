import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../src/index.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

/*
 * Variations on "redaction at the door": a known value that is whole nowhere before the door, or comes through a door that
 * `redacted-results.test.ts` does not open. All values are made up.
 */

const VALUE = "opensesame-0451-hush-9f3c";
const KEY = `ghp_${"Zz09".repeat(9)}`;
/** So much of a secret may be seen: less than anybody could use. */
const SEEN = 8;

/** Every string of a result, and those of the keys in it. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsOf(inner)]);
}

const beginnings = [VALUE, KEY].map((secret) => secret.slice(0, SEEN));

/** The strings of results that hold the beginning of a secret. */
const leaks = (...results: readonly ToolResult[]): readonly string[] =>
  results.flatMap(stringsOf).filter((text) => beginnings.some((part) => text.includes(part)));

const open = (more: Parameters<typeof openToolkit>[0] = {}): OpenToolkit =>
  openToolkit({ redact: { values: [VALUE] }, ...more });

describe("a secret that a cut goes through", () => {
  /** So that a cut after any usual number of characters goes through the secret. */
  const PLACES = Array.from({ length: 24 }, (_, at) => at * 9);
  const behind = (place: number): string => "x".repeat(place);

  test("is not seen in complaints about an input", async () => {
    const kit = open();
    for (const place of PLACES)
      for (const secret of [VALUE, KEY]) {
        const text = `${behind(place)} ${secret} ${behind(200)}`;
        const results = [
          await kit.call("Bash", { command: "true", timeout: text }),
          await kit.call(text, {}),
          await kit.call("ListShells", { status: text }),
          await kit.call("BashOutput", { bash_id: text }),
          await kit.call("BashOutput", { bash_id: "x", wait_for: text }),
          await kit.call("Bash", { command: `if ${text}` }),
        ];
        expect(leaks(...results), String(place)).toEqual([]);
      }
  });

  test("is not seen in lists of shells and of processes", async () => {
    const kit = open();
    for (const place of PLACES.filter((_, at) => at % 2 === 0)) {
      const words = `${behind(place)} ${VALUE} ${KEY} ${behind(300)}`;
      await kit.start(`: ${words}; sleep 60`, { description: words });
      const left = await kit.bash(`sh -c 'sleep 60; :' ${words} & sleep 0.05`);
      expect(leaks(left), String(place)).toEqual([]);
    }
    const listed = await kit.call("ListShells", {});
    expect(leaks(listed)).toEqual([]);
    expect(listed.output).toContain("[redacted:");
  });

  test("is not seen where much output is shortened", async () => {
    const kit = open({ limits: { visibleChars: 3000 } });
    const result = await kit.bash(`for i in {1..4000}; do printf '%s ' "$i" ${VALUE} ${KEY}; done`);
    expect(leaks(result)).toEqual([]);
    expect(result.output).toContain("[redacted:");
  });
});

test("a secret that comes in pieces is not seen in pieces, however often it is read", async () => {
  const kit = open();
  const parts = VALUE.split("").map((letter) => `printf %s '${letter}'; sleep 0.05`);
  const bash_id = await kit.start(`printf 'begin '; ${parts.join("; ")}; echo; echo done; sleep 60`);
  const results: ToolResult[] = [];
  await waitUntil("all of it", async () => {
    results.push(await kit.call("BashOutput", { bash_id }));
    return results.some(({ output }) => output.includes("done"));
  });
  expect(results.length).toBeGreaterThan(3);
  const whole = results.map(({ output }) => output.replaceAll(/\[.*?\]|\s/g, "")).join("");
  expect(leaks(...results)).toEqual([]);
  expect(whole).not.toContain(VALUE.slice(0, SEEN));
  expect(JSON.stringify(results)).toContain("[redacted:");
});

test.each([
  [
    "colours between its letters",
    `printf 'a \\033[1m${VALUE.slice(0, 5)}\\033[0m\\033[32m${VALUE.slice(5)}\\033[0m b\\n'`,
  ],
  ["a link of the terminal's", `printf '\\033]8;;http://x/${VALUE}\\033\\\\text\\033]8;;\\033\\\\\\n'`],
  ["a title", `printf '\\033]0;${VALUE}\\007shown\\n'`],
  ["a NUL behind it", `printf '${VALUE}\\0${KEY}\\n'`],
  ["wide letters around it", `printf '密${VALUE}密 ${KEY}é\\n'`],
  ["a carriage return in front of it", `printf 'progress\\r${VALUE}\\rprogress\\n'`],
])("a secret with %s is taken out of what is read", async (_, command) => {
  const kit = open();
  const result = await kit.bash(command);
  expect(leaks(result)).toEqual([]);
});

test("a secret that is typed, and what a program makes of it, is in no result of BashInput", async () => {
  const kit = open({ policy: { mode: "permissive" } });
  const bash_id = await kit.start("cat; sleep 60");
  const results = [
    await kit.call("BashInput", { bash_id, text: `${VALUE}\n`, wait_for: "output" }),
    await kit.call("BashInput", { bash_id, text: `say ${KEY}\n`, wait_for: `/${KEY}|redacted/` }),
    await kit.call("BashInput", { bash_id: VALUE, text: KEY }),
    await kit.call("BashInput", { bash_id, keys: [VALUE] }),
  ];
  expect(leaks(...results)).toEqual([]);
  expect(JSON.stringify(results)).toContain("[redacted:");
});

test("a secret on a screen is not seen there, also where the terminal breaks its line", async () => {
  const kit = open();
  for (const cols of [20, 30, 80]) {
    const bash_id = await kit.start(`printf '\\033]0;${VALUE}\\007'; echo "it is ${VALUE} ${KEY}"; sleep 60`, {
      tty: true,
      cols,
      rows: 10,
    });
    const read = await kit.call("BashOutput", { bash_id, wait_for: "/redacted/", wait_ms: 20_000 });
    const screen = await kit.call("BashOutput", { bash_id, view: "screen" });
    for (const result of [read, screen]) {
      expect(leaks(result), String(cols)).toEqual([]);
      expect(result.output.replaceAll(/\s/g, ""), String(cols)).not.toContain(VALUE);
    }
    await kit.call("KillShell", { shell_id: bash_id });
  }
});

describe.runIf(hasBubblewrap)("behind the sandbox no notice has a secret", () => {
  const walled = (): OpenToolkit => {
    const workingDir = join(tempDir(), `project-${VALUE}`);
    mkdirSync(workingDir);
    return open({ workingDir, sandbox: "workspace", policy: { mode: "permissive" } });
  };

  /** In a file of the workspace: the policy would not let it run, and only the sandbox is asked here. */
  const HOOK = `git init -q r; mkdir -p ${VALUE}; mv r ${VALUE}; echo x > ${VALUE}/r/.git/hooks/${KEY}`;

  test.each([
    ["what was taken away", `echo x > ${VALUE}/.envrc`, "took away"],
    ["what was disarmed", `git init -q ${VALUE}/r; git -C ${VALUE}/r config core.fsmonitor x`, "core.fsmonitor"],
    ["a hook that was taken away", HOOK, "took away"],
    ["a path that cannot be changed", `touch /etc/${VALUE}`, "Read-only"],
  ])("about %s", async (_, script, sign) => {
    const kit = walled();
    writeFileSync(join(kit.workingDir, "script"), script);
    await kit.bash(`git init -q ${VALUE}`);
    const results = [await kit.bash(". ./script"), await kit.bash("true")];
    expect(leaks(...results)).toEqual([]);
    expect(JSON.stringify(results)).toContain(sign);
    expect(JSON.stringify(results)).toContain("[redacted:");
  });

  test("about what is tried: names, lists and differences", async () => {
    const kit = walled();
    writeFileSync(join(kit.workingDir, "file"), "before\n");
    const results = [
      await kit.bash(`echo ${VALUE} > file; echo ${KEY} > ${VALUE}; mkdir -p d/${VALUE}; : > d/${VALUE}/x`, {
        try: true,
      }),
      await kit.bash(`echo ${KEY} >> file`, { try: true }),
    ];
    expect(leaks(...results)).toEqual([]);
    expect(JSON.stringify(results)).toContain("[redacted:");
  });
});
