import { DEFAULT_SESSION, type SessionId, sessionIdOf } from "../core/base/ids.ts";
import type { ShellProcess } from "../core/shell/background/shell-process.ts";
import type { ShellManager } from "../core/shell/shell-manager.ts";
import type { ExecutionContext } from "./tool.ts";

type Caller = Pick<ExecutionContext, "sessionId" | "scope">;

/** The session a call means: the one it names, else its caller's, else the default; each scope has its own sessions. */
export function sessionOf({ sessionId, scope }: Caller, asked?: string): SessionId {
  const name = asked ?? sessionId ?? DEFAULT_SESSION;
  return sessionIdOf(scope === undefined ? name : `${scope}/${name}`);
}

/** The name of a session without the scope of its caller. */
export const sessionName = (session: string, { scope }: Caller): string =>
  scope === undefined ? session : session.slice(scope.length + 1);

/** Whether a session exists for this caller. A scope has no slash, so no scope with its slash is the beginning of another. */
export const isInScope = (session: string, scope: string | undefined): boolean =>
  scope === undefined || session.startsWith(`${scope}/`);

/** The shell of this id, unless it belongs to another scope. */
export async function shellOf(shells: ShellManager, id: string, { scope }: Caller): Promise<ShellProcess | undefined> {
  const shell = await shells.findShell(id);
  return shell !== undefined && isInScope(shell.sessionId, scope) ? shell : undefined;
}
