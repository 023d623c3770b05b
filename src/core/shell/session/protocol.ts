import { assertNever } from "../../base/assert-never.ts";
import { flagsOf } from "./command-flags.ts";

/** What is spoken with a session's bash: turns to it, answers from it. Pure, both directions. */

/** What bash is asked to do next. */
export type Turn =
  | { readonly kind: "run"; readonly nonce: string; readonly text: string; readonly out: string; readonly err: string }
  | { readonly kind: "cd"; readonly nonce: string; readonly directory: string }
  | { readonly kind: "save"; readonly nonce: string };

/**
 * What bash says. `exit` comes when the shell itself is about to end, after its state was saved; `unfit` is the same of
 * a bash that could not have gone on.
 */
export type Answer = {
  readonly nonce: string;
  readonly kind: (typeof KINDS)[number];
  readonly status: number;
  readonly cwd: string;
  readonly pipeStatus: readonly number[];
};

/** So much of the nonce stands in the file, where any command can read it, that bash sees whose turn it is. */
const ID_CHARS = 8;

/**
 * The bytes of the `turn` file: fields that cannot hold a NUL, each followed by one. The text is not touched. The whole
 * nonce goes through the FIFO that wakes bash: who is not that bash cannot have it without taking the turn away.
 */
export function renderTurn(turn: Turn): string {
  return `${[turn.kind, turn.nonce.slice(0, ID_CHARS), ...fieldsOf(turn)].join("\0")}\0`;
}

function fieldsOf(turn: Turn): readonly string[] {
  switch (turn.kind) {
    case "run":
      return [turn.out, turn.err, flagsOf(turn.text), turn.text];
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

/** Those before the pipe statuses. */
const FIELDS = 4;
const KINDS = ["hello", "done", "moved", "saved", "exit", "unfit"] as const;

/**
 * Collects answers out of whatever arrives. Only a record that starts with the nonce of the present turn counts; all
 * else is something a command wrote where it should not, and is dropped.
 */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer, nonce: string): readonly Answer[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const answers: Answer[] = [];
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
      // Behind one that is none, or only half of one, a true one may begin.
      this.#bytes = record.subarray(answer === undefined ? nonce.length : end);
    }
  }
}

/** Behind the empty field that ends an answer; -1 when it has not come yet. */
function endOfAnswer(bytes: Buffer): number {
  let at = 0;
  for (let field = 0; ; field++) {
    const nul = bytes.indexOf(0, at);
    if (nul < 0) return -1;
    if (field >= FIELDS && nul === at) return nul + 1;
    at = nul + 1;
  }
}

function parseAnswer(record: Buffer): Answer | undefined {
  const [nonce = "", name = "", status = "", cwd = "", ...pipe] = record.toString("utf8").split("\0");
  const kind = KINDS.find((known) => known === name);
  const pipeStatus = pipe.filter(Boolean);
  if (kind === undefined || ![status, ...pipeStatus].every((number) => /^\d+$/.test(number))) return undefined;
  return { nonce, kind, status: Number(status), cwd, pipeStatus: pipeStatus.map(Number) };
}
