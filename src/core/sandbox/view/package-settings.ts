import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { passesThrough } from "../../files/link-leads-through.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { PACKAGE_SETTINGS } from "../../knowledge/package-manager-settings.ts";
import { goodPartOf } from "./good-settings.ts";

/** A user's settings for package managers as commands get them. */
export type ShownSettings = {
  /** By path relative to home. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that are not shown, or not whole, because of a credential, by the tool that reads them. */
  readonly withheld: readonly Withheld[];
};

export type Withheld = { readonly tool: string; readonly path: string };

/**
 * Leaves out a file that a link leads to through a directory that commands can write: it may be any file.
 */
export function packageSettingsOf(home: string, writable: readonly string[] = []): ShownSettings {
  const files = new Map<string, string>();
  const withheld: Withheld[] = [];
  for (const { tool, files: names, good, credentials = [] } of PACKAGE_SETTINGS) {
    for (const name of names) {
      const text = readAt(join(home, name), writable);
      if (text === undefined) continue;
      const shown = goodPartOf(text, good);
      files.set(name, `${shown}\n`);
      if (holdsMore(text, shown)) withheld.push({ tool, path: join(home, name) });
    }
    withheld.push(
      ...credentials.flatMap((name) => (existsSync(join(home, name)) ? [{ tool, path: join(home, name) }] : [])),
    );
  }
  return { files, withheld };
}

function readAt(path: string, writable: readonly string[]): string | undefined {
  if (passesThrough(path, writable)) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // the user has none
  }
}

/** Words of a setting that holds a credential. */
const CREDENTIAL = /auth|token|passw|secret|credential|username|:\/\/[^\s/]*@|<server>|[?&]\w+=/gi;

const holdsMore = (whole: string, shown: string): boolean =>
  (whole.match(CREDENTIAL)?.length ?? 0) > (shown.match(CREDENTIAL)?.length ?? 0);

/** Puts them below a directory, each at its place in a home. */
export function writePackageSettings({ files }: ShownSettings, below: string): void {
  for (const [name, text] of files) {
    const path = join(below, name);
    if (!existsSync(dirname(path))) makeDirectory(dirname(path), 0o755);
    writeFileSync(path, text, { mode: 0o644 });
  }
}
