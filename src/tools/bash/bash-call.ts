import { resolve } from "node:path";
import { Readable } from "node:stream";
import { steadyMs } from "../../core/base/clock.ts";
import { usableDirectory } from "../../core/files/working-directory.ts";
import type { ClearedCommand } from "../../core/permission/cleared.ts";
import type { Request } from "../../core/permission/gate.ts";
import type { Asking } from "../../core/permission/question.ts";
import type { GivenStdin } from "../../core/policy/read/given-stdin.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import type { Sandbox } from "../../core/sandbox/sandbox.ts";
import { sessionStateOf } from "../../core/shell/bash/session-state.ts";
import type { SavedShell } from "../../core/shell/saved-shell.ts";
import type { Session } from "../../core/shell/session/session.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import type { OwnMetadata } from "../metadata.ts";
import { sessionName, sessionOf } from "../session-scope.ts";
import type { ExecutionContext } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { BashInput } from "./bash-input.ts";

/** One call of Bash: its input, its caller, its directory and its sandbox. */
export type BashCall = {
  readonly setup: ToolSetup;
  readonly input: BashInput;
  readonly context: ExecutionContext;
  readonly shells: ShellManager;
  readonly sandbox: Sandbox;
  readonly sessionId: string;
  readonly session: Session;
  /** The directory in which the caller wants the command to start. */
  readonly directory: string;
  /** The directory in which the user allowed the command, for one that waited for its answer: it runs nowhere else. */
  readonly place?: string;
  /** The question of an earlier call that this one goes on from. */
  readonly earlier?: Asking["earlier"];
  /** When the call was made, on the clock of `performance`: the wait for a turn counts as time of the caller too. */
  readonly calledAt: number;
};

/** A call that may run, with the metadata of every result of it. */
export type ClearedCall = BashCall & {
  readonly command: ClearedCommand;
  /** What input for it is judged by. */
  readonly judged: { readonly request: Request; readonly verdict: Verdict };
  readonly facts: OwnMetadata;
  readonly notes: readonly string[];
};

/**
 * The timeout that still ends the command when it runs in the background: one that the caller gave, unless a timeout
 * means that the command goes on in the background. The default one only bounds how long a call waits.
 */
export function timeoutInBackground({ setup, input, context }: BashCall): number | undefined {
  return (context.onTimeout ?? setup.onTimeout) === "kill" ? input.timeout : undefined;
}

/** What its result says of a journal that cannot be written, or can be again: each session is told once. */
export function tellJournal({ setup, shells, session }: BashCall): readonly string[] {
  const news = shells.journal.takeNews(session);
  return news === undefined ? [] : [setup.words.journalNews(news)];
}

/** Where the command starts. */
export const startOf = ({ session, directory, place }: BashCall): string => place ?? session.startsIn(directory);

/** How long the caller waits for an answer: no longer than for the command itself. */
export function patienceOf({ setup, input, context, calledAt }: BashCall): number | undefined {
  if (context.waitsForAnswer === true) return undefined;
  const { backgroundAfterMs = Number.POSITIVE_INFINITY } = context;
  const left = backgroundAfterMs - (steadyMs() - calledAt);
  return Math.max(0, Math.min(left, input.timeout ?? setup.limits.defaultTimeoutMs));
}

/** What the policy is told of the command's standard input. */
export function givenStdin({ input, context }: BashCall): GivenStdin | undefined {
  if (input.stdin !== undefined) return { kind: "text", text: input.stdin };
  return context.stdin === undefined ? undefined : { kind: "stream" };
}

/** The command's standard input: the model's text, else the caller's stream. */
export const stdinOf = ({ input, context }: BashCall): Readable | undefined =>
  input.stdin === undefined ? context.stdin : Readable.from([Buffer.from(input.stdin)]);

/** Finds the session and the directory of a call. An unusable session or directory is a fault, before the policy judges. */
export async function openBashCall(setup: ToolSetup, input: BashInput, context: ExecutionContext): Promise<BashCall> {
  const calledAt = steadyMs();
  const shells = setup.shells();
  const directory = usableDirectory(resolve(context.workingDir), setup.roots);
  const sandbox = await shells.sandbox();
  const sessionId = sessionOf(context, input.session_id);
  const session = shells.session(sessionId, directory);
  setup.onUse({ sessionId });
  return { setup, input, context, shells, sandbox, sessionId, session, directory, calledAt };
}

/** Input is judged by what the shell took over of its session, whatever becomes of that. */
export const asStarted = ({ judged, session }: ClearedCall, saved: SavedShell): ClearedCall["judged"] => ({
  ...judged,
  request: {
    ...judged.request,
    session: { key: session, state: async () => sessionStateOf(saved), isBusy: true },
  },
});

/** The metadata of every Bash result. */
export function callFacts(call: BashCall, command: string): OwnMetadata {
  const { input, sandbox, sessionId, context } = call;
  return {
    command,
    description: input.description ?? null,
    cwd: startOf(call),
    exit_code: null,
    duration_ms: 0,
    truncated: false,
    session_id: sessionName(sessionId, context),
    ...containmentFacts(sandbox),
  };
}

/** How much is contained now. */
export function containmentFacts({ containment }: Sandbox): OwnMetadata {
  const { level, reasons } = containment;
  return { containment: level, ...(level === "none" || reasons.length === 0 ? {} : { containment_reasons: reasons }) };
}
