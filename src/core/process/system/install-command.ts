import { readFileSync } from "node:fs";
import { PACKAGE_MANAGERS } from "../../knowledge/package-managers.ts";

/** The system that a package is to be installed on. */
export type System = { readonly release: string; readonly platform: string; readonly isRoot: boolean };

const here = (): System => ({
  release: osRelease(),
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
});

/** The command that installs a package here, by the name that most systems give it. */
export function installCommand(name: string, { release, platform, isRoot }: System = here()): string {
  const manager = systemsOf(release, platform)
    .map((system) => PACKAGE_MANAGERS.find(({ systems }) => systems.includes(system)))
    .find((found) => found !== undefined);
  if (manager === undefined) return `install ${name} with the package manager of this system`;
  const asRoot = manager.needsRoot && !isRoot ? "sudo " : "";
  return `${asRoot}${manager.install} ${manager.names?.[name] ?? name}`;
}

/** The names of a system: its own, then those it is like, nearest first. */
function systemsOf(release: string, platform: string): readonly string[] {
  const named = (key: string): string => new RegExp(`^${key}=["']?([^"'\\n]*)`, "m").exec(release)?.[1] ?? "";
  return [named("ID"), ...named("ID_LIKE").split(" "), platform];
}

function osRelease(): string {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return ""; // no Linux, or a very small one
  }
}
