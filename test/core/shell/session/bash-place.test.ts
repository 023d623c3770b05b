import { join } from "node:path";
import { expect, test } from "vitest";
import { inPlainSession } from "../../../support/plain-user.ts";

test("a plain user's bash, into which nobody can look, is found in a directory that is gone, made anew or moved", async () => {
  const { directory, outcomes } = await inPlainSession((root) => [
    `mkdir -p a/b; cd a/b; (sleep 0.3; rmdir ${root}/a/b) &`,
    "wait; sleep 1",
    "pwd -P",
    "mkdir c; cd c; rmdir ../c; mkdir ../c",
    `pwd -P; [[ . -ef ${root}/a/c ]] && echo new`,
    "PWD=/usr",
    "pwd -P",
    `cd ${root}; mv a z`,
    "pwd -P",
  ]);
  const a = join(directory, "a");
  expect(outcomes.map(({ stdout, missingDirectory, relocation }) => [stdout, missingDirectory, relocation])).toEqual([
    ["", undefined, undefined],
    ["", `${a}/b`, undefined],
    [`${a}\n`, undefined, { from: `${a}/b`, to: a, cause: "deleted" }],
    ["", undefined, undefined],
    [`${a}/c\nnew\n`, undefined, { from: `${a}/c`, to: `${a}/c`, cause: "made-anew" }],
    ["", undefined, undefined],
    [`${a}/c\n`, undefined, undefined],
    ["", undefined, undefined],
    [`${directory}\n`, undefined, undefined],
  ]);
});
