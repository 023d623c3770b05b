import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const file = join(process.cwd(), "dist/modules/apps/cli/compile-early.js");

/** What the engine says of a function that ran once, in a process of its own. */
function statusAfter(before: string): string {
  const code = `
    import { compileEarly } from ${JSON.stringify(file)};
    ${before}
    const once = new Function("return 1");
    once();
    console.log(%GetOptimizationStatus(once));`;
  return execFileSync(process.execPath, ["--allow-natives-syntax", "--input-type=module", "-e", code]).toString();
}

test("a function that ran once is compiled; without it, it is not", () => {
  expect(statusAfter("compileEarly();")).not.toBe(statusAfter(""));
});
