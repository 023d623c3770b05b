import { type Limits, LONGEST_COMMAND, MIN_TIMEOUT_MS } from "../../core/base/limits.ts";
import { shown } from "../../core/base/show-value.ts";
import { flag, type InputSchema, integer, object, optional, text } from "../schema/input-schema.ts";
import type { Words } from "../words.ts";

export type BashInput = {
  readonly command: string;
  readonly stdin?: string;
  readonly description?: string;
  readonly timeout?: number;
  readonly run_in_background?: boolean;
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
    session_id: optional(text({ min: 1, max: LONGEST_SESSION_ID, description: fields.sessionId })),
  });
}

/** Finds what cannot be passed on as it is: the text that is judged must be the text that bash and the command read. */
export function textProblem({ command, stdin = "" }: Pick<BashInput, "command" | "stdin">): string | undefined {
  const nul = command.indexOf("\0");
  if (nul !== -1)
    return `command holds a NUL character at ${nul} (${shown(command)}); it must be text that bash can read`;
  const broken = Object.entries({ command, stdin }).find(([, text]) => /\p{Surrogate}/u.test(text));
  if (broken === undefined) return undefined;
  return `${broken[0]} holds half of a surrogate pair (${shown(broken[1])}); it must be well-formed Unicode`;
}
