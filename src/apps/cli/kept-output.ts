import { renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { wallMs } from "../../core/base/clock.ts";
import { FINISHED_SHELL_TTL_SECONDS } from "../../core/base/limits.ts";
import { messageOf } from "../../core/base/system-error.ts";
import { namesIn } from "../../core/files/list-directory.ts";
import { makeDirectory } from "../../core/files/make-directory.ts";
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
    makeDirectory(outputsOf(stateDir));
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

/** Deletes what was kept longer than an hour ago. */
export function sweepOutputs(stateDir: string, now: number = wallMs()): void {
  for (const name of namesIn(outputsOf(stateDir))) {
    const path = join(outputsOf(stateDir), name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > FINISHED_SHELL_TTL_SECONDS * 1000) rmSync(path, { force: true });
  }
}
