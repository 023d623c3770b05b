import { expect, onTestFinished, test } from "vitest";
import { AllShells } from "../../../../src/apps/cli/watching/all-shells.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

async function seen(stateDir: string): Promise<AllShells> {
  const all = await AllShells.see(stateDir);
  onTestFinished(() => all.close());
  return all;
}

test("shells of live and dead hosts are seen, and found by the beginning of their ids", async () => {
  const stateDir = tempDir();
  deadHost(stateDir, ["shell_dead1", "shell_dead2"]);
  const manager = testManager({ stateDir });
  await manager.findShell("none"); // clears up first
  const { id } = await manager.createShell("sleep 300", "/tmp");
  await waitUntil("the line", async () => {
    const all = await AllShells.see(stateDir);
    all.close();
    return all.silent.length === 0;
  });
  const all = await seen(stateDir);
  expect(all.shells.map(({ view }) => view.id)).toEqual(["shell_dead1", "shell_dead2", id]);
  expect(all.find(id.slice(6, 12))).toMatchObject({ hostPid: process.pid, view: { id } });
  expect(all.find("dead1")).toMatchObject({ record: { id: "shell_dead1" } });
  expect(all.find("dead")).toBe("dead could be any of shell_dead1, shell_dead2");
  expect(all.find("nope")).toBe(`Shell not found: nope; there are shell_dead1, shell_dead2, ${id}`);
});

test("of very many shells only the last are named", async () => {
  const stateDir = tempDir();
  deadHost(
    stateDir,
    Array.from({ length: 25 }, (_, at) => `shell_${at + 10}`),
  );
  expect((await seen(stateDir)).find("nope")).toMatch(/there are shell_15, .*shell_34 and 5 older ones/);
});
