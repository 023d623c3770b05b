import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { keepTry } from "../../src/core/try/keep/keep-try.ts";
import { recoverKeeps } from "../../src/core/try/keep/undo-keep.ts";
import { listRecords, readRecord, removeTry } from "../../src/core/try/try-record.ts";
import { pidsWith } from "../support/is-alive.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { tryGround } from "../support/tried.ts";
import { waitUntil } from "../support/wait-until.ts";
import { treeFacts } from "./tree-facts.ts";

const ROUNDS = process.env["TRY"] === "whole" ? 50 : 2;
const FILES = {
  a: "a\n",
  f: "f\n",
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`lib/${at}`, `${at}\n`])),
};

/** Starts a program, kills it a while after its first word, and tells what it had said by then. */
async function killedAfter(words: readonly string[], ms: number): Promise<string> {
  const child = spawn(process.execPath, [...words], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await waitUntil("the program to begin", () => said.includes("begun") || child.exitCode !== null);
  await pause(ms);
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return said;
}

test(`a keep that is killed at ${ROUNDS} moments ends complete or undone`, { timeout: 600_000 }, async () => {
  const ends = { complete: 0, undone: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const { workspace, stateDir, run } = tryGround(FILES);
    const { id } = await run(
      "rm -r lib; for i in $(seq 150); do echo $i > new$i; done; echo x >> a; mv f g; chmod 700 a",
    );
    const before = treeFacts(workspace);
    await killedAfter(["test/try/keep-child.mjs", stateDir, id], (round * 37) % 260);
    const killed = readRecord(stateDir, id) === undefined;
    recoverKeeps(stateDir);
    const after = treeFacts(workspace);
    const isUndone = JSON.stringify(after) === JSON.stringify(before);
    if (!isUndone) {
      expect(after.filter((fact) => fact.includes(" new"))).toHaveLength(150);
      expect(after.some((fact) => fact.includes("lib"))).toBe(false);
    } else if (!killed) expect(await keepTry(stateDir, id)).toMatchObject({ conflicts: [], open: 0 });
    ends[isUndone ? "undone" : "complete"] += 1;
    expect(readdirSync(workspace).filter((name) => name.startsWith(".nacre"))).toEqual([]);
  }
  expect(ends.complete + ends.undone).toBe(ROUNDS);
  process.stderr.write(`keeps killed: ${JSON.stringify(ends)}\n`);
});

describe.runIf(hasBubblewrap)("a host that tries", () => {
  test(`leaves the workspace untouched when it is killed at ${ROUNDS} moments`, { timeout: 600_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { workspace, stateDir } = tryGround(FILES);
      mkdirSync(join(workspace, "hollow"));
      writeFileSync(join(workspace, "hollow/x"), "x");
      const before = treeFacts(workspace);
      const seen: string[] = [];
      const watcher = watch(workspace, { recursive: true }, (_, name) => void seen.push(String(name)));
      await killedAfter(["test/try/try-child.mjs", workspace, stateDir], (round * 97) % 4000);
      await waitUntil("every process of the try to be gone", () => pidsWith(stateDir).length === 0);
      watcher.close();
      expect(treeFacts(workspace)).toEqual(before);
      expect(seen).toEqual([]);
      for (const { id } of listRecords(stateDir)) expect(removeTry(stateDir, id)).toBe(true);
    }
  });
});
