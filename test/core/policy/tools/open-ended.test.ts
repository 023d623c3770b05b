import { expect, test } from "vitest";
import { isOpenEnded } from "../../../../src/core/policy/tools/open-ended.ts";

test.each(["bash", "env", "sudo", "timeout", "python3", "python3.12", "node"])("%s runs what it is given", (name) => {
  expect(isOpenEnded(name)).toBe(true);
});

test.each(["ls", "git", "npm", "curl", "no-such-program"])("%s does not", (name) => {
  expect(isOpenEnded(name)).toBe(false);
});
