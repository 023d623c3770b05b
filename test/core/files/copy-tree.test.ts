import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyPaths } from "../../../src/core/files/copy-tree.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("what is gone when its turn comes is not copied, and the rest is", async () => {
  // A dead child that nobody has reaped: `exe` is a link there, and no longer leads anywhere.
  const parent = spawn("sh", ["-c", "sleep 0 & exec sleep 60"], { stdio: "ignore" });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const child = (): string => readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim();
  await waitUntil("the child to be dead", () => child() !== "" && stateOf(child()) === "Z");
  const to = tempDir();
  writeFileSync(join(to, "old"), "");
  await copyPaths(["exe", "comm"], { from: `/proc/${child()}`, to }, { keep: false, without: [] });
  expect(readdirSync(to)).toEqual(["comm", "old"]);
});

const stateOf = (pid: string): string => / ([A-Z]) \d+ /.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1] ?? "";
