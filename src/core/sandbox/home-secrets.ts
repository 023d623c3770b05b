import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { HOME_PRIVATE, HOME_SECRETS } from "../knowledge/secret-places.ts";

/** The secret places of a home that exist. Looks only below names that the home has. */
export function homeSecretsIn(home: string): readonly string[] {
  const names = namesAt(home);
  return [...HOME_SECRETS, ...HOME_PRIVATE].flatMap((place) => {
    const [first = "", ...rest] = place.split("/");
    if (names !== undefined && !names.has(first)) return [];
    return found(join(home, first), rest);
  });
}

/** Where a path leads, a step at a time; a step with a `*` may lead to several paths. */
function found(path: string, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return existsSync(path) ? [path] : [];
  if (!step.includes("*")) return found(join(path, step), rest);
  const [before = "", after = ""] = step.split("*");
  const fitting = [...(namesAt(path) ?? [])].filter((name) => name.startsWith(before) && name.endsWith(after));
  return fitting.flatMap((name) => found(join(path, name), rest));
}

/** The names in a directory; undefined where it cannot be listed. */
function namesAt(directory: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(directory));
  } catch {
    return undefined;
  }
}
