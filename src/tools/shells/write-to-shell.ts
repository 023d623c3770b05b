import { steadyMs } from "../../core/base/clock.ts";
import { keepAlive } from "../../core/base/keep-alive.ts";
import { INPUT_WAIT_MS, LONGEST_INPUT } from "../../core/base/limits.ts";
import { renderCursor } from "../../core/output/cursor.ts";
import type { Asking } from "../../core/permission/question.ts";
import type { ShellInput, Written } from "../../core/shell/background/shell-input.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../core/shell/terminal/shell-terminal.ts";
import { sizeSchema } from "../bash/bash-input.ts";
import { flag, type InputSchema, integer, list, object, optional, text } from "../schema/input-schema.ts";
import { shellOf } from "../session-scope.ts";
import { type ExecutionContext, fail, ok, type Tool, ToolCategory, type ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { TypedResult } from "../typing/type-into.ts";
import { typedVerdict } from "../typing/typed-verdict.ts";
import { visibleOf } from "../visible.ts";
import type { Words } from "../words.ts";
import { asksForSecret } from "./asks-for-secret.ts";
import { awaitSettled, printedBy } from "./await-settled.ts";
import { awaitPattern, awaitTerminal } from "./await-terminal.ts";
import { awaitedOf, LONGEST_WAIT_MS, unknownShell } from "./bash-output.ts";
import { askAboutInput, callerOf, refusalOf } from "./clear-input.ts";
import { LONGEST_WAIT_FOR } from "./parse-wait-for.ts";
import { readShell } from "./read-shell.ts";
import type { DueReading } from "./render-reading.ts";
import { renderTerminal } from "./render-terminal.ts";
import { shellFacts } from "./shell-view.ts";
import {
  resizeTerminal,
  type TerminalCall,
  terminalProblem,
  typeIntoTerminal,
  typingStopped,
} from "./type-into-terminal.ts";
import { type PipeInput, pipeInputOf, typingProblem } from "./typed-text.ts";
import { type WaitEnd, waitFor } from "./wait-for.ts";

export type BashInputInput = {
  readonly bash_id: string;
  readonly text?: string;
  readonly keys?: readonly string[];
  readonly eof?: boolean;
  readonly wait_ms?: number;
  readonly wait_for?: string;
  readonly cols?: number;
  readonly rows?: number;
};

const MOST_KEYS = 100;
const LONGEST_KEY = 40;

function inputSchema({ fields }: Words): InputSchema<BashInputInput> {
  const waits = text({ min: 1, max: LONGEST_WAIT_FOR });
  return object({
    bash_id: text({ min: 1, max: 100 }),
    text: optional(text({ max: LONGEST_INPUT, description: fields.typedText })),
    keys: optional(list(text({ min: 1, max: LONGEST_KEY }), { max: MOST_KEYS, description: fields.keys })),
    eof: optional(flag({ description: fields.eof })),
    wait_ms: optional(integer({ min: 0, max: LONGEST_WAIT_MS, fallback: INPUT_WAIT_MS, unit: "milliseconds" })),
    wait_for: optional({ ...waits, allowed: fields.waitFor }),
    cols: optional(sizeSchema("cols")),
    rows: optional(sizeSchema("rows")),
  });
}

/** Writes to the standard input of a background shell, and reads what came of it. */
export function createBashInputTool(setup: ToolSetup): Tool<BashInputInput> {
  const { words } = setup;
  return {
    name: "BashInput",
    description: words.bashInput(),
    category: ToolCategory.Execution,
    inputSchema: inputSchema(words),
    hints: {
      title: "Type into a background shell",
      readOnly: false,
      destructive: true,
      idempotent: false,
      openWorld: true,
    },
    execute: async (input, context) => {
      const shells = setup.shells();
      const { bash_id: id } = input;
      if (setup.waiting.find(id, context) !== undefined) return ok(words.inputWaitsForAnswer(id), { question_id: id });
      const shell = await shellOf(shells, id, context);
      if (shell === undefined) return unknownShell({ shells, words, id, context });
      return answer({ setup, context, shell, input });
    },
  };
}

/** One call of BashInput for a shell that is known. */
type InputCall = {
  readonly setup: ToolSetup;
  readonly context: ExecutionContext;
  readonly shell: ShellProcess;
  readonly input: BashInputInput;
};

async function answer(call: InputCall): Promise<ToolResult> {
  const { setup, shell, input } = call;
  const { words } = setup;
  if (shell.terminal !== undefined) return answerOnTerminal(call, shell.terminal);
  if ((input.cols ?? input.rows) !== undefined) return invalid(call, words.noTerminal());
  const problem = typingProblem(input) ?? waitProblem(call);
  if (problem !== undefined) return invalid(call, problem);
  if (!shell.isRunning) return readEnded(call);
  const typed = pipeInputOf(input, words);
  if ("problem" in typed) return invalid(call, typed.problem);
  if (typed.text === "" && !typed.isEnd) return readAfter(call);
  if (shell.input === undefined || shell.input.isEnded) return invalid(call, closedInput(shell, words));
  return clearAndWrite(call, shell.input, typed);
}

/** Why a shell that runs cannot be typed into. One on another machine is known here by its output alone. */
const closedInput = ({ input, machine }: ShellProcess, words: Words): string =>
  input === undefined && machine !== undefined ? words.typedElsewhere(machine) : words.noInput(input !== undefined);

const invalid = ({ shell }: InputCall, problem: string): ToolResult =>
  fail(problem, { error_kind: "invalid-input", ...shellFacts(shell), written: 0 });

async function answerOnTerminal(call: InputCall, terminal: ShellTerminal): Promise<ToolResult> {
  const { setup, context, shell, input } = call;
  const { words } = setup;
  const problem = terminalProblem(input, terminal, words) ?? waitProblem(call);
  if (problem !== undefined) return invalid(call, problem);
  const on = { setup, context, shell, terminal };
  if (!shell.isRunning) return readEndedTerminal(call, terminal);
  if (terminal.isHeld) return invalid(call, words.heldByUser());
  if (context.dryRun === true) return ok(words.dryTyping(), { ...shellFacts(shell), dry_run: true, written: 0 });
  await resizeTerminal(on, input);
  return typeAndRead(call, on);
}

async function typeAndRead(call: InputCall, on: TerminalCall): Promise<ToolResult> {
  const { setup, context, input } = call;
  const { shell, terminal } = on;
  const { words, notices } = setup;
  const cursor = renderCursor(shell.transcript.bytes);
  const typed = await typeIntoTerminal(on, input);
  const { taken: written } = typed;
  if (typed.refusal !== undefined) return refusedPart(typed.refusal, typed, words);
  const stopped = typingStopped(typed, words);
  if (typed.stop?.kind === "cut" && written === 0) return invalid(call, stopped.join(""));
  const limits = { limitMs: limitOf(call), signal: context.signal };
  const awaited = input.wait_for === undefined ? undefined : awaitedOf(input, cursor, setup);
  const end = await keepAlive(waitedOnTerminal(on, awaited, limits));
  if (context.signal?.aborted === true) return fail(words.waitCancelled(), { ...shellFacts(shell), cancelled: true });
  const facts = { written, ...(end === undefined ? {} : { wait: end }) };
  const notes = [...stopped, ...missed(words, awaited, end)];
  const visible = visibleOf(setup, context);
  return renderTerminal({ shell, terminal, view: undefined, words, notices, visible, facts, notes });
}

/** A refusal, with how much was typed before it. */
function refusedPart(refusal: ToolResult, typed: TypedResult<ToolResult>, words: Words): ToolResult {
  const error = refusal.error?.replace(words.notTyped(""), words.notEntered(typed));
  const metadata = { ...refusal.metadata, written: typed.taken };
  return { ...refusal, ...(error === undefined ? {} : { error }), metadata };
}

async function waitedOnTerminal(
  on: TerminalCall,
  awaited: ReturnType<typeof awaitedOf>,
  limits: WriteLimits,
): Promise<WaitEnd | undefined> {
  if (awaited === undefined || "problem" in awaited) {
    await awaitTerminal(on, limits);
    return undefined;
  }
  return awaited.kind === "pattern" ? awaitPattern(on, awaited, limits) : waitFor(on.shell, awaited, limits);
}

const missed = (words: Words, awaited: ReturnType<typeof awaitedOf>, end: WaitEnd | undefined): readonly string[] =>
  awaited === undefined || "problem" in awaited || end === undefined || end === "met"
    ? []
    : [end === "ended" ? words.waitHopeless(words.awaited(awaited)) : words.waitMissed(words.awaited(awaited))];

function waitProblem({ setup, shell, input }: InputCall): string | undefined {
  const awaited = input.wait_for === undefined ? undefined : awaitedOf(input, shell.readCursor, setup);
  return awaited !== undefined && "problem" in awaited ? awaited.problem : undefined;
}

/** What became of a shell that gets no input any more: its end, and its last output. */
const readEnded = ({ setup, context, shell }: InputCall): Promise<ToolResult> =>
  readShell(shell, { notes: [setup.words.inputTooLate()], facts: { written: 0 }, showsEnd: true }, { setup, context });

/** The same of a terminal; of a full-screen program that was killed the screen that it left. */
async function readEndedTerminal({ setup, context, shell }: InputCall, terminal: ShellTerminal): Promise<ToolResult> {
  const { words, notices } = setup;
  await terminal.screen.settled();
  const view = terminal.screen.modes.alternate ? "screen" : undefined;
  const told = { notes: [words.inputTooLate()], facts: { written: 0 }, showsEnd: true };
  return renderTerminal({ ...told, shell, terminal, view, words, notices, visible: visibleOf(setup, context) });
}

async function clearAndWrite(call: InputCall, its: ShellInput, typed: PipeInput): Promise<ToolResult> {
  const { setup, context, shell } = call;
  const later = async (earlier: NonNullable<Asking["earlier"]>): Promise<ToolResult> => {
    const alone = { ...call, context: { ...context, signal: undefined, approver: undefined, onWait: undefined } };
    const refused = await refusalOf({ ...alone, typed: { kind: "text", text: typed.text }, earlier }, later);
    if (refused !== undefined) return refused;
    const { taken } = await write(its, typed, { limitMs: limitOf(call) });
    return ok("", { ...shellFacts(shell), written: taken });
  };
  const request = { setup, context, shell, typed: { kind: "text", text: typed.text } } as const;
  const refused =
    typed.text === "" ? undefined : ((await secretRefusal(call, typed.text)) ?? (await refusalOf(request, later)));
  if (refused !== undefined) return refused;
  const before = { printed: printedBy(shell), cursor: renderCursor(shell.transcript.bytes), at: steadyMs() };
  const written = await write(its, typed, { limitMs: limitOf(call), signal: context.signal });
  return readAfter(call, { ...before, its, written, wanted: Buffer.byteLength(typed.text) });
}

/** A prompt for a secret takes no text from a model without a question to the user. */
async function secretRefusal({ setup, context, shell }: InputCall, text: string): Promise<ToolResult | undefined> {
  if (!asksForSecret(shell.transcript)) return undefined;
  const caller = await callerOf({ setup, context, shell });
  const request = { ...caller, text, cwd: shell.workingDir, sessionId: shell.sessionId };
  const refusal = await askAboutInput({ setup, context, shell }, request, typedVerdict("secret-on-pipe", text));
  return refusal && { ...refusal, metadata: { ...refusal.metadata, written: 0 } };
}

type WriteLimits = { readonly limitMs: number; readonly signal?: AbortSignal | undefined };

async function write(its: ShellInput, { text: typed, isEnd }: PipeInput, limits: WriteLimits): Promise<Written> {
  const bytes = Buffer.from(typed);
  const written = await keepAlive(its.write(bytes, limits));
  if (isEnd && written.taken === bytes.length) its.end();
  return written;
}

const limitOf = ({ input, context }: InputCall): number =>
  Math.min(input.wait_ms ?? INPUT_WAIT_MS, context.backgroundAfterMs ?? Number.POSITIVE_INFINITY);

/** Where the shell was when it got the input, and what became of that. */
type Before = {
  readonly printed: number;
  readonly cursor: string;
  readonly at: number;
  readonly its: ShellInput;
  readonly written: Written;
  readonly wanted: number;
};

/** Waits for what the caller waits for, by default until the shell has done with its input, and reads it. */
async function readAfter(call: InputCall, before?: Before): Promise<ToolResult> {
  const { setup, context, shell, input } = call;
  const at = before?.at ?? steadyMs();
  const limitMs = Math.max(0, limitOf(call) - (steadyMs() - at));
  const awaited =
    input.wait_for === undefined ? undefined : awaitedOf(input, before?.cursor ?? shell.readCursor, setup);
  const wait = await keepAlive(waited(call, awaited, { limitMs, printed: before?.printed ?? printedBy(shell) }));
  if (wait === "cancelled") return fail(setup.words.waitCancelled(), { ...shellFacts(shell), cancelled: true });
  const told = before === undefined ? { notes: [], facts: { written: 0 } } : await tell(setup.words, before);
  const waitedMs = Math.round(steadyMs() - at);
  return readShell(shell, { ...told, wait: wait && { ...wait, waitedMs } }, { setup, context });
}

type Waited = Omit<NonNullable<DueReading["wait"]>, "waitedMs">;

async function waited(
  { context, shell, setup }: InputCall,
  awaited: ReturnType<typeof awaitedOf>,
  { limitMs, printed }: { readonly limitMs: number; readonly printed: number },
): Promise<Waited | "cancelled" | undefined> {
  const { signal } = context;
  if (awaited === undefined || "problem" in awaited) {
    await awaitSettled(shell, { limitMs, signal, printed });
    return signal?.aborted === true ? "cancelled" : undefined;
  }
  context.onWait?.(setup.words.awaited(awaited));
  const end = await waitFor(shell, awaited, { limitMs, signal });
  return end === "cancelled" ? "cancelled" : { awaited, end };
}

/** What is to be said of the input: only what a caller would not expect. */
async function tell(words: Words, { its, written, wanted }: Before): Promise<Pick<DueReading, "notes" | "facts">> {
  const { taken, isOpen } = written;
  const { unread } = isOpen ? await its.write(Buffer.alloc(0), { limitMs: 0 }) : written;
  const notes = [
    ...(taken < wanted ? [words.inputCut({ taken, wanted, isOpen })] : []),
    ...(unread > 0 ? [words.inputUnread(unread)] : []),
  ];
  return { notes, facts: { written: taken, ...(unread > 0 ? { unread } : {}) } };
}
