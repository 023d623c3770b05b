import { couldBe, hasGlob, isKnown, type Text } from "../values/abstract-text.ts";
import { FAMILIES } from "./all-tools.ts";
import { CONTAINERS } from "./cloud/containers.ts";
import type { Program } from "./effect.ts";
import { EDITORS } from "./files/editors.ts";
import { FILES } from "./files/files.ts";
import { TEXT_TOOLS } from "./files/text-tools.ts";
import { DISKS } from "./machine/disks.ts";
import { HARDWARE } from "./machine/hardware.ts";
import { MACHINE } from "./machine/machine.ts";
import { PROCESS_TOOLS } from "./machine/processes.ts";
import { PACKAGES } from "./packages/language-managers.ts";
import { WRAPPERS } from "./run/wrappers.ts";
import { VERSION_CONTROL } from "./vcs/git.ts";

const PROGRAMS: ReadonlyMap<string, Program> = new Map(FAMILIES.flatMap((family) => Object.entries(family)));

/** Names that stand for another program: versions, GNU prefixes, file systems. */
function plainName(name: string): string {
  if (PROGRAMS.has(name)) return name;
  const lower = name.toLowerCase();
  if (lower !== name && PROGRAMS.has(lower)) return lower;
  const versioned =
    /^(python|pypy|perl|ruby|php|lua|node|gcc|g\+\+|clang|go|java|vim|bash|ksh|pip|gawk|awk|tclsh|guile|luajit|psql|mysql|ld-linux.*?|ld-musl.*?)[-.]?\d[\w.-]*$/.exec(
      name,
    )?.[1];
  if (versioned !== undefined && PROGRAMS.has(versioned)) return versioned;
  if (/^(?:ip6?|eb|arp)tables-(?:legacy|nft)$/.test(name)) return name.replace(/-\w+$/, "");
  if (/^partclone\.\w+$/.test(name)) return "partclone";
  if (/^(?:mkfs|newfs|fsck|mount|umount)[._]\w+$/.test(name))
    return name.startsWith("newfs") ? "mkfs" : name.replace(/[._]\w+$/, "");
  if (/^ld(?:-linux.*|-musl.*|-\d.*|64)?\.so(?:\.\d+)?$/.test(name)) return "ld.so";
  if (
    name.startsWith("g") &&
    PROGRAMS.has(name.slice(1)) &&
    /^g(?:rm|cp|mv|ln|dd|sed|awk|tar|find|xargs|chmod|chown|shred|truncate|tee|cat|install|timeout|env|nice|sort|split|unlink|rmdir)$/.test(
      name,
    )
  ) {
    return name.slice(1);
  }
  return name;
}

/** What a program does; `undefined` when nobody here has heard of it. */
export const programOf = (name: string): Program | undefined => PROGRAMS.get(plainName(name));

/** Families whose tables know verbs and switches, not every option that reads a file or runs a text. */
const NARROW: ReadonlySet<string> = new Set([DISKS, MACHINE, HARDWARE, PROCESS_TOOLS, PACKAGES].flatMap(Object.keys));

/** Families whose options are read one by one, for what they mean there. */
const EXACT: ReadonlySet<string> = new Set(
  [TEXT_TOOLS, FILES, EDITORS, WRAPPERS, VERSION_CONTROL, CONTAINERS].flatMap(Object.keys),
);

/** Whether options mean to this program what they mean everywhere. */
export const isUsual = (name: string): boolean => !EXACT.has(plainName(name));

/** Whether more may hide in this program's arguments than its table looks at. */
export const isNarrow = (name: string): boolean => NARROW.has(plainName(name));

/** Programs worth trying when a glob could be any of several. */
const CANDIDATES: readonly string[] =
  "rm dd sh bash mkfs shred chmod chown mv cp cat curl wget python3 perl find kill tee nc ssh sudo env".split(" ");

/** The programs a command word may name; `certain` is false when that is a guess. */
export function resolveNames(word: Text): { readonly names: readonly string[]; readonly certain: boolean } {
  const base = word.slice(word.lastIndexOf("/") + 1);
  if (isKnown(base)) return base === "" ? { names: [], certain: true } : { names: [base], certain: true };
  if (!hasGlob(base)) return { names: [], certain: false };
  const names = CANDIDATES.filter((name) => couldBe(base, name));
  return { names, certain: false };
}
