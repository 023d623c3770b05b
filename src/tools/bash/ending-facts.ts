import { assertNever } from "../../core/base/assert-never.ts";
import { DEFAULT_LIMITS, type Limits } from "../../core/base/limits.ts";
import type { Reading } from "../../core/output/transcript.ts";
import { limitThatEnded } from "../../core/process/rlimits.ts";
import type { Sandbox } from "../../core/sandbox/sandbox.ts";
import type { Outcome } from "../../core/shell/session/outcome.ts";
import type { OwnMetadata } from "../metadata.ts";
import { asksForSecret } from "../shells/asks-for-secret.ts";
import type { Words } from "../words.ts";
import { exitMeaning } from "./exit-meaning.ts";

/** Facts about the ending besides its kind. */
export type Exit = {
  readonly exitCode: number | null;
  readonly signal?: string;
  readonly meaning?: string | undefined;
  readonly terminatedBy?: keyof Limits | undefined;
  readonly refusal?: string | undefined;
};

/** A command that ended, and where. */
type Ended = { readonly outcome: Outcome; readonly sandbox: Sandbox; readonly command: string };

export function exitOf(ended: Ended): Exit {
  const { ending, transcript, pipeStatus } = ended.outcome;
  if (ending.kind === "timed-out") return { exitCode: null, refusal: refusalOf(ended, transcript.read(VISIBLE)) };
  if (ending.kind !== "exited" && ending.kind !== "signaled" && ending.kind !== "limit") return { exitCode: null };
  const { exitCode } = ending;
  if (exitCode === 0) {
    const isSilent = transcript.bytes.stderr === 0 && !isMasked({ exitCode }, pipeStatus);
    return { exitCode, refusal: refusalOf(ended, isSilent ? SILENCE : transcript.read(VISIBLE)) };
  }
  const reading = transcript.read(VISIBLE);
  const { sandbox, command } = ended;
  const signal = ending.kind === "signaled" ? ending.signal : undefined;
  const terminatedBy =
    ending.kind === "limit" ? ending.limit : limitThatEnded({ exitCode, signal, output: reading.text }, sandbox.limits);
  return {
    exitCode,
    ...(signal === undefined ? {} : { signal }),
    meaning: exitMeaning(command, exitCode, reading.stderr),
    terminatedBy,
    refusal: refusalOf(ended, reading),
  };
}

/** What is searched for the reason of a failure. */
const VISIBLE = { maxChars: DEFAULT_LIMITS.visibleChars };
const SILENCE = { text: "", stderr: "" };

/** What the sandbox refused, found in stderr; in all output where stderr is empty or a pipeline hides which program failed, as `2>&1 | tail` does. */
function refusalOf(
  { outcome, sandbox }: Ended,
  { text, stderr }: Pick<Reading, "text" | "stderr">,
): string | undefined {
  const { ending, pipeStatus, cwd } = outcome;
  const isHidden = ending.kind === "exited" && isMasked(ending, pipeStatus);
  const failed = isHidden || ending.kind !== "exited" || ending.exitCode !== 0;
  return sandbox.explain({ failed, stderr: isHidden || (stderr === "" && failed) ? text : stderr, cwd });
}

const SIGPIPE_STATUS = 141;

/** Whether a stage of a pipeline failed although the pipeline succeeded. A stage that ended because its reader was gone did not fail. */
export const isMasked = ({ exitCode }: Pick<Exit, "exitCode">, pipeStatus: readonly number[]): boolean =>
  exitCode === 0 && pipeStatus.slice(0, -1).some((status) => status !== 0 && status !== SIGPIPE_STATUS);

/** The same as data. */
export function exitFacts(exit: Exit, pipeStatus: readonly number[]): OwnMetadata {
  return {
    ...(exit.signal === undefined ? {} : { signal: exit.signal }),
    ...(exit.meaning === undefined ? {} : { exit_meaning: exit.meaning }),
    ...(exit.terminatedBy === undefined ? {} : { terminated_by: exit.terminatedBy }),
    ...(exit.refusal === undefined ? {} : { sandbox_refusal: exit.refusal }),
    ...(pipeStatus.some((status, index) => status !== 0 && index < pipeStatus.length - 1)
      ? { pipe_status: pipeStatus, masked_failure: isMasked(exit, pipeStatus) }
      : {}),
  };
}

/** The kind of an ending as data. */
export function endingFacts(outcome: Outcome): OwnMetadata {
  const { ending } = outcome;
  switch (ending.kind) {
    case "timed-out":
      return { timed_out: true, timeout_ms: ending.afterMs };
    case "cancelled":
      return { cancelled: true };
    case "waiting-for-input":
      return { waiting_for_input: ending.program };
    case "stopped":
      return { stopped: ending.program };
    case "exited":
    case "signaled":
    case "limit":
      return {};
    case "handed-over":
      return readerFacts(outcome);
    default:
      return assertNever(ending);
  }
}

/** Who waits for the input of a command that was handed over for it, and for what. */
export function readerNotes(
  { ending, transcript }: Pick<Outcome, "ending" | "transcript">,
  words: Words,
): readonly string[] {
  if (ending.kind !== "handed-over" || ending.reader === undefined) return [];
  const { program, isCertain } = ending.reader;
  if (asksForSecret(transcript)) return [words.mayAskForSecret(program)];
  return [isCertain ? words.waitsForInput(program) : words.seemsToWait(program)];
}

/** The same as data. */
function readerFacts({ ending, transcript }: Pick<Outcome, "ending" | "transcript">): OwnMetadata {
  if (ending.kind !== "handed-over" || ending.reader === undefined) return {};
  const { program } = ending.reader;
  return { waiting_for_input: program, ...(asksForSecret(transcript) ? { password: "maybe" } : {}) };
}
