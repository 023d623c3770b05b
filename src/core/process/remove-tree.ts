import { spawnSync } from "node:child_process";
import { lstatSync, rmSync, type Stats } from "node:fs";
import { REMOVAL_MS } from "../base/limits.ts";
import { trustedProgram } from "./trusted-program.ts";

/**
 * Removes a tree that commands could write, when no process is left that could change it. A command may have made it
 * deeper than any path can say, and taken away the right to list it: what plain removal cannot do is left to programs
 * that go step by step. Returns whether the tree is gone; never throws, because what a command left must not keep a
 * host from ending or the next from starting.
 */
export function removeTree(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    if (lookAt(path)?.isDirectory()) {
      run("chmod", ["-R", "u+rwX", "--", path]);
      run("rm", ["-rf", "--", path]);
    }
  }
  return lookAt(path) === undefined;
}

/** Undefined where nothing is, or nothing can be: a command may have put a file where a directory was. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Neither program follows a link below the path. */
function run(name: string, args: readonly string[]): void {
  const program = trustedProgram(name);
  if (program !== undefined) spawnSync(program, args, { stdio: "ignore", env: {}, cwd: "/", timeout: REMOVAL_MS });
}
