import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../../base/limits.ts";
import { withoutCredentials } from "../../base/without-credentials.ts";
import { passesThrough } from "../../files/link-leads-through.ts";
import { gitKeys, LFS_FILTER } from "../../knowledge/git-settings-that-run.ts";
import { nameList } from "../../knowledge/name-list.ts";
import type { Scratch } from "./private-directories.ts";

/**
 * The settings that commands get: who the user is, and how git behaves. Not `url.insteadof`, which leads to keys that are
 * not inside, nor anything that names a program or a file.
 */
const SHOWN = gitKeys(
  nameList(`
    user.name user.email user.useconfigonly init.defaultbranch pull.rebase pull.ff push.default push.autosetupremote
    push.followtags fetch.prune fetch.prunetags merge.ff merge.conflictstyle rebase.autostash rebase.autosquash
    rebase.updaterefs rerere.enabled core.autocrlf core.eol core.safecrlf core.quotepath core.whitespace core.abbrev
    core.longpaths core.precomposeunicode color.ui diff.algorithm diff.renames diff.colormoved diff.mnemonicprefix
    log.date log.decorate log.follow branch.sort branch.autosetuprebase tag.sort column.ui commit.verbose status.short
    status.showuntrackedfiles submodule.recurse blame.date advice.* http.proxy http.sslverify
  `),
);

/** git-lfs as its installer writes it; ordinary repositories need it. */
const LFS = /^filter\.lfs\.(?:clean|smudge|process|required)$/;

/** A part of an alias that may carry a secret: a setting of its own, an address, a word for it, a long mixed word. */
const UNSAFE_IN_ALIAS =
  /^\s*["']?!|(?:^|\s)(?:-c|--config-env)\b|:\/\/|auth(?!or)|token|passw|secret|header|\b(?=\w*\d)(?=\w*[A-Za-z])\w{20,}/i;

/** The user's signing keys are not inside: every signed commit would fail. */
const UNSIGNED = "[commit]\n\tgpgSign = false\n[tag]\n\tgpgSign = false\n";

/**
 * The user's git settings as commands get them. Leaves out a file that a link leads to through a directory that commands
 * can write: it may be any file.
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
  return texts.length === 0 ? undefined : [...texts.flatMap(shownIn), UNSIGNED].join("\n");
}

/** The settings of a file that are shown, each below its own section. */
function shownIn(text: string): string[] {
  let section = "";
  let subsection = "";
  // A line that ends in a backslash goes on in the next.
  const lines = text.replace(/\\\r?\n/g, "").split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name, sub, behind = ""] = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) [section, subsection] = [name.toLowerCase(), sub ?? ""];
    const rest = name === undefined ? line : behind;
    const [, key = "", said = "true"] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest) ?? [];
    const value = said.includes('"') ? said : said.replace(/\s+[#;].*$/, "");
    if (key === "" || !isShown({ section, subsection, key: key.toLowerCase(), value })) return [];
    const head = subsection === "" ? section : `${section} "${subsection}"`;
    return [`[${head}]\n\t${key} = ${withoutCredentials(value)}`];
  });
}

type Setting = {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  readonly value: string;
};

function isShown({ section, subsection, key, value }: Setting): boolean {
  if (section === "alias") return subsection === "" && !UNSAFE_IN_ALIAS.test(value);
  if (section === "filter" && LFS.test(`filter.${subsection}.${key}`))
    return key === "required" || LFS_FILTER.test(value);
  return subsection === "" && SHOWN.test(`${section}.${key}`);
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
