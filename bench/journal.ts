/** A journal of a million lines against an empty one: a host's first command, and the first page that a user reads. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Journal } from "../src/core/journal/journal.ts";
import { createToolkit } from "../src/tools/toolkit.ts";
import { type Bench, interleave, ratioOf, root, type Subject } from "./measure.ts";
import { inScratch } from "./subjects.ts";

const LINES = 1_000_000;
const HOSTS = 100;

/** So many lines of several hosts, as commands make them. */
function fill(stateDir: string): void {
  for (let host = 0; host < HOSTS; host++) {
    const journal = new Journal({ stateDir, host: `${host}-0`, redact: (text) => text });
    for (let line = 0; line < LINES / HOSTS; line++) {
      journal.note({ kind: "command-ended", session: "default", command: `make test-${line}`, exitCode: 0 });
    }
    journal.close();
  }
}

export const journal: Bench = () =>
  inScratch(async (directory) => {
    const [full, empty] = ["full", "empty"].map((name) => join(directory, name));
    if (full === undefined || empty === undefined) throw new Error("no directories");
    for (const stateDir of [full, empty]) mkdirSync(stateDir);
    fill(full);
    const starting = (name: string, stateDir: string): Subject => ({
      name: `${name} start`,
      act: async () => {
        const kit = createToolkit({ workingDir: directory, stateDir, loginShell: false });
        await kit.call("Bash", { command: "true" });
        await kit.dispose();
      },
    });
    const reading = (name: string, stateDir: string): Subject => ({
      name: `${name} page`,
      act: () =>
        promisify(execFile)(process.execPath, [join(root, "bin", "nacre.js"), "journal", "--state-dir", stateDir]),
    });
    const timings = await interleave(
      [starting("full", full), starting("empty", empty), reading("full", full), reading("empty", empty)],
      15,
    );
    return [
      ratioOf(timings, "journal-start", ["full start", "empty start"]),
      ratioOf(timings, "journal-page", ["full page", "empty page"]),
    ];
  });
