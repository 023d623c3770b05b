import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULTS, Fault, isFault } from "../src/core/base/fault.ts";

test("docs/errors.md lists every fault with its meaning, and nothing else", () => {
  const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)].map(
    ([, code, meaning = ""]) => [code, meaning.trim()],
  );
  expect(Object.fromEntries(rows)).toEqual(FAULTS);
});

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));

test.each(Object.keys(FAULTS))("%s is a code that something in nacre gives", (code) => {
  const given = sources.filter(({ file, text }) => file !== "core/base/fault.ts" && text.includes(`"${code}"`));
  expect(given).not.toEqual([]);
});

test("no result is called a fault without a code", () => {
  const made = sources.filter(({ text }) => /error_kind: "fault"|"error_kind"\]: "fault"/.test(text));
  expect(made.map(({ file }) => file)).toEqual(["tools/tool.ts"]); // faultFacts asks for the code
});

test("a fault is known by its code and keeps its cause", () => {
  const cause = new Error("deep");
  const fault = new Fault("SPAWN_FAILED", "detail", { cause });
  expect([
    fault.message,
    fault.cause,
    isFault(fault),
    isFault(fault, "SPAWN_FAILED"),
    isFault(fault, "BASH_MISSING"),
    isFault(cause),
  ]).toEqual(["the operating system refused to start the process: detail", cause, true, true, false, false]);
  expect(new Fault("SESSION_CLOSED").message).toBe("the session or its manager was disposed before the call");
});

test("docs/faults.md names tests that exist", () => {
  const named = [...readFileSync("docs/faults.md", "utf8").matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
