import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FINISHED_SHELL_TTL_SECONDS } from "../../core/base/limits.ts";
import { jumpBetween, type Stamp, stampIn, stampNow } from "../../core/base/stamp.ts";
import { messageOf } from "../../core/base/system-error.ts";
import { namesIn } from "../../core/files/list-directory.ts";
import { checkOwn, isOwn, makeDirectory } from "../../core/files/make-directory.ts";
import type { ToolMetadata, ToolResult } from "../../tools/tool.ts";

const outputsOf = (stateDir: string): string => join(stateDir, "outputs");

/** Where the log of a host is kept when the host ends and deletes its own directory. */
export const keptPath = (stateDir: string, path: string): string =>
  join(outputsOf(stateDir), `${basename(dirname(dirname(path)))}-${basename(path)}`);

/** Makes a result valid after the end of its host: moves the logs it names to where they stay for an hour. */
export function keepOutput(result: ToolResult, stateDir: string): ToolResult {
  const paths = result.metadata["output_paths"];
  if (!Array.isArray(paths)) return result;
  // The reader of this result is outside the sandbox and can read files; the host that knew the id is gone.
  const metadata = withoutKeys(result.metadata, ["output_path", "output_paths", "bash_id"]);
  try {
    checkOwn(stateDir);
    makeDirectory(outputsOf(stateDir));
    noteLook(outputsOf(stateDir), stampNow());
    const kept = paths.map((path) => {
      const place = keptPath(stateDir, String(path));
      renameSync(String(path), place);
      return place;
    });
    return { ...result, metadata: { ...metadata, output_path: kept[0], output_paths: kept } };
  } catch (error) {
    return {
      ...result,
      metadata: { ...metadata, output_problem: `the whole output could not be kept: ${messageOf(error)}` },
    };
  }
}

const withoutKeys = (metadata: ToolMetadata, keys: readonly string[]): ToolMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !keys.includes(key)));

/**
 * Deletes what was kept longer than an hour ago. A file's time is by the time of day: when that has jumped since the last
 * look, the times of all files jump along.
 */
export function sweepOutputs(stateDir: string, now: Stamp = stampNow()): void {
  const directory = outputsOf(stateDir);
  const names = namesIn(directory).filter((name) => name !== LAST_LOOK);
  if (names.length === 0 || !isOwn(stateDir)) return;
  const last = lastLook(directory);
  const jump = last === undefined ? 0 : jumpBetween(last, now);
  for (const path of names.map((name) => join(directory, name))) {
    const keptAt = (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.wall) + jump;
    if (now.wall - keptAt > FINISHED_SHELL_TTL_SECONDS * 1000) rmSync(path, { force: true });
    else if (jump !== 0) ifPossible(() => utimesSync(path, keptAt / 1000, keptAt / 1000));
  }
  noteLook(directory, now);
}

/** The file that tells when nacre last looked at the others. */
const LAST_LOOK = "last-look.json";

function lastLook(directory: string): Stamp | undefined {
  try {
    return stampIn(JSON.parse(readFileSync(join(directory, LAST_LOOK), "utf8")));
  } catch {
    return undefined; // the first look, or a file that is none of nacre's
  }
}

const noteLook = (directory: string, now: Stamp): void =>
  ifPossible(() => writeFileSync(join(directory, LAST_LOOK), JSON.stringify(now), { mode: 0o600 }));

/** A disk that refuses costs a time that is right, not the result of a command. */
function ifPossible(act: () => void): void {
  try {
    act();
  } catch {
    // the next look finds the time as it is
  }
}
