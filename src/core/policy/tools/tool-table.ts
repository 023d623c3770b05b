import { SHELL_NAMES } from "../../knowledge/shell-names.ts";
import type { Tool } from "./tool-shape.ts";

/** The tools that are known, by every name they go by. */
export class ToolTable {
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.flatMap((tool) => tool.names.map((name) => [name, tool] as const)));
  }

  /** Every name that is known. */
  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  /** The tool of that name, or of the name it is a version of; `undefined` for an unknown tool. */
  find(name: string): Tool | undefined {
    return this.#tools.get(plainName(name, this.#tools));
  }
}

const VERSIONED = new RegExp(
  String.raw`^(python|pypy|perl|ruby|php|lua|node|gcc|g\+\+|clang|go|java|vim|pip|gawk|awk|tclsh|guile|luajit|psql|mysql|ld-linux.*?|ld-musl.*?|${SHELL_NAMES.join("|")})[-.]?\d[\w.-]*$`,
);

/** Names that stand for another program: versions, GNU prefixes, file systems. */
function plainName(name: string, known: ReadonlyMap<string, Tool>): string {
  if (known.has(name)) return name;
  const lower = name.toLowerCase();
  if (lower !== name && known.has(lower)) return lower;
  const versioned = VERSIONED.exec(name)?.[1];
  if (versioned !== undefined && known.has(versioned)) return versioned;
  if (/^(?:ip6?|eb|arp)tables-(?:legacy|nft)$/.test(name)) return name.replace(/-\w+$/, "");
  if (/^partclone\.\w+$/.test(name)) return "partclone";
  if (/^(?:mkfs|newfs|fsck|mount|umount)[._]\w+$/.test(name))
    return name.startsWith("newfs") ? "mkfs" : name.replace(/[._]\w+$/, "");
  if (/^ld(?:-linux.*|-musl.*|-\d.*|64)?\.so(?:\.\d+)?$/.test(name)) return "ld.so";
  if (
    name.startsWith("g") &&
    known.has(name.slice(1)) &&
    /^g(?:rm|cp|mv|ln|dd|sed|awk|tar|find|xargs|chmod|chown|shred|truncate|tee|cat|install|timeout|env|nice|sort|split|unlink|rmdir)$/.test(
      name,
    )
  ) {
    return name.slice(1);
  }
  return name;
}
