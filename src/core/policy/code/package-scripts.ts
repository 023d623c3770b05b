import { isRecord } from "../../base/is-record.ts";

/** Scripts that a package manager runs by itself when it installs or packs. */
const LIFECYCLE =
  /^(?:pre|post)?(?:install|prepare|prepublish|prepublishOnly|prepack|pack|publish|version|dependencies|uninstall)$/;

/** The shell text that a manifest has for this script, and for what runs before and behind it; undefined: the lifecycle's. */
export function scriptsIn(manifest: string, script: string | undefined): readonly string[] {
  const scripts = scriptsOf(manifest);
  const isMeant = (name: string): boolean =>
    script === undefined ? LIFECYCLE.test(name) : [script, `pre${script}`, `post${script}`].includes(name);
  return Object.entries(scripts).flatMap(([name, text]) => (isMeant(name) ? textsOf(text) : []));
}

function scriptsOf(manifest: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(manifest);
    return isRecord(read) && isRecord(read["scripts"]) ? read["scripts"] : {};
  } catch {
    return {};
  }
}

/** One script, or the steps of one. */
const textsOf = (script: unknown): readonly string[] =>
  [script].flat().filter((text): text is string => typeof text === "string");
