import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TRY_COPY_FILES } from "../base/limits/try-limits.ts";
import { messageOf } from "../base/system-error.ts";
import { makeDirectory } from "../files/make-directory.ts";
import type { MachineFinding } from "../sandbox/examine.ts";
import { NoOverlay, openOverlay } from "./overlay.ts";

/** Whether tries can have an overlay here, found out by making one. `hasWall`: whether a sandbox can be built. */
export async function examineTry(stateDir: string, hasWall = true): Promise<MachineFinding> {
  const name = "try";
  if (!hasWall) return { name, state: "missing", what: "a try runs in a sandbox, and none can be built" };
  const problem = await overlayProblem(stateDir);
  if (problem === undefined) return { name, state: "ok", what: "on an overlay of the workspace" };
  const what = `on a copy, of a workspace with up to ${TRY_COPY_FILES} files; no overlay: ${problem.message}`;
  return { name, state: "partly", what, fix: problem.fix };
}

async function overlayProblem(stateDir: string): Promise<NoOverlay | undefined> {
  const top = join(stateDir, `try-probe-${process.pid}`);
  const at = (name: string): string => join(top, name);
  try {
    makeDirectory(top);
    for (const name of ["lower", "upper", "work", "merged"]) mkdirSync(at(name));
    const places = { lower: at("lower"), upper: at("upper"), work: at("work"), merged: at("merged") };
    await (await openOverlay(places)).close();
    return undefined;
  } catch (error) {
    if (error instanceof NoOverlay) return error;
    return new NoOverlay(messageOf(error), "set NACRE_STATE_DIR to a directory that this user may write");
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
