import { alternatives, bounded, isKnown, replaceHoles, STAR, TAIL, type Text } from "./abstract-text.ts";
import { couldBe } from "./globs.ts";
import { type Contents, type Joining, joinContents } from "./join.ts";
import type { SessionView } from "./session-view.ts";
import { SharedMap } from "./shared-map.ts";

/** The most files that are followed. */
const MAX_FILES = 512;
/** The longest path whose parents are looked up one by one. */
const MAX_CLIMBED = 1024;
/** The most links; of more the oldest are forgotten. */
const MAX_LINKS = 256;

/** What a file holds that was not written. */
const NOTHING: Contents = [""];

/** What is put into a file: one of these; whether it surely replaces what was there: a program may fail, or leave it. */
type Writing = { readonly contents: Contents; readonly append?: boolean; readonly sure?: boolean };

/**
 * What files hold that the text, or the session before it, wrote: each of the contents that one may have. A directory has a
 * trailing slash and speaks for what is below it. With them the links that were made: each of the paths one may lead to.
 */
export class WrittenFiles {
  readonly #session: SessionView | undefined;
  readonly #files: SharedMap<Contents>;
  readonly #links: SharedMap<Contents>;

  constructor(session: SessionView | undefined, from?: WrittenFiles) {
    this.#session = session;
    this.#files = from === undefined ? new SharedMap() : from.#files.fork();
    this.#links = from === undefined ? new SharedMap(new Map(session?.links())) : from.#links.fork();
  }

  fork(): WrittenFiles {
    return new WrittenFiles(this.#session, this);
  }

  /** The path leads to another one from here on, or to where it led before. */
  link(path: Text, target: Text): void {
    this.#session?.leads(path, target);
    this.#links.set(path, alternatives([...(this.#links.get(path) ?? []), target]));
    const [oldest] = this.#links.size > MAX_LINKS ? this.#links.keys() : [];
    if (oldest !== undefined) this.#links.replace(oldest, undefined);
  }

  /** Where each link leads. */
  get links(): Pick<SharedMap<Contents>, "size" | "get" | "keys"> {
    return this.#links;
  }

  /** The file holds one of these now. */
  write(path: Text, ...contents: Contents): void {
    this.#session?.writes(path);
    if (this.#files.size < MAX_FILES) this.#files.set(path, contents);
  }

  /** Something is written there, or is to be. */
  put(path: Text, { contents, append = false, sure = false }: Writing): void {
    const before = this.#files.get(path) ?? this.#held(path);
    const after = append
      ? (before ?? NOTHING).flatMap((text) => contents.map((content) => bounded(text + content)))
      : contents;
    this.write(path, ...joinContents(sure ? [] : (before ?? []), after, "exact"));
  }

  /** A file, or what lies in a directory, may be gone: what is written there next stands alone. */
  remove(path: Text): void {
    for (const gone of [path, ...this.below(path)]) {
      const before = this.#files.get(gone);
      if (before !== undefined) this.#files.set(gone, joinContents(before, NOTHING, "exact"));
    }
  }

  #held(path: Text): Contents | undefined {
    const content = this.#session?.file(path);
    return content === undefined ? undefined : [content];
  }

  /** What lies there, where the text or the session wrote it. What it may hold is put one behind the other. */
  content(path: Text): Text | undefined {
    return this.contents(path)?.join("\n");
  }

  /** The same, each for itself. */
  contents(path: Text): Contents | undefined {
    return this.#own(path) ?? this.#held(path);
  }

  /** The same where this very text wrote it. */
  ownContent(path: Text): Text | undefined {
    return this.#own(path)?.join("\n");
  }

  #own(path: Text): Contents | undefined {
    return this.#files.get(path) ?? this.#nearest(path, "/");
  }

  /** What is known of what was put at a path above this one: where that is a directory, this may be a file of it. */
  broughtAbove(path: Text): Contents {
    const contents = this.#nearest(path, "");
    return contents?.map((content) => replaceHoles(content, "\n")) ?? [];
  }

  /** What was put nearest above a path, under a name with this ending. A path may have many parents: then the few that were written are looked through. */
  #nearest(path: Text, ending: "/" | ""): Contents | undefined {
    if (path.length > MAX_CLIMBED) return this.#nearestOfAll(path, ending);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const contents = this.#files.get(path.slice(0, at) + ending);
      if (contents !== undefined) return contents;
    }
    return undefined;
  }

  #nearestOfAll(path: Text, ending: "/" | ""): Contents | undefined {
    const above = this.#files
      .keys()
      .filter((one) => one.length > 1 && path.startsWith(one.endsWith("/") ? one : `${one}/`))
      .filter((one) => one.endsWith("/") === (ending === "/"));
    const nearest = above.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
    return this.#files.get(nearest);
  }

  isEmpty(): boolean {
    return this.#files.size === 0 && (this.#session?.writtenFiles() ?? []).length === 0;
  }

  /** Whether the text or the session is known to have written this very file. */
  isWritten(path: Text): boolean {
    return this.#files.get(path) !== undefined || this.#session?.writtenFiles().includes(path) === true;
  }

  /** Every file that the text or the session is known to have written. */
  paths(): readonly Text[] {
    return [...this.#files.keys(), ...(this.#session?.writtenFiles() ?? [])];
  }

  /** Those of them that a path which is not all known may be. */
  meantBy(path: Text): readonly Text[] {
    if (isKnown(path)) return [];
    const pattern = replaceHoles(path.replaceAll(`${TAIL}/`, STAR), STAR);
    return this.paths().filter((written) => isKnown(written) && couldBe(pattern, written));
  }

  /** Those of them that lie in a directory. */
  below(directory: Text): readonly Text[] {
    const inside = `${directory}/`;
    return this.paths().filter((path) => path.length > inside.length && path.startsWith(inside));
  }

  /** Takes over what a fork wrote to disk. */
  keep(fork: WrittenFiles): void {
    this.#files.join(fork.#files, (_path, before, after) => (this.#files.size < MAX_FILES ? after : (before ?? after)));
    this.#links.join(fork.#links, joinTargets);
  }

  /** Afterwards each file may hold either; whether that is more than was known. */
  merge(branch: WrittenFiles, joining: Joining): boolean {
    const news = this.#files.join(branch.#files, (path, before, after) =>
      joinContents(before ?? this.#held(path) ?? NOTHING, after, joining),
    );
    const lost = this.#files.keys().map((path) => this.#without(path, branch, joining));
    const leads = this.#links.join(branch.#links, joinTargets);
    return news || leads || lost.includes(true);
  }

  /** A file that the branch did not write may be as it was; whether that is more than was known. */
  #without(path: Text, branch: WrittenFiles, joining: Joining): boolean {
    const known = this.#files.get(path);
    if (known === undefined || branch.#files.get(path) !== undefined) return false;
    const joined = joinContents(known, this.#held(path) ?? NOTHING, joining);
    if (joined !== known) this.#files.set(path, joined);
    return joined !== known;
  }
}

function joinTargets(_path: Text, before: Contents = [], after: Contents): Contents {
  const both = alternatives([...before, ...after]);
  return both.length === before.length ? before : both;
}
