import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { ToolResult } from "../../src/index.ts";
import { pidsInEnvironment } from "./is-alive.ts";
import { AS_PLAIN_USER, isRoot, plainCopy } from "./plain-user.ts";

/** A command of `sh` that makes a place out of a directory, which lies in a mount namespace and a pid namespace of its own. */
type Building = (stateDir: string) => string;

type Call = { readonly command: string; readonly run_in_background?: boolean };

type Report = {
  /** Where the calls began. */
  readonly directory: string;
  readonly results: readonly Pick<ToolResult, "output" | "error" | "metadata">[];
  /** What `nacre doctor` says of answers there. */
  readonly doctor: { readonly state: string; readonly what: string; readonly fix?: string };
};

const LONGEST_MS = 50_000;

/** Namespaces of its own, with a /proc that is no other's: remounting the machine's would change it for all. */
const APART = ["unshare", ...(isRoot ? [] : ["-Ur"]), "-mpf", "--kill-child", "--mount-proc", "sh", "-c"];

/** Makes calls of Bash as a plain user, where a state directory or /proc is as the building makes it. Undefined where this machine cannot build it. */
export async function inHardPlace(building: Building, calls: readonly Call[]): Promise<Report | undefined> {
  const place = plainCopy();
  const [stateDir, directory] = [join(place, "state"), join(place, "work")];
  for (const path of [stateDir, directory]) {
    mkdirSync(path);
    chmodSync(path, 0o777);
  }
  const build = building(stateDir);
  const [unshare = "", ...apart] = APART;
  if (spawnSync(unshare, [...apart, build], { timeout: LONGEST_MS }).status !== 0) return undefined;
  const host = [process.execPath, join(place, "test/fixtures/hosts/toolkit.mjs"), stateDir, directory];
  const words = [
    ...apart,
    `${build} && exec "$@"`,
    "sh",
    ...AS_PLAIN_USER,
    ...host,
    ...calls.map((call) => JSON.stringify(call)),
  ];
  const env = { PATH: "/usr/bin:/bin", HOME: place, NACRE_TEST: place };
  const { stdout } = await promisify(execFile)(unshare, words, { env, cwd: place, timeout: LONGEST_MS });
  expect(pidsInEnvironment(`NACRE_TEST=${place}`)).toEqual([]);
  return { ...JSON.parse(stdout), directory } as Report;
}
