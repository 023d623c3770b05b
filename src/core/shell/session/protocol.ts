import { assertNever } from "../../base/assert-never.ts";
import { flagsOf } from "./command-flags.ts";

/** The protocol of a session's bash: turns to it, answers from it. Pure functions. */

/** What bash must do next. */
export type Turn =
  | {
      readonly kind: "run";
      readonly nonce: string;
      readonly text: string;
      readonly in: string;
      readonly out: string;
      readonly err: string;
    }
  | { readonly kind: "cd"; readonly nonce: string; readonly directory: string }
  | { readonly kind: "save"; readonly nonce: string };

/**
 * What bash answers. `exit` comes when the shell is about to end, after it saved its state; `unfit` is the same from a
 * bash that could not have gone on.
 */
export type BashAnswer = {
  readonly nonce: string;
  readonly kind: (typeof KINDS)[number];
  readonly status: number;
  readonly cwd: string;
  readonly pipeStatus: readonly number[];
};

/**
 * This much of the nonce stands in the file, which any command can read: enough for bash to match the file with its
 * turn.
 */
const ID_CHARS = 8;

/**
 * The bytes of the `turn` file: fields that cannot hold a NUL, each followed by one. The text stays as it is. The whole
 * nonce goes through the FIFO that wakes bash: another process can get it only by taking the turn away from bash.
 */
export function renderTurn(turn: Turn): string {
  return `${[turn.kind, turn.nonce.slice(0, ID_CHARS), ...fieldsOf(turn)].join("\0")}\0`;
}

function fieldsOf(turn: Turn): readonly string[] {
  switch (turn.kind) {
    case "run":
      return [turn.in, turn.out, turn.err, flagsOf(turn.text), turn.text];
    case "cd":
      return [turn.directory];
    case "save":
      return [];
    default:
      return assertNever(turn);
  }
}

/** More than any directory and any pipeline need. */
const LONGEST_ANSWER = 64 * 1024;

/** The number of fields before the pipe statuses. */
const FIELDS = 4;
const KINDS = ["hello", "done", "moved", "saved", "exit", "unfit"] as const;

/**
 * Finds answers in the bytes that arrive. Only a record that starts with the nonce of the present turn counts; the
 * reader drops everything else, because a command wrote it.
 */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer, nonce: string): readonly BashAnswer[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const answers: BashAnswer[] = [];
    for (;;) {
      const start = this.#bytes.indexOf(`${nonce}\0`);
      if (start < 0) {
        // Keep only what could be the beginning of the nonce.
        this.#bytes = this.#bytes.subarray(Math.max(0, this.#bytes.length - nonce.length));
        return answers;
      }
      const record = this.#bytes.subarray(start);
      const end = endOfAnswer(record);
      if (end < 0 && record.length < LONGEST_ANSWER) {
        this.#bytes = record;
        return answers;
      }
      const answer = end < 0 ? undefined : parseAnswer(record.subarray(0, end));
      if (answer !== undefined) answers.push(answer);
      // A true answer may begin behind a false or half one.
      this.#bytes = record.subarray(answer === undefined ? nonce.length : end);
    }
  }
}

/** The index behind the empty field that ends an answer; -1 when that has not come yet. */
function endOfAnswer(bytes: Buffer): number {
  let at = 0;
  for (let field = 0; ; field++) {
    const nul = bytes.indexOf(0, at);
    if (nul < 0) return -1;
    if (field >= FIELDS && nul === at) return nul + 1;
    at = nul + 1;
  }
}

function parseAnswer(record: Buffer): BashAnswer | undefined {
  const [nonce = "", name = "", status = "", cwd = "", ...pipe] = record.toString("utf8").split("\0");
  const kind = KINDS.find((known) => known === name);
  const pipeStatus = pipe.filter(Boolean);
  if (kind === undefined || ![status, ...pipeStatus].every((number) => /^\d+$/.test(number))) return undefined;
  return { nonce, kind, status: Number(status), cwd, pipeStatus: pipeStatus.map(Number) };
}
