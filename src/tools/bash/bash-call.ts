import { resolve } from "node:path";
import { usableDirectory } from "../../core/files/working-directory.ts";
import type { ClearedCommand } from "../../core/permission/cleared.ts";
import type { Sandbox } from "../../core/sandbox/sandbox.ts";
import type { Session } from "../../core/shell/session/session.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { sessionName, sessionOf } from "../session-scope.ts";
import type { ExecutionContext, ToolMetadata } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { BashInput } from "./bash-input.ts";

/** One call of Bash: what was asked, by whom, where, behind which wall. */
export type BashCall = {
  readonly setup: ToolSetup;
  readonly input: BashInput;
  readonly context: ExecutionContext;
  readonly shells: ShellManager;
  readonly sandbox: Sandbox;
  readonly sessionId: string;
  readonly session: Session;
  /** Where the caller means to be. */
  readonly directory: string;
  /** When it was made, on the clock of `performance`: waiting for its turn uses up the caller's patience too. */
  readonly calledAt: number;
};

/** A call that may run, with what every result of it says. */
export type ClearedCall = BashCall & {
  readonly command: ClearedCommand;
  readonly facts: ToolMetadata;
  readonly notes: readonly string[];
};

/** Finds the session and the directory of a call. What cannot be had is a fault, before anything is judged. */
export async function openBashCall(setup: ToolSetup, input: BashInput, context: ExecutionContext): Promise<BashCall> {
  const calledAt = performance.now();
  const shells = setup.shells();
  const directory = usableDirectory(resolve(context.workingDir), setup.roots);
  const sandbox = await shells.sandbox();
  const sessionId = sessionOf(context, input.session_id);
  setup.onUse({ sessionId });
  const session = shells.session(sessionId, directory);
  return { setup, input, context, shells, sandbox, sessionId, session, directory, calledAt };
}

/** What every Bash result says, whatever came of it. */
export function callFacts(
  { input, sandbox, session, sessionId, directory, context }: BashCall,
  command: string,
): ToolMetadata {
  const { level, reasons } = sandbox.containment;
  return {
    command,
    description: input.description ?? null,
    cwd: session.startsIn(directory),
    exit_code: null,
    duration_ms: 0,
    truncated: false,
    session_id: sessionName(sessionId, context),
    containment: level,
    ...(level === "partial" ? { containment_reasons: reasons } : {}),
  };
}
