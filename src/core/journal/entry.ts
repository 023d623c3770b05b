import crypto from "node:crypto";
import { isRecord } from "../base/is-record.ts";
import type { Fact, JournalEntry } from "./journal-entry.ts";

/** The place of a fact: which host, the how-manieth of it, when, and the hash of the line before. */
export type Place = {
  readonly host: string;
  readonly seq: number;
  readonly time: number;
  readonly previous: string;
};

/** The line before the first one has no hash. */
export const NO_HASH = "";

/** Hidden letters would let one text look like another where a user reads the file as it is; JSON has a spelling for them. */
const HIDDEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** A fact as a line, without its newline: JSON writes every newline of a text in letters, so a text cannot begin a line. */
export function lineOf(
  fact: Fact,
  { host, seq, time, previous }: Place,
): { readonly line: string; readonly hash: string } {
  // Each name stands where it came first, with what it was given last: no fact takes the place of the line's own.
  const line = { seq, time, host, session: undefined, shell: undefined, hash: undefined, ...fact };
  Object.assign(line, { seq, time, host, hash: undefined });
  const body = JSON.stringify(line).replaceAll(
    HIDDEN,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const hash = hashOf(previous, body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, hash };
}

const hashOf = (previous: string, body: string): string => digestOf(`${previous}\n${body}`);

/** In one step, which costs half, where the runtime has it (Node from 20.12 on). */
const digestOf: (text: string) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text, "hex")
    : (text) => crypto.createHash("sha256").update(text).digest("hex");

const ENDING = /,"hash":"([0-9a-f]{64})"\}$/;

/** The entry in a line; undefined when the line is none. */
export function entryIn(line: string): JournalEntry | undefined {
  if (!ENDING.test(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (value: unknown): value is JournalEntry =>
  isRecord(value) &&
  typeof value["kind"] === "string" &&
  typeof value["host"] === "string" &&
  typeof value["seq"] === "number" &&
  typeof value["time"] === "number";

/** Whether the hash at the end of a line is that of the line, behind one with this hash. */
export function isChained(line: string, previous: string): boolean {
  const [ending, hash] = ENDING.exec(line) ?? [];
  return ending !== undefined && hashOf(previous, `${line.slice(0, -ending.length)}}`) === hash;
}
