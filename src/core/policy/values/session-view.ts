import type { Function as FunctionNode } from "unbash";
import type { Text } from "./abstract-text.ts";
import type { Lists, Variable } from "./join.ts";

/** The functions a name may be; `undefined` among them: it may be none. */
export type Functions = readonly (FunctionNode | undefined)[];

/** The session as one judgement sees it: what it held before the text, and what the text leaves changed there. */
export interface SessionView {
  /** A variable that the session holds; undefined where nothing is known of it. */
  variable(name: string): Variable | undefined;
  /** Whether other programs get it; undefined where that is not known. */
  exports(name: string): boolean | undefined;
  /** Whether the session surely has no such variable. */
  lacks(name: string): boolean;
  functions(name: string): Functions | undefined;
  /** The arguments of the session; undefined where they are not known. */
  positionals(): Lists | undefined;
  /** A text as the session's bash reads it, with its aliases expanded. */
  asRead(text: string): string;
  /** What a file holds that the session wrote in an earlier call; undefined where it wrote none there. */
  file(path: Text): Text | undefined;
  /** The files that it wrote in earlier calls. */
  writtenFiles(): readonly Text[];
  /** The links that it made in earlier calls, with the paths that each may lead to. */
  links(): ReadonlyMap<Text, readonly Text[]>;
  /** Whether the session started this process; undefined where that is not known. */
  ownsProcess(pid: number): boolean | undefined;
  /** The text may give this variable another value. */
  changes(variable: string): void;
  /** The text may change anything: functions, aliases, options, any variable. */
  changesAll(): void;
  /** The text writes this file. */
  writes(path: Text): void;
  /** The text makes a link that leads to this path. */
  leads(link: Text, target: Text): void;
}
