import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../../base/limits.ts";
import { passesThrough } from "../../files/link-leads-through.ts";
import type { Scratch } from "./private-directories.ts";

/** Text that may hold a secret, in whatever setting it stands. */
const SECRET = /extraheader|:\/\/(?!git@)[^/\s]*@|password|token|secret/i;

/** The user's signing keys are not inside: every signed commit would fail. */
const UNSIGNED = "[commit]\n\tgpgSign = false\n[tag]\n\tgpgSign = false\n";

/**
 * The user's git settings as commands get them: name, e-mail, aliases; of a file that holds a secret only the name and
 * e-mail. Leaves out a file that a link leads to through a directory that commands can write: it may be any file.
 */
export function gitSettingsOf(home: string, writable: readonly string[] = []): string | undefined {
  const texts = [".config/git/config", ".gitconfig"].flatMap((name) => {
    if (passesThrough(join(home, name), writable)) return [];
    try {
      return [readFileSync(join(home, name), "utf8")];
    } catch {
      return []; // the user has none
    }
  });
  if (texts.length === 0) return undefined;
  return [...texts.map((text) => (SECRET.test(text) ? identityIn(text) : text)), UNSIGNED].join("\n");
}

/** The name and e-mail in `[user]`. */
function identityIn(text: string): string {
  let section = "";
  const lines = text.split("\n").filter((line) => {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    return section === "user" && /^\s*(?:name|email)\s*=/i.test(line) && !SECRET.test(line);
  });
  return ["[user]", ...lines, ""].join("\n");
}

/**
 * Puts the settings where git finds them: in the private home, or in /etc where each shell has an empty home of its
 * own.
 */
export function writeGitSettings(settings: string, { home, etc }: Scratch, { tempBytes }: Limits): void {
  if (tempBytes === 0) return writeFileSync(join(home, ".gitconfig"), settings);
  const path = join(etc, "gitconfig");
  const machines = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : "";
  // It may be a copied link of the machine; a write must not follow it.
  rmSync(path, { force: true });
  writeFileSync(path, `${machines}\n${settings}`, { mode: 0o644 });
}
