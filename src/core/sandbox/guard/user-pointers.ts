import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { kindIn } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { HIDDEN_FILE_NAME } from "../../knowledge/secret-places.ts";
import type { SealRegistry } from "./seal-registry.ts";
import type { WorkspaceSearch } from "./search/workspace-search.ts";
import { isOpened } from "./writable-exceptions.ts";

/** The kernel follows no more links to one file. */
const MOST_LINKS = 40;

export type UserPointersOptions = {
  readonly workspace: string;
  readonly write: readonly string[];
  readonly seals: Pick<SealRegistry, "has" | "add" | "addWithWay">;
  readonly search: Pick<WorkspaceSearch, "enter">;
  /** Hides a file of secrets. */
  readonly hide: (path: string) => void;
};

/**
 * What the user's own settings and links lead to in the workspace. A command that could change it would decide what the
 * user's tools run: so it is sealed. A link itself cannot be: it is remembered as it was.
 */
export class UserPointers {
  readonly #options: UserPointersOptions;
  /** Where each link of the user's leads, as it is written in it. */
  readonly #links = new Map<string, string>();
  /** What must not be made or replaced by a command, because something leads there. */
  readonly targets: Set<string> = new Set();

  constructor(options: UserPointersOptions) {
    this.#options = options;
  }

  /** Whether a link of the user's lies there as it was. */
  isUsersLink(path: string): boolean {
    const known = this.#links.get(path);
    return known !== undefined && textOf(path) === known;
  }

  /** Takes a link as it is for the user's, and protects what it leads to. */
  addLink(path: string): void {
    const text = textOf(path);
    if (text === undefined || this.#links.get(path) === text) return;
    this.#links.set(path, text);
    const { workspace, search, seals, hide } = this.#options;
    const end = this.#endOf(resolve(dirname(path), text));
    if (end === undefined || isOpened(end, this.#options.write)) return;
    const kind = kindIn(workspace, end);
    if (HIDDEN_FILE_NAME.test(basename(path))) {
      if (kind === "file") hide(end);
    } else if (basename(path) === ".git" && kind === "directory") {
      search.enter(end, "store");
      for (let way = dirname(end); way !== workspace && isInside(way, workspace); way = dirname(way))
        seals.add(way, "fixed");
    } else this.addTarget(end);
  }

  /** Seals what something of the user's leads to; what is missing as yet is guarded by its name. */
  addTarget(path: string): void {
    const { workspace, write, seals } = this.#options;
    if (isOpened(path, write) || seals.has(path)) return;
    this.targets.add(path);
    const kind = kindIn(workspace, path);
    if (kind === "link") this.addLink(path);
    else if (kind !== "missing") seals.addWithWay(path);
  }

  /** The path in the workspace where a path ends, no part of it a link; the links on the way are the user's too. */
  #endOf(path: string): string | undefined {
    const { workspace } = this.#options;
    let target = path;
    for (let links = 0; links < MOST_LINKS; links++) {
      if (target === workspace || !isInside(target, workspace)) return undefined;
      const link = firstLinkOn(workspace, target);
      if (link === undefined) return target;
      const text = textOf(link) ?? "";
      this.#links.set(link, text);
      this.targets.add(link);
      target = join(resolve(dirname(link), text), relative(link, target));
    }
    return undefined;
  }
}

/** What is written in a link; undefined where none lies. */
function textOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined; // not there
  }
}

function firstLinkOn(workspace: string, path: string): string | undefined {
  let at = workspace;
  for (const name of relative(workspace, path).split("/")) {
    at = join(at, name);
    if (textOf(at) !== undefined) return at;
  }
  return undefined;
}
