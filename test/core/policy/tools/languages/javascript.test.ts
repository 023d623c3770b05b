import { expect, test } from "vitest";
import { acts, executes, runs } from "../../../../../src/core/policy/tools/effect.ts";
import { bun, deno, node } from "../../../../../src/core/policy/tools/languages/javascript.ts";
import { callOf } from "../../../../support/tool-call.ts";

const code = (text: string): unknown => ({ kind: "code", text, language: "javascript" });

test.each([
  ["node -e f()", [code("f()")]],
  ["node -pe f()", [code("f()")]],
  ["node a.js -e b", [executes("a.js", ["-e", "b"], "javascript")]],
  ["node -r ./x.js a.js", [executes("./x.js"), executes("a.js", [], "javascript")]],
  ["node -r dotenv a.js", [executes("a.js", [], "javascript")]],
])("%s", (line, effects) => {
  expect(node(callOf(line))).toEqual(effects);
});

test.each([
  ["deno eval f()", [code("f()")]],
  ["deno run -A a.ts b", [executes("a.ts", ["b"], "javascript")]],
  ["deno run https://a.example/x.ts", [acts("run-download"), { kind: "fetches", from: "https://a.example/x.ts" }]],
  ["deno run -", [code("in()")]],
  ["deno install -g x", [acts("install-global")]],
  ["deno publish", [acts("publish")]],
  ["deno publish --dry-run", []],
  ["deno fmt", []],
])("%s", (line, effects) => {
  expect(deno(callOf(line, "in()"))).toEqual(effects);
});

test.each([
  ["bun -e f()", [code("f()")]],
  ["bun x tsc", [runs(["npx", "tsc"])]],
  ["bun add left-pad", [runs(["npm", "install", "left-pad"])]],
  ["bun run ./a.ts b", [executes("./a.ts", ["b"], "javascript")]],
  ["bun ./a.ts b", [executes("./a.ts", ["b"], "javascript")]],
  ["bun publish", [acts("publish")]],
  ["bun run build", []],
])("%s", (line, effects) => {
  expect(bun(callOf(line))).toEqual(effects);
});
