import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unlikePaths } from "../../../../src/core/files/compare-trees.ts";
import { patchesOf } from "../../../../src/core/try/diff/git-patch.ts";
import { keepTry } from "../../../../src/core/try/keep/keep-try.ts";
import { triedChanges } from "../../../../src/core/try/tried-changes.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { tryGround } from "../../../support/tried.ts";

test("git apply makes of the workspace what keeping makes of it", async () => {
  const { workspace, stateDir, run } = tryGround({
    a: "one\ntwo\n",
    "d/b": "b\n",
    "d/c": "c\n",
    "m/v": "moved\n",
    t: "type\n",
    x: "run\n",
  });
  writeFileSync(join(workspace, "bin"), Buffer.from([0, 1, 2, 255]));
  symlinkSync("a", join(workspace, "link"));
  const copy = join(tempDir(), "copy");
  cpSync(workspace, copy, { recursive: true, verbatimSymlinks: true });
  const record = await run(
    String.raw`echo three >> a; rm -r d; mv m moved; rm t; ln -s a t; chmod 755 x; ln -sfn x link; printf '\0\1\2\3\4' > bin; printf '\0' > 'new bin'; echo q > $'q"\n\xff'; : > empty`,
  );
  const { changes, source } = await triedChanges(stateDir, record);
  const patch = changes
    .flatMap((change) => [...patchesOf(change, source, true)])
    .map(({ head, hunks }) => `${head}${hunks}`);
  execFileSync("git", ["apply", "-"], {
    cwd: copy,
    input: Buffer.from(patch.join(""), "latin1"),
    stdio: ["pipe", "pipe", "pipe"],
  });
  expect(await keepTry(stateDir, record.id)).toMatchObject({ conflicts: [], open: 0 });
  expect(await unlikePaths(workspace, copy)).toEqual([]);
  expect((await unlikePaths(copy, workspace)).filter((path) => path !== "d")).toEqual([]);
});

test("a large file is named alone, unless the whole is wanted", async () => {
  const { stateDir, run } = tryGround({ a: "x" });
  const { changes, source } = await triedChanges(stateDir, await run("seq 300000 > a"));
  const [change] = changes;
  if (change === undefined) throw new Error("no change");
  expect([...patchesOf(change, source, false)]).toMatchObject([{ content: "large", hunks: "" }]);
  expect([...patchesOf(change, source, true)][0]?.hunks).toContain("+300000\n");
});
