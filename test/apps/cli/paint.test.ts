import { expect, test } from "vitest";
import { paintDecisions } from "../../../src/apps/cli/paint.ts";

test.each([
  ["✗ deny  x", "\u001b[31m✗ deny\u001b[39m  x"],
  ["? ask  x", "\u001b[33m? ask\u001b[39m  x"],
  ["✓ allow  x", "\u001b[32m✓ allow\u001b[39m  x"],
  ["└─ safer: y", "└─ \u001b[36msafer:\u001b[39m y"],
])("%j is painted", (text, painted) => {
  expect(paintDecisions(text)).toBe(painted);
});

test.each(["ls a?\nwhy?safer: deny", "no safer: way", "allow"])("%j is left as it is", (text) => {
  expect(paintDecisions(text)).toBe(text);
});
