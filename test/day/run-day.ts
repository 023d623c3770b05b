import { spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { AS_PLAIN_USER, plainCopy } from "../support/plain-user.ts";
import { waitUntil } from "../support/wait-until.ts";
import { type Chapter, rowOf } from "./chapter.ts";
import { HOME, makeHome, PROJECT } from "./ordinary-home.ts";

/** How one command of the day ended. */
export type DayResult = {
  readonly title: string;
  readonly run: string;
  readonly success: boolean;
  readonly output: string;
  readonly error?: string;
  /** The rules of the policy that asked before it ran; the user said yes. */
  readonly asked: readonly string[];
  readonly sandbox_refusal?: string;
  readonly notice?: string;
  readonly decision?: string;
};

/** Programs of the system and of the user's own `~/.local/bin`. */
export const DAY_PATH = `${HOME}/.local/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/postgresql/15/bin`;

/** The day has a network of its own, so that the port is free and nothing is asked outside. */
const REGISTRY_PORT = 18_470;

/** Runs the chapters as a plain user with a home of its own at `HOME`, in a mount namespace of the test's. */
export async function runDay(chapters: readonly Chapter[]): Promise<readonly DayResult[]> {
  const place = plainCopy();
  const home = makeHome(place, REGISTRY_PORT);
  const stateDir = join(place, "state");
  mkdirSync(stateDir);
  chmodSync(stateDir, 0o777);
  const ownMounts = ["--dev-bind", "/", "/", "--tmpfs", "/home", "--bind", home, HOME];
  const host = ["env", ...AS_PLAIN_USER, process.execPath, join(place, "test/fixtures/hosts/working-day.mjs")];
  const words = [...ownMounts, "--unshare-net", "--die-with-parent", "--", ...host];
  const env = { PATH: DAY_PATH, HOME, LANG: "C.UTF-8", SHELL: "/bin/bash", NACRE_TEST: place };
  const day = spawn("bwrap", [...words, stateDir, PROJECT, String(REGISTRY_PORT)], {
    env,
    cwd: place,
    stdio: ["pipe", "pipe", "inherit"],
  });
  day.stdin.end(JSON.stringify(chapters.map((chapter) => ({ ...chapter, rows: chapter.rows.map(rowOf) }))));
  const said = await text(day.stdout);
  await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
  return said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DayResult);
}
