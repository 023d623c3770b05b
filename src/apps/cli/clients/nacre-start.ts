import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { isInside } from "../../../core/files/path-inside.ts";
import { CONFIG_NAME } from "../commands/project-files.ts";
import type { Client, Start, Whereabouts } from "./client.ts";

/** Where programs lie for an application that was started from a desktop. */
const DESKTOP_PATH = ["/usr/local/bin", "/usr/bin", "/bin"];

/** How this client starts nacre over stdio with the project's configuration. */
export function startOf(client: Client, where: Whereabouts): Start {
  const prefix = client.prefix === undefined ? [] : ["--prefix", client.prefix];
  const args = ["mcp", "--config", join(where.cwd, CONFIG_NAME), ...prefix];
  // Not npx: clients start it in the project, and npx prefers the project's node_modules, where commands can write.
  const nacre = client.isDesktop ? programOnPath("nacre", where) : undefined;
  if (nacre === undefined) return { command: "nacre", args };
  // nacre is a script of node, which must be found too.
  const findsNode = DESKTOP_PATH.some((directory) => existsSync(join(directory, "node")));
  return findsNode ? { command: nacre, args } : { command: process.execPath, args: [nacre, ...args] };
}

/** A program on the user's PATH. What lies in the project, or in a node_modules that npm put there, does not count. */
export function programOnPath(name: string, { env, cwd }: Pick<Whereabouts, "env" | "cwd">): string | undefined {
  return (env["PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => isAbsolute(directory) && !isInside(directory, cwd))
    .filter((directory) => !directory.split(sep).includes("node_modules"))
    .map((directory) => join(directory, name))
    .find(isProgram);
}

/** Whether a file is there that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing, or not to be run
  }
}
