import type { Text } from "../values/abstract-text.ts";

/** The paths of process substitutions. The same one has the same path in every walk: a loop could not come to rest otherwise. */
export class Channels {
  /** By source, then by place: a key of both would copy the source for each of them. */
  readonly #bySource = new Map<string, Map<number, Text>>();
  #count = 0;

  path(source: string, pos: number): Text {
    const paths = this.#bySource.get(source) ?? new Map<number, Text>();
    this.#bySource.set(source, paths);
    const path = paths.get(pos) ?? `/dev/fd/nacre-${++this.#count}`;
    paths.set(pos, path);
    return path;
  }
}
