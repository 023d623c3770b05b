import { assertNever } from "../../core/base/assert-never.ts";
import { steadyMs } from "../../core/base/clock.ts";
import { keepAlive } from "../../core/base/keep-alive.ts";
import { DEFAULT_WAIT_MS } from "../../core/base/limits.ts";
import { unlessAborted } from "../../core/base/unless-aborted.ts";
import { LATE, within } from "../../core/base/with-timeout.ts";
import { createLineFilter, type LineFilter } from "../../core/output/text/line-filter.ts";
import type { Cursor } from "../../core/output/transcript.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import type { WaitingCall } from "../bash/waiting-calls.ts";
import { choice, type InputSchema, integer, object, optional, text } from "../schema/input-schema.ts";
import { sessionName, sessionOf, shellOf } from "../session-scope.ts";
import { type ExecutionContext, fail, ok, type Tool, ToolCategory, type ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { visibleOf } from "../visible.ts";
import type { Words } from "../words.ts";
import { LONGEST_WAIT_FOR, parseWaitFor } from "./parse-wait-for.ts";
import { readShell } from "./read-shell.ts";
import { renderTerminal, type View } from "./render-terminal.ts";
import { parseShellCursor } from "./shell-cursor.ts";
import { shellFacts } from "./shell-view.ts";
import { type Awaited, waitFor } from "./wait-for.ts";

export const LONGEST_WAIT_MS = 300_000;
const MOST_LINES = 100_000;
const LONGEST_CURSOR = 60;

export type BashOutputInput = {
  readonly bash_id: string;
  readonly filter?: string;
  readonly since?: string;
  readonly wait_ms?: number;
  readonly wait_for?: string;
  readonly head?: number;
  readonly tail?: number;
  readonly view?: View;
};

function inputSchema({ fields }: Words): InputSchema<BashOutputInput> {
  const since = text({ min: 1, max: LONGEST_CURSOR, description: fields.since });
  const waitFor = text({ min: 1, max: LONGEST_WAIT_FOR, description: fields.waitFor });
  return object({
    bash_id: text({ min: 1, max: 100, description: fields.bashId }),
    filter: optional(text({ min: 1, max: 1000, description: fields.filter })),
    since: optional({ ...since, allowed: 'a next_cursor from an earlier reply, or "0" for the beginning' }),
    wait_ms: optional(integer({ min: 0, max: LONGEST_WAIT_MS, unit: "milliseconds", description: fields.waitMs })),
    wait_for: optional({ ...waitFor, allowed: fields.waitFor }),
    head: optional(integer({ min: 1, max: MOST_LINES, description: fields.head })),
    tail: optional(integer({ min: 1, max: MOST_LINES, description: fields.tail })),
    view: optional(choice(["lines", "screen"], { description: fields.view })),
  });
}

/** Reads a background shell, at once or after a wait. */
export function createBashOutputTool(setup: ToolSetup): Tool<BashOutputInput> {
  return {
    name: "BashOutput",
    description: setup.words.bashOutput(),
    category: ToolCategory.Execution,
    inputSchema: inputSchema(setup.words),
    hints: {
      title: "Read a background shell",
      readOnly: true,
      destructive: false,
      idempotent: false,
      openWorld: false,
    },
    execute: async (input, context) => {
      const shells = setup.shells();
      const waiting = setup.waiting.find(input.bash_id, context);
      if (waiting !== undefined) return readWaiting(waiting, { setup, input, context });
      const shell = await shellOf(shells, input.bash_id, context);
      if (shell === undefined) return unknownShell({ shells, words: setup.words, id: input.bash_id, context });
      return readAwaited({ setup, shell, input, context });
    },
  };
}

/** Waits for the answer to a question, and reads the command that was asked about. */
async function readWaiting(waiting: WaitingCall, { setup, input, context }: Omit<Asked, "shell">): Promise<ToolResult> {
  const { words } = setup;
  const { id, sessionId, result } = waiting;
  const begun = steadyMs();
  const limitMs = Math.min(input.wait_ms ?? DEFAULT_WAIT_MS, context.backgroundAfterMs ?? Number.POSITIVE_INFINITY);
  context.onWait?.(words.anAnswer());
  const answered = await unlessAborted(context.signal, keepAlive(within(limitMs, result)));
  context.onWait?.(undefined);
  const facts = { question_id: id, session_id: sessionName(sessionId, context) };
  if (answered === undefined) return fail(words.waitCancelled(), { ...facts, cancelled: true });
  if (answered === LATE) return ok(words.waitingForAnswer(id), facts);
  const shell = await shellOf(setup.shells(), answered.metadata.bash_id ?? "", context);
  if (shell === undefined) return answered;
  const left = { ...context, backgroundAfterMs: Math.max(0, limitMs - (steadyMs() - begun)) };
  const { output, ...reading } = await readAwaited({ setup, shell, input, context: left });
  return { ...reading, output: `${words.answeredYes(shell.id)}\n${output}` };
}

type Asked = {
  readonly setup: ToolSetup;
  readonly shell: ShellProcess;
  readonly input: BashOutputInput;
  readonly context: ExecutionContext;
};

/** Names the ids that exist, but only those of the caller's session. */
export function unknownShell(asked: {
  readonly shells: ShellManager;
  readonly words: Words;
  readonly id: string;
  readonly context: ExecutionContext;
}): ToolResult {
  const known = asked.shells.listShells(sessionOf(asked.context)).map(({ id }) => id);
  return fail(asked.words.shellNotFound(asked.id, known), { error_kind: "unknown-shell" });
}

async function readAwaited({ setup, shell, input, context }: Asked): Promise<ToolResult> {
  const request = parseRequest(setup, shell, input);
  if (request.kind === "invalid") return fail(request.problem, { error_kind: "invalid-input", bash_id: shell.id });
  const begun = steadyMs();
  const { awaited } = request;
  const limitMs = Math.min(request.limitMs, context.backgroundAfterMs ?? request.limitMs);
  if (awaited !== undefined) context.onWait?.(setup.words.awaited(awaited));
  const end =
    awaited === undefined ? undefined : await keepAlive(waitFor(shell, awaited, { limitMs, signal: context.signal }));
  if (end === "cancelled") return fail(setup.words.waitCancelled(), { ...shellFacts(shell), cancelled: true });
  const waitedMs = Math.round(steadyMs() - begun);
  const { since, filter } = request;
  const { head, tail } = input;
  const { terminal } = shell;
  const isPlain = input.since === undefined && filter === undefined && head === undefined && tail === undefined;
  if (terminal !== undefined && isPlain) {
    const { words, notices } = setup;
    return renderTerminal({ shell, terminal, view: input.view, words, notices, visible: visibleOf(setup, context) });
  }
  const wait = awaited === undefined || end === undefined ? undefined : { awaited, end, waitedMs };
  return readShell(shell, { since, selection: { filter, head, tail }, wait }, { setup, context });
}

type Request = {
  readonly kind: "request";
  readonly filter: LineFilter | undefined;
  /** Undefined means: from the shell's own read position. */
  readonly since: Cursor | undefined;
  readonly awaited: Awaited | undefined;
  readonly limitMs: number;
};

/** Finds every mistake in the input before the tool waits or counts output as read. */
function parseRequest(
  setup: ToolSetup,
  shell: ShellProcess,
  input: BashOutputInput,
): Request | { readonly kind: "invalid"; readonly problem: string } {
  const { words } = setup;
  const filter = input.filter === undefined ? undefined : createLineFilter(input.filter);
  if (filter !== undefined && "problem" in filter) return invalid(words.invalidFilter(filter.problem));
  const since = input.since === undefined ? undefined : parseShellCursor(shell, input.since);
  if (since?.kind === "invalid") return invalid(since.problem);
  if (input.view === "screen" && shell.terminal === undefined) return invalid(words.noTerminal());
  const awaited = awaitedOf(input, since?.cursor ?? shell.readCursor, setup);
  if (awaited !== undefined && "problem" in awaited) return invalid(awaited.problem);
  return { kind: "request", filter, since: since?.cursor, awaited, limitMs: input.wait_ms ?? DEFAULT_WAIT_MS };
}

const invalid = (problem: string): { readonly kind: "invalid"; readonly problem: string } => ({
  kind: "invalid",
  problem,
});

/** What a caller waits for that looks at output from here on; undefined where it waits for nothing. */
export function awaitedOf(
  input: Pick<BashOutputInput, "wait_for" | "wait_ms">,
  from: Cursor,
  { words, sharesNetwork }: ToolSetup,
): Awaited | { readonly problem: string } | undefined {
  const wanted = input.wait_for ?? (input.wait_ms === undefined ? undefined : "output");
  if (wanted === undefined) return undefined;
  const wish = parseWaitFor(wanted);
  switch (wish.kind) {
    case "output":
      return { kind: "output", from };
    case "exit":
      return { kind: "exit" };
    case "port":
      return { ...wish, mayConnect: sharesNetwork };
    case "pattern": {
      const filter = createLineFilter(wish.pattern);
      return "problem" in filter
        ? { problem: words.invalidPattern(filter.problem) }
        : { kind: "pattern", from, filter };
    }
    case "unknown":
      return { problem: words.unknownWaitFor(wanted, words.fields.waitFor, wish.meant) };
    default:
      return assertNever(wish);
  }
}
