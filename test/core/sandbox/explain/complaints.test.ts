import { expect, test } from "vitest";
import { complaintsIn } from "../../../../src/core/sandbox/explain/complaints.ts";

test.each([
  ["touch: cannot touch '/a b': Read-only file system", "read-only", "/a b", "touch: cannot touch "],
  ["rm: cannot remove 'x': Device or resource busy", "busy", "x", "rm: cannot remove "],
  ["cat: .env: Permission denied", "denied", ".env", "cat: "],
  ["tail: cannot open 'x' for reading: No such file or directory", "missing", "x", "tail: cannot open "],
  ["tar: x: Cannot stat: No such file or directory", "missing", "x", "tar: "],
  ["python3: can't open file '/x': [Errno 2] No such file or directory", "missing", "/x", "python3: can't open file "],
  ["fatal: 'x' does not appear to be a git repository", "missing", "x", "fatal: "],
] as const)("%s: the path and what stands before it", (text, kind, path, line) => {
  expect(complaintsIn(`first line\n${text}\n`, kind)).toContainEqual({ path, line });
});

test("a path may be the first that was said", () => {
  expect(complaintsIn("/x: No such file or directory\n", "missing")).toEqual([{ path: "/x", line: "" }]);
});

test("other words are no complaint", () => {
  for (const kind of ["read-only", "busy", "denied", "missing"] as const)
    expect(complaintsIn("all is well: x\n", kind)).toEqual([]);
});
