import { type Limits, LONGEST_COMMAND, MIN_TIMEOUT_MS } from "../../core/base/limits.ts";
import { shown } from "../../core/base/show-value.ts";
import { DEFAULT_SIZE, SIZE_BOUNDS, type TerminalSize } from "../../core/terminal/terminal-size.ts";
import { flag, type InputSchema, integer, object, optional, text, type ValueSchema } from "../schema/input-schema.ts";
import type { Words } from "../words.ts";

export type BashInput = {
  readonly command: string;
  readonly stdin?: string;
  readonly description?: string;
  readonly timeout?: number;
  readonly run_in_background?: boolean;
  readonly tty?: boolean;
  readonly cols?: number;
  readonly rows?: number;
  readonly try?: boolean;
  readonly session_id?: string;
};

const LONGEST_STDIN = 1_000_000;
const LONGEST_DESCRIPTION = 2000;
const LONGEST_SESSION_ID = 200;

/** The Bash tool's parameters; the operator's limits show up in them. */
export function bashInputSchema(limits: Limits, { fields }: Words): InputSchema<BashInput> {
  return object({
    command: text({ min: 1, max: LONGEST_COMMAND, description: fields.command }),
    stdin: optional(text({ max: LONGEST_STDIN, description: fields.stdin })),
    description: optional(text({ max: LONGEST_DESCRIPTION, description: fields.description })),
    timeout: optional(
      integer({
        min: Math.min(MIN_TIMEOUT_MS, limits.maxTimeoutMs),
        max: limits.maxTimeoutMs,
        fallback: limits.defaultTimeoutMs,
        unit: "milliseconds",
        description: fields.timeout,
      }),
    ),
    run_in_background: optional(flag({ fallback: false, description: fields.runInBackground })),
    tty: optional(flag({ fallback: false, description: fields.tty })),
    cols: optional(sizeSchema("cols", fields.size)),
    rows: optional(sizeSchema("rows")),
    try: optional(flag({ fallback: false, description: fields.try })),
    session_id: optional(text({ min: 1, max: LONGEST_SESSION_ID, description: fields.sessionId })),
  });
}

/** A side of a terminal's size. */
export const sizeSchema = (side: "cols" | "rows", description?: string): ValueSchema<number> =>
  integer({
    min: SIZE_BOUNDS[side].least,
    max: SIZE_BOUNDS[side].most,
    ...(description === undefined ? {} : { description }),
  });

/** The size of the terminal that a call asks for; undefined where it asks for none. */
export const sizeOf = ({ tty, cols, rows }: Pick<BashInput, "tty" | "cols" | "rows">): TerminalSize | undefined =>
  tty === true ? { cols: cols ?? DEFAULT_SIZE.cols, rows: rows ?? DEFAULT_SIZE.rows } : undefined;

/** Finds what cannot be passed on as it is: the text that is judged must be the text that bash and the command read. */
export function textProblem(input: Pick<BashInput, "command" | "stdin" | "tty" | "cols" | "rows">): string | undefined {
  const { command, stdin = "", tty, cols, rows } = input;
  if (tty === true && input.stdin !== undefined)
    return "stdin cannot be given with tty: a command on a terminal reads what is typed there, so give one of them";
  if (tty !== true && (cols ?? rows) !== undefined) return "cols and rows are the size of a terminal: they need tty";
  const nul = command.indexOf("\0");
  if (nul !== -1)
    return `command holds a NUL character at ${nul} (${shown(command)}); it must be text that bash can read`;
  return halfPairIn("command", command) ?? halfPairIn("stdin", stdin);
}

const halfPairIn = (name: string, text: string): string | undefined =>
  text.isWellFormed()
    ? undefined
    : `${name} holds half of a surrogate pair (${shown(text)}); it must be well-formed Unicode`;
