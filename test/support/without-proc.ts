import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { ToolResult } from "../../src/index.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { tempDir } from "./temp-dir.ts";
import { waitUntil } from "./wait-until.ts";

/*
 * A machine without /proc, in a mount namespace of its own: an empty directory lies over it. `ps` is the real one; only it
 * sees the real /proc, which lies elsewhere, in a namespace of its own. /dev/fd leads there too: macOS has one of its own.
 */
const BUILDING = `
set -e
at=$1; shift
mount -t tmpfs none "$at"
mkdir "$at/proc" "$at/dev"
mount --rbind /proc "$at/proc"
cp -a /dev/null /dev/zero /dev/urandom "$at/dev"
ln -s "$at/proc/self/fd" "$at/dev/fd"
cp /usr/bin/ps "$at/ps"
printf '#!/bin/sh\\nexec unshare -m sh -c '\\''mount --bind "%s/proc" /proc && exec "%s/ps" "$@"'\\'' ps "$@"\\n' "$at" "$at" >"$at/told"
chmod 755 "$at/told"
mount --bind "$at/told" /usr/bin/ps
mount --bind "$at/dev" /dev
mount -t tmpfs none /proc
test ! -e /proc/self
exec "$@"
`;

export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

type Result = Pick<ToolResult, "output" | "error" | "metadata">;

type Finding = { readonly name: string; readonly state: string; readonly what: string; readonly fix?: string };

export type WithoutProc = {
  readonly directory: string;
  readonly results: readonly Result[];
  /** What a call says that asks for a sandbox. */
  readonly refused: Result;
  readonly findings: readonly Finding[];
  /** A call has killed the host. */
  readonly wasKilled?: boolean;
};

/** Makes calls in a host that finds no /proc. Undefined where this machine cannot build the place. */
export async function withoutProc(
  calls: readonly Call[],
  given: Readonly<Record<string, string>> = {},
): Promise<WithoutProc | undefined> {
  const [place, test] = [tempDir(), tempDir()];
  const [stateDir, directory, building] = [join(test, "state"), join(test, "work"), join(test, "building")];
  for (const path of [stateDir, directory]) mkdirSync(path);
  writeFileSync(building, BUILDING);
  const apart = ["-m", "--propagation", "private", "sh", building, place];
  if (spawnSync("unshare", [...apart, "true"]).status !== 0) return undefined;
  const host = [process.execPath, join("test", "fixtures", "hosts", "calls.mjs"), stateDir, directory];
  const env = { PATH: "/usr/bin:/bin", HOME: test, NACRE_TEST: test, NACRE_PROCESS_TABLE: "ps", ...given };
  const words = [...apart, ...host, ...calls.map((call) => JSON.stringify(call))];
  const run = promisify(execFile)("unshare", words, { env, timeout: 120_000 });
  const stdout = await run.then(
    (ended) => ended.stdout,
    (error: { readonly signal?: string; readonly killed?: boolean }) => {
      if (error.signal !== "SIGKILL" || error.killed) throw error;
      return '{ "results": [], "findings": [], "refused": {}, "wasKilled": true }';
    },
  );
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${test}`).length === 0);
  expect(spawnSync("sh", ["-c", "test -e /proc/self/fd && ! mountpoint -q /usr/bin/ps"]).status).toBe(0);
  return { ...(JSON.parse(stdout) as Omit<WithoutProc, "directory">), directory };
}
