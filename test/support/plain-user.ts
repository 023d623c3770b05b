import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Outcome } from "../../src/core/shell/session/outcome.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

export const isRoot: boolean = process.getuid?.() === 0;

/** A user without privileges, of whom nothing is on this machine. */
export const PLAIN_USER = 65_534;

/** The words before a program that a plain user runs, as `env` takes them. */
export const AS_PLAIN_USER: readonly string[] = isRoot
  ? ["setpriv", `--reuid=${PLAIN_USER}`, `--regid=${PLAIN_USER}`, "--clear-groups"]
  : [];

/** The built files and fixtures where everybody may read them, whoever owns the repository. */
export function plainCopy(): string {
  const place = tempDir();
  chmodSync(place, 0o777);
  for (const part of ["dist", "test/fixtures", "node_modules/unbash", "node_modules/re2js"])
    cpSync(part, join(place, part), { recursive: true, dereference: true });
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  return place;
}

type PlainOutcome = Omit<Outcome, "transcript"> & { readonly stdout: string; readonly stderr: string };

/** Runs texts in one session of a plain user's host without a sandbox. The session begins in `directory`. */
export async function inPlainSession(
  textsIn: (directory: string) => readonly string[],
): Promise<{ readonly directory: string; readonly outcomes: readonly PlainOutcome[] }> {
  const place = plainCopy();
  const [directory, stateDir] = [join(place, "work"), join(place, "state")];
  mkdirSync(directory);
  chmodSync(directory, 0o777);
  const words = [
    ...AS_PLAIN_USER,
    process.execPath,
    join(place, "test/fixtures/hosts/plain-session.mjs"),
    stateDir,
    directory,
    ...textsIn(directory),
  ];
  const env = { PATH: "/usr/bin:/bin", HOME: place, NACRE_TEST: place };
  const { stdout } = await promisify(execFile)("env", words, { env, cwd: place, timeout: 120_000 });
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
  const outcomes = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PlainOutcome);
  return { directory, outcomes };
}
