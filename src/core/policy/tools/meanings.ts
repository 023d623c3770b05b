import { IN_TEMP } from "../../knowledge/system-places.ts";
import { ANY, FILE, type Text } from "../values/abstract-text.ts";
import { statementEffects } from "./cloud/databases/sql-statements.ts";
import { acts, type Effect, executes, type Language, reads, shell, writes } from "./effect.ts";
import { isHuge } from "./huge-size.ts";
import { givenScripts } from "./loaded-code.ts";

/** What the value of an option, or an operand, means to a tool. */
const MEANINGS = {
  /** Shell text that the tool is there to run. */
  shell: (value: Text): readonly Effect[] => [shell(value)],
  /** A program that the option makes an ordinary tool run. In an address of git `% ` is a blank inside a word. */
  helper: (value: Text): readonly Effect[] => [shell(value.replaceAll("% ", "\\ ")), acts("run-helper", value)],
  /** A file whose code is run or loaded. */
  loads: (value: Text): readonly Effect[] => {
    const path = value.replace(/^[\w.-]+=(?=[./~])/, "");
    // A program complains of what it cannot read as code, and shows it.
    return [executes(path), { kind: "reads", path, unseen: true }];
  },
  /** A file whose code is run, when it lies in a temporary directory, where every program may write. */
  borrowed: (value: Text): readonly Effect[] => (IN_TEMP.test(value) ? [executes(value)] : []),
  /** A file that is run, when it is a script in a temporary directory. */
  scripts: (value: Text): readonly Effect[] => givenScripts("", [value]),
  /** Statements of a database, or commands of its client. */
  sql: (value: Text): readonly Effect[] => statementEffects(value),
  writes: (value: Text): readonly Effect[] => [writes(value)],
  /** A file that is changed; a value without a slash may be a key or a name, and counts as none. */
  edits: (value: Text): readonly Effect[] => (value.includes("/") ? [writes(value)] : []),
  /** A file that the tool empties. */
  empties: (value: Text): readonly Effect[] => [writes(value, "")],
  /** How much the tool writes or prints: a huge size fills the disk or the memory. */
  size: (value: Text): readonly Effect[] => (isHuge(value) ? [acts("exhaust")] : []),
  /** A directory or file that the tool creates. */
  creates: (path: Text): readonly Effect[] => [{ kind: "creates", path }],
  reads: (value: Text): readonly Effect[] => [reads(value)],
  /** A file that the tool reads without printing it. */
  counts: (path: Text): readonly Effect[] => [{ kind: "reads", path, unseen: true }],
  /** A directory that the tool shows to all who ask. */
  serves: (path: Text): readonly Effect[] => [{ kind: "reads", path, recursive: true }],
  deletes: (path: Text): readonly Effect[] => [{ kind: "deletes", path, recursive: true }],
  /** A path that the tool opens to more users. */
  opens: (path: Text): readonly Effect[] => [{ kind: "opens-access", path, recursive: true }],
  /** A file whose contents go to another machine. */
  sends: (value: Text): readonly Effect[] => [reads(value), { kind: "sends", to: ANY, data: FILE }],
  fetches: (from: Text): readonly Effect[] => [{ kind: "fetches", from }],
  /** An address that the tool fetches; a local file is only opened. */
  links: (from: Text): readonly Effect[] => (/^https?:/.test(from) ? [{ kind: "fetches", from }] : []),
  /** A text that does nothing. */
  text: (): readonly Effect[] => [],
} as const;

/** A meaning, or the language of a text that is run. */
export type Meaning = keyof typeof MEANINGS | Exclude<Language, "shell">;

const isPlain = (meaning: Meaning): meaning is keyof typeof MEANINGS => Object.hasOwn(MEANINGS, meaning);

/** What follows when a value has this meaning. */
export const meant = (meaning: Meaning, value: Text): readonly Effect[] =>
  isPlain(meaning) ? MEANINGS[meaning](value) : [{ kind: "code", text: value, language: meaning }];
