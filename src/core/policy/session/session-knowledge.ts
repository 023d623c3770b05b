import type { Changes } from "../verdict.ts";

/** A variable of a session: one text, or the elements of a list by index or key; undefined when it has no value. */
export type SessionVariable = {
  /** The letters of `declare`: `n` a name that stands for another. */
  readonly attributes: string;
  readonly value: string | ReadonlyMap<string, string> | undefined;
};

/** What a session's bash holds, as data. */
export type HeldState = {
  /** Whole definitions, by name. */
  readonly functions: ReadonlyMap<string, string>;
  /** What each alias stands for. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, SessionVariable>;
  /** Whether every variable that bash has is among them; not so by default. */
  readonly isWhole?: boolean;
  /** `set -o` and `shopt` options that are on. */
  readonly options: readonly string[];
  readonly shopts: readonly string[];
  /** `$1`, `$2` … */
  readonly arguments: readonly string[];
  /** `$_` */
  readonly last: string;
  /** The commands of traps that may fire in the next text. */
  readonly traps: readonly string[];
};

/** A file that was read for a judgement: its text, or why there is none. */
export type ReadFile =
  | { readonly kind: "text"; readonly text: string; readonly readAt: number }
  | { readonly kind: "program" | "missing" | "unreadable" };

/** What is known of the session in which a command would run. What is not in here is unknown. */
export type SessionKnowledge = {
  /** Undefined where the session was not asked. */
  readonly state?: HeldState | undefined;
  /** What commands may have changed since then; nothing by default. */
  readonly changed?: Changes;
  /** Files that the session wrote in earlier calls, as whole paths; one that begins with `*` is the end of a path. */
  readonly written?: ReadonlySet<string>;
  /** Those of them that were read for this judgement. */
  readonly files?: ReadonlyMap<string, ReadFile>;
  /** Links that it made in earlier calls, with the paths that each may lead to; undefined: one that is not known. */
  readonly links?: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Processes that the session started, as the command names them. */
  readonly processes?: ReadonlySet<number>;
};
