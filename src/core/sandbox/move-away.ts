import { cpSync, renameSync, rmSync } from "node:fs";

/** Moves something aside, to another file system if need be. Nothing is followed: a link is moved as a link. */
export function moveAway(from: string, to: string, rename: (from: string, to: string) => void = renameSync): void {
  try {
    rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}
