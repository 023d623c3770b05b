import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../base/fault.ts";

/**
 * Makes a directory and its parents, private by default. Not Node's own `recursive`: below /proc that never returns.
 */
export function makeDirectory(path: string, mode = 0o700): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path)) throw error; // otherwise another process made it meanwhile
  }
}

/**
 * Whether a directory is this user's or root's, who can change everything anyway: the owner of any other could replace
 * what is in it. One that is not there, or cannot be looked at, is told by what is done with it next.
 */
export function isOwn(directory: string): boolean {
  const user = process.getuid?.();
  const owner = ownerOf(directory);
  return user === undefined || owner === undefined || owner === user || owner === 0;
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** Throws where the state directory is another user's. Root is told too, whom no right stops. */
export function checkOwn(stateDir: string): void {
  if (!isOwn(stateDir)) throw new Fault("STATE_DIR_UNUSABLE", `${stateDir} belongs to another user`);
}
