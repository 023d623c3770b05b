import { dirname, relative, resolve } from "node:path";
import { realKindAt } from "../../../files/kind-at.ts";
import { isInside } from "../../../files/path-inside.ts";
import { readUntrustedBytes } from "../../../files/read-untrusted.ts";
import { GIT_LOOKS_IN, GIT_RUNS, gitKeys } from "../../../knowledge/git-settings-that-run.ts";
import { type GitSetting, settingsIn } from "./disarm-git-config.ts";
import { CONFIG_BYTES } from "./git-run-points.ts";

/** Settings whose programs git runs by itself. The user names an alias or a tool to run it. */
const KEYS = GIT_RUNS.filter((key) => !/^(?:alias|guitool|difftool|mergetool|man|browser|web|instaweb)\./.test(key));
const RUNS_BY_ITSELF = gitKeys(KEYS);

/** A configuration without any of these lines names nothing that git runs or obeys: git need not be asked. */
const SPEAKS_OF_RUNNING = new RegExp(
  [...KEYS, ...GIT_LOOKS_IN, "include.*", "includeif.*"]
    .map((key) => key.split("."))
    .map(([section, last]) => (last === "*" ? `\\[\\s*${section}\\b` : `(?:^|\\])\\s*${last}\\s*(?:=|$)`))
    .join("|"),
  "im",
);

/**
 * The paths in a workspace that a configuration of the user has git obey or run: hooks, further configurations,
 * attributes, and files that a driver or another program setting names. A command that could change them would decide
 * what git runs. They need not exist.
 */
export async function configTargets(
  config: string,
  workspace: string,
  seen: Set<string> = new Set(),
): Promise<readonly string[]> {
  if (seen.has(config)) return [];
  seen.add(config);
  const bytes = readUntrustedBytes(config, CONFIG_BYTES)?.bytes;
  if (bytes === undefined || !SPEAKS_OF_RUNNING.test(bytes.toString("latin1"))) return [];
  const top = topOf(config, workspace);
  const found: string[] = [];
  for (const { name, value } of (await settingsIn(bytes)) ?? []) {
    const targets = targetsOf({ name, value }, { config, top }).filter((path) => isInside(path, workspace));
    found.push(...targets.filter((path) => path !== workspace));
    if (!name.startsWith("include")) continue;
    for (const path of targets) found.push(...(await configTargets(path, workspace, seen)));
  }
  return [...new Set(found)];
}

/** Where git starts hooks and drivers: the top of the work tree. */
function topOf(config: string, workspace: string): string {
  const [, top] = /^(.*)\/\.git(?:\/|$)/.exec(config) ?? [];
  return top ?? workspace;
}

type Place = { readonly config: string; readonly top: string };

function targetsOf({ name, value }: GitSetting, { config, top }: Place): readonly string[] {
  if (value.startsWith("~")) return []; // in a home, which is never in a workspace
  const key = name.replace(/\..*\./s, ".");
  if (GIT_LOOKS_IN.includes(key)) return [resolve(top, value)];
  if (key === "include.path" || key === "includeif.path") return [resolve(dirname(config), value)];
  return RUNS_BY_ITSELF.test(key) ? filesNamedIn(value, top) : [];
}

/** The files that the words of a command name. */
function filesNamedIn(value: string, top: string): readonly string[] {
  return value
    .split(/[\s"'|&;<>()!]+/)
    .filter((word) => word !== "" && !word.startsWith("-"))
    .map((word) => resolve(top, word))
    .filter((path) => isInside(path, top) && realKindAt(top, relative(top, path)) === "file");
}
