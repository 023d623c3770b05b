import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { DEFAULT_LIMITS } from "../../../../src/core/base/limits.ts";
import { stampNow } from "../../../../src/core/base/stamp.ts";
import { latestEntries } from "../../../../src/core/journal/read-journal.ts";
import { openTranscript } from "../../../../src/core/output/transcript.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { shellsOnDisk } from "../../../../src/core/shell/host/all-hosts.ts";
import { HostFiles } from "../../../../src/core/shell/host/host-files.ts";
import type { ShellEvent } from "../../../../src/core/shell/shell-event.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function openFiles(onEvent?: (event: ShellEvent) => void): { readonly files: HostFiles; readonly stateDir: string } {
  const stateDir = tempDir();
  const files = new HostFiles(
    { stateDir, journal: "on", onEvent, limits: DEFAULT_LIMITS },
    {
      shells: () => [],
      find: () => undefined,
      sessions: () => [],
      containment: () => undefined,
      redact: (text) => text,
    },
  );
  return { files, stateDir };
}

test("a host that is not used leaves no trace, and one that was used leaves its journal", async () => {
  const { files, stateDir } = openFiles();
  expect(files.problem).toBeUndefined();
  expect(existsSync(join(stateDir, "hosts"))).toBe(false);
  expect(existsSync(files.dir.shells)).toBe(true);
  files.journal.note({ kind: "verdict" });
  await files.remove();
  expect(readdirSync(join(stateDir, "hosts"))).toEqual([]);
  expect([...latestEntries(stateDir)].map(({ kind }) => kind)).toEqual(["host-ended", "verdict", "host-started"]);
});

test("an event reaches the journal and the embedder, whose mistakes harm neither", async () => {
  const seen: string[] = [];
  const { files, stateDir } = openFiles(({ kind }) => {
    seen.push(kind);
    throw new Error("a mistake of the embedder");
  });
  const warned = new Promise((resolve) => process.once("warning", resolve));
  files.announce({ kind: "shell-lost", id: "shell_1" as never, sessionId: "s", command: "make" });
  expect(await warned).toMatchObject({ message: "a mistake of the embedder" });
  expect(seen).toEqual(["shell-lost"]);
  await files.remove();
  expect([...latestEntries(stateDir)].find(({ kind }) => kind === "shell-lost")).toMatchObject({
    shell: "shell_1",
    command: "make",
  });
});

test("a directory that was deleted is made anew with the next bash", async () => {
  const { files } = openFiles();
  rmSync(files.dir.path, { recursive: true });
  expect(existsSync(files.dir.createRun())).toBe(true);
  expect(existsSync(files.dir.shells)).toBe(true);
  await files.remove();
});

test("what a shell printed stays when its host forgets it, when the host ends, and when a session handed it over", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const [early, late] = [
    await manager.createShell("echo early", "/tmp"),
    await manager.createShell("echo late; exit 2", "/tmp"),
  ];
  await early.wait();
  await manager.cleanupCompleted(0);
  expect([manager.getShell(early.id), shellsOnDisk(stateDir).map(({ id }) => id)]).toEqual([undefined, [early.id]]);
  await late.wait();
  const started = stampNow();
  const outcome = await manager
    .session(DEFAULT_SESSION, "/tmp")
    .run(trust("echo handed over; sleep 1"), { timeoutMs: 300, onTimeout: "background" });
  if (outcome.ending.kind !== "handed-over") throw new Error(outcome.ending.kind);
  const { backing } = outcome.ending;
  const handed = manager.adopt(trust("echo handed over"), { workingDir: "/tmp" }, { backing, started });
  await handed.wait();
  await manager.dispose();
  expect(readdirSync(join(stateDir, "hosts"))).toEqual([]);
  const printed = new Map(
    shellsOnDisk(stateDir).map(({ id, logs, exitCode, bytes }) => [
      id,
      [openTranscript(logs).read().text, exitCode, bytes?.stdout],
    ]),
  );
  expect(printed).toEqual(
    new Map([
      [early.id, ["early\n", 0, 6]],
      [late.id, ["late\n", 2, 5]],
      [handed.id, ["handed over\n", 0, 12]],
    ]),
  );
  expect(testManager({ stateDir }).getShell(late.id)).toBeUndefined(); // as before: only what was running is BashOutput's
});

test("a host that adds much to what ended sweeps at once", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir, limits: { totalLogBytes: 200_000 } });
  for (const round of [1, 2, 3, 4]) {
    const shell = await manager.createShell(`: ${round}; seq 12000`, "/tmp");
    await shell.wait();
    await manager.cleanupCompleted(0);
  }
  const sizes = (): number[] =>
    readdirSync(join(stateDir, "ended")).map((name) => statSync(join(stateDir, "ended", name)).size);
  await waitUntil("the oldest to be gone", () => sizes().reduce((sum, size) => sum + size, 0) <= 200_000);
  expect(
    shellsOnDisk(stateDir)
      .map(({ command }) => command.slice(2, 3))
      .includes("4"),
  ).toBe(true);
});
