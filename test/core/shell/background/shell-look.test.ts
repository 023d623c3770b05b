import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtShells } from "../../../../src/core/shell/background/shell-look.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a look at many shells tells of each the process that runs it and the ports of all its processes", async () => {
  const manager = testManager();
  const serve = `node -e 'require("node:net").createServer().listen(0, "127.0.0.1")'`;
  const texts = ["exec sleep 300", `(${serve} &); sleep 300`, "true", `${serve} & ${serve}`];
  const shells = await Promise.all(texts.map((text) => manager.createShell(text, "/tmp")));
  await shells[2]?.wait();
  const found = async (): Promise<readonly (readonly [number | undefined, number])[]> =>
    (await lookAtShells(shells)).map(({ pid, listeningPorts }) => [pid, listeningPorts?.length ?? -1]);
  await waitUntil("three servers", async () => (await found()).reduce((sum, [, ports]) => sum + ports, 0) === 3);
  const [asleep, adopted, ended, both] = shells.map(({ pid }) => pid);
  expect([asleep, adopted, both]).not.toContain(undefined);
  expect(await found()).toEqual([
    [asleep, 0],
    [adopted, 1],
    [undefined, 0],
    [both, 2],
  ]);
  expect(ended).toBe(undefined);
  expect((await lookAtShells(shells)).map(({ shell }) => shell)).toEqual(shells);
});

test("a shell that slept through many looks is seen to listen, to fork and to end", async () => {
  const manager = testManager();
  // Two, because a second read of one FIFO may find the first writer still there, and then the end.
  const directory = tempDir();
  const [go, end] = [join(directory, "go"), join(directory, "end")];
  execFileSync("mkfifo", [go, end]);
  const serve = `exec node -e 'require("node:net").createServer().listen(0, "127.0.0.1")'`;
  const shell = await manager.createShell(`read line <${go}; (${serve}) & read line <${end}`, "/tmp");
  const look = async (): Promise<readonly [number | undefined, number]> => {
    const [one] = await lookAtShells([shell]);
    return [one?.pid, one?.listeningPorts?.length ?? 0];
  };
  const { pid } = shell;
  for (let looks = 0; looks < 5; looks += 1) expect(await look()).toEqual([pid, 0]);
  writeFileSync(go, "go\n");
  await waitUntil("the server", async () => (await look())[1] === 1);
  for (let looks = 0; looks < 5; looks += 1) expect(await look()).toEqual([pid, 1]);
  writeFileSync(end, "end\n");
  await shell.wait();
  expect(await look()).toEqual([undefined, 1]);
  await shell.kill();
  expect(await look()).toEqual([undefined, 0]);
});
