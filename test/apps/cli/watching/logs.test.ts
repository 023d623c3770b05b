import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { driveHost } from "../../../support/driven-host.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const linesOf = (text: string): { text: string; next_cursor: string; status: string; dropped: number }[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("what is no cursor is refused, not taken for the beginning", async () => {
  const { code, stdout, stderr } = await cli(["logs", "x", "--since", "zz"]);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("zz is no cursor")]);
});

test("following a log that the user ends exits as an interrupted program does", async () => {
  const stateDir = tempDir();
  const shell = await testManager({ stateDir }).createShell("exec sleep 300", "/tmp");
  const signal = AbortSignal.abort("SIGINT");
  expect((await cli(["logs", "-f", shell.id], { env: { NACRE_STATE_DIR: stateDir }, signal })).code).toBe(130);
});

test("a log of many pages is printed whole, and is one line of JSON", async () => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const shell = await testManager({ stateDir }).createShell("seq 100000; echo bad >&2", "/tmp");
  await shell.wait();
  const all = Array.from({ length: 100_000 }, (_, at) => `${at + 1}\n`).join("");
  expect(await cli(["logs", shell.id], { env })).toEqual({ code: 0, stdout: all, stderr: "bad\n" });
  const [line, more] = linesOf((await cli(["logs", "--json", shell.id], { env })).stdout);
  expect([line, more]).toEqual([
    { text: `${all}[stderr]\nbad\n`, next_cursor: expect.any(String), status: "completed", dropped: 0 },
    undefined,
  ]);
  expect((await cli(["logs", shell.id, "--since", line?.next_cursor ?? ""], { env })).stdout).toBe("");
});

test("a log is followed to the end of its shell", async () => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const gate = join(tempDir(), "gate");
  const shell = await testManager({ stateDir }).createShell(
    `echo one; until [ -e ${gate} ]; do sleep 0.02; done; echo two`,
    "/tmp",
  );
  await waitUntil("the first line", () => shell.getAllOutput() === "one\n");
  const [plain, json] = [cli(["logs", "-f", shell.id], { env }), cli(["logs", "-f", "--json", shell.id], { env })];
  writeFileSync(gate, "");
  expect(await plain).toEqual({ code: 0, stdout: "one\ntwo\n", stderr: "" });
  const lines = linesOf((await json).stdout);
  expect(lines.map(({ text }) => text).join("")).toBe("one\ntwo\n");
  expect(lines.at(-1)?.status).toBe("completed");
});

test("a log whose host is killed while it is followed is printed to its end, from what the host left", async () => {
  const host = await driveHost();
  const { metadata } = await host.bash("echo before; sleep 300", { run_in_background: true });
  const id = String(metadata["bash_id"]);
  const env = { NACRE_STATE_DIR: host.stateDir };
  await waitUntil("the first line", async () => (await cli(["logs", id], { env })).stdout === "before\n");
  let stdout = "";
  const following = cli(["logs", "-f", "--json", id], { env, stdout: (text) => void (stdout += text) });
  await waitUntil("the follower", () => stdout !== "");
  host.kill("SIGKILL");
  expect((await following).code).toBe(0);
  expect(
    linesOf(stdout)
      .map(({ text }) => text)
      .join(""),
  ).toBe("before\n");
  expect(linesOf(stdout).at(-1)?.status).toBe("lost");
});
