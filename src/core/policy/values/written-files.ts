import { bounded, type Text } from "./abstract-text.ts";
import { type Joining, joinContents } from "./join.ts";
import type { SessionView } from "./session-view.ts";
import { SharedMap } from "./shared-map.ts";

/** The most files that are followed. */
const MAX_FILES = 512;

/** What files hold that the text, or the session before it, wrote. A directory has a trailing slash and speaks for what is below it. */
export class WrittenFiles {
  readonly #session: SessionView | undefined;
  readonly #files: SharedMap<Text>;

  constructor(session: SessionView | undefined, files: SharedMap<Text> = new SharedMap()) {
    this.#session = session;
    this.#files = files;
  }

  fork(): WrittenFiles {
    return new WrittenFiles(this.#session, this.#files.fork());
  }

  write(path: Text, content: Text): void {
    this.#session?.writes(path);
    if (this.#files.size < MAX_FILES) this.#files.set(path, content);
  }

  append(path: Text, content: Text): void {
    this.write(path, bounded((this.#files.get(path) ?? this.#session?.file(path) ?? "") + content));
  }

  /** What lies there, where the text or the session wrote it. */
  content(path: Text): Text | undefined {
    return this.ownContent(path) ?? this.#session?.file(path);
  }

  /** The same where this very text wrote it. The few that were written are looked through: a path may have many parents. */
  ownContent(path: Text): Text | undefined {
    const own = this.#files.get(path);
    if (own !== undefined) return own;
    let nearest: { readonly directory: Text; readonly content: Text } | undefined;
    for (const [directory, content] of this.#files.entries()) {
      if (!directory.endsWith("/") || directory.length <= (nearest?.directory.length ?? 1)) continue;
      if (path.startsWith(directory)) nearest = { directory, content };
    }
    return nearest?.content;
  }

  /** Every file that the text or the session is known to have written. */
  paths(): readonly Text[] {
    return [...this.#files.keys(), ...(this.#session?.writtenFiles() ?? [])];
  }

  /** Takes over what a fork wrote to disk. */
  keep(fork: WrittenFiles): void {
    this.#files.join(fork.#files, (_path, before, after) => (this.#files.size < MAX_FILES ? after : (before ?? after)));
  }

  /** Afterwards each file may hold either; whether that is more than was known. */
  merge(branch: WrittenFiles, joining: Joining): boolean {
    return this.#files.join(branch.#files, (_path, before, after) =>
      before === undefined ? after : bounded(joinContents(before, after, joining)),
    );
  }
}
