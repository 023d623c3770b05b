import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeRecord } from "../../../../src/core/try/try-record.ts";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { tryGround } from "../../../support/tried.ts";

async function opened() {
  const ground = tryGround({ a: "one\n", b: "two\n" });
  const record = await ground.run("echo x >> a; echo y >> b; echo e > .envrc");
  writeRecord(ground.stateDir, { ...record, isOpen: false });
  const env = { NACRE_STATE_DIR: ground.stateDir };
  return {
    ...ground,
    id: record.id,
    act: (...words: string[]) => cli(["try", ...words], { env, cwd: ground.workspace }),
    env,
  };
}

test("changes are kept by path, then all, without what is guarded; and undone", async () => {
  const { workspace, id, act } = await opened();
  expect(await act("--keep", id, "a")).toMatchObject({ code: 0, stdout: `kept 1 change; 2 still open under ${id}\n` });
  expect(await act("--keep", id, "nope")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("did not change nope"),
  });
  const rest = await act("--keep", id);
  expect(rest).toMatchObject({ code: 0, stderr: expect.stringContaining("not kept: .envrc") });
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("two\ny\n");
  expect(await act("--undo")).toMatchObject({ code: 0, stdout: "undone: 1 path is as before\n" });
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("two\n");
  expect(await act("--undo")).toMatchObject({ code: 1 });
});

test("a conflict is named, and nothing is kept", async () => {
  const { workspace, id, act } = await opened();
  writeFileSync(join(workspace, "a"), "mine\n");
  expect(await act("--keep", id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("conflict: a: it changed"),
  });
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("two\n");
  const { stdout } = await act("--keep", id, "--json", "b");
  expect(JSON.parse(stdout)).toMatchObject({ id, kept: [{ path: "b" }], conflicts: [] });
});

test("a patch is written that git applies, and a try is discarded", async () => {
  const { workspace, id, act, left } = await opened();
  const copy = join(tempDir(), "copy");
  cpSync(workspace, copy, { recursive: true });
  const file = join(tempDir(), "p");
  expect(await act("--patch", id, file)).toMatchObject({ code: 0, stderr: expect.stringContaining("git apply") });
  const refused = (path: string, why: string) => ({
    code: 1,
    stderr: `nacre: no patch was written to ${path}: ${why}\n`,
  });
  expect(await act("--patch", id, file)).toMatchObject(refused(file, "it is there already"));
  expect(await act("--patch", id, `${file}/x`)).toMatchObject(refused(`${file}/x`, "its path leads through a file"));
  expect(await act("--patch", id, "/no/such")).toMatchObject(refused("/no/such", "its directory does not exist"));
  execFileSync("git", ["apply", file], { cwd: copy });
  expect(readFileSync(join(copy, "a"), "utf8")).toBe("one\nx\n");
  expect(await act("--discard", id)).toMatchObject({ code: 0, stdout: `discarded ${id}\n` });
  expect(left()).toEqual([]);
  expect(await act("--discard", id)).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no try") });
});

test("keeping, discarding and undoing are the user's: in the shell of an agent they refuse", async () => {
  const { workspace, id, env } = await opened();
  for (const words of [["--keep", id], ["--discard", id], ["--undo"]])
    expect(await cli(["try", ...words], { env: { ...env, NACRE_HOST: "host_1" }, cwd: workspace })).toMatchObject({
      code: 126,
      stderr: expect.stringContaining("for the user"),
    });
});
