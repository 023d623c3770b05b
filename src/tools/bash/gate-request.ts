import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { realPath } from "../../core/files/path-inside.ts";
import type { Request } from "../../core/permission/gate.ts";
import { withBashLineEnds } from "../../core/policy/read/line-ends.ts";
import type { SessionTurn } from "../../core/shell/session/session-turn.ts";
import { tryOutOf } from "../trying/try-out.ts";
import { autoQuote, type Quoted } from "./auto-quote.ts";
import { type BashCall, givenStdin, patienceOf } from "./bash-call.ts";

/** The policy compares paths as text, so links are resolved here. */
export function gateRequest(
  call: BashCall,
  { text, cwd, turn }: { readonly text: string; readonly cwd: string; readonly turn: SessionTurn | undefined },
): Request {
  const { setup, context, sandbox, sessionId, directory } = call;
  const { wall } = sandbox;
  const asked = resolve(context.workingDir);
  const real = (root: string): string => (root === asked ? directory : realPath(root));
  const [first = directory, ...others] = setup.roots?.map(real) ?? [directory];
  const approver = context.approver ?? setup.approver;
  const { question } = context;
  const asking = {
    patienceMs: patienceOf(call),
    signal: context.signal,
    earlier: call.earlier ?? (question === undefined ? undefined : { id: question, isFinal: false }),
    // Only a question reads it: whether the command can be tried takes looks at the disk.
    get tryOut() {
      return tryOutOf(call, turn);
    },
  };
  const who = { sessionId, client: context.scope, approver, asking };
  return { text, cwd, stdin: givenStdin(call), workspaces: [first, ...others], wall, ...who };
}

/** The text with bash's line ends, and paths that have spaces in quotes. */
export function quotedCommand({ setup, input, sandbox }: BashCall, cwd: string): Quoted {
  const command = withBashLineEnds(input.command);
  if (!setup.autoQuote) return { text: command, paths: [] };
  // A path that commands may not see must not tell by its quotes that it exists.
  const exists = (path: string): boolean => sandbox.shows(path) && existsSync(path);
  return autoQuote(command, (path) => exists(resolve(cwd, path)));
}
