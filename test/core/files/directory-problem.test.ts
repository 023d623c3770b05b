import { expect, test } from "vitest";
import { directoryProblem } from "../../../src/core/files/directory-problem.ts";

test.each([
  ["ENOENT", "/x does not exist"],
  ["ENOTDIR", "/x is not a directory"],
  ["EACCES", "/x cannot be entered by this user"],
  ["EPERM", "/x cannot be entered by this user"],
  ["ELOOP", "/x is a link that leads nowhere"],
  ["", "/x does not exist"],
])("%j is said as: %s", (code, reason) => {
  expect(directoryProblem("/x", code)).toBe(reason);
});
