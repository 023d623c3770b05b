import { expect, test } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { WrittenFiles } from "../../../../src/core/policy/values/written-files.ts";

test("a fork's files are its own until they are kept or merged", () => {
  const files = new WrittenFiles(undefined);
  files.write("/a", "one");
  const fork = files.fork();
  fork.append("/a", " two");
  fork.write("/d/", ANY);
  expect([files.content("/a"), fork.content("/a"), fork.content("/d/x/y"), files.content("/d/x")]).toEqual([
    "one",
    "one two",
    ANY,
    undefined,
  ]);
  const kept = files.fork();
  kept.keep(fork);
  expect(kept.ownContent("/a")).toBe("one two");
  fork.write("/a", "three");
  expect(files.merge(fork, "exact")).toBe(true);
  expect(files.content("/a")).toBe("one\nthree");
});
