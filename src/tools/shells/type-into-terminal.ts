import { keepAlive } from "../../core/base/keep-alive.ts";
import { realPath } from "../../core/files/path-inside.ts";
import type { Request } from "../../core/permission/gate.ts";
import type { Verdict } from "../../core/policy/verdict.ts";
import type { Written } from "../../core/shell/background/shell-input.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../core/shell/terminal/shell-terminal.ts";
import { KEPT_LINE_BYTES } from "../../core/terminal/kept-line.ts";
import { keyBytes, keyHint } from "../../core/terminal/key-bytes.ts";
import { keyInText } from "../../core/terminal/text-bytes.ts";
import type { ExecutionContext, ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { Typed } from "../typing/judge-typed-line.ts";
import { type TypedResult, typeInto } from "../typing/type-into.ts";
import type { Words } from "../words.ts";
import { askAboutInput, callerOf } from "./clear-input.ts";
import { type Typing, typingProblem } from "./typed-text.ts";

/** How long a program may leave unread what is typed. */
const WRITE_MS = 1000;

/** A terminal, and who types into it. */
export type TerminalCall = {
  readonly setup: ToolSetup;
  readonly context: ExecutionContext;
  readonly shell: ShellProcess;
  readonly terminal: ShellTerminal;
};

/** What cannot be typed as it is. */
export function terminalProblem(
  { text = "", keys = [] }: Typing,
  { screen }: ShellTerminal,
  words: Words,
): string | undefined {
  const letter = keyInText(text);
  if (letter !== undefined) return words.keyInText(letter);
  const half = typingProblem({ text });
  if (half !== undefined) return half;
  const unknown = keys.find((key) => keyBytes(key, screen.modes) === undefined);
  return unknown === undefined ? undefined : words.unknownKey(unknown, keyHint(unknown));
}

/** Types step by step, each judged before; stops at the first that may not be typed. */
export async function typeIntoTerminal(call: TerminalCall, typing: Typing): Promise<TypedResult<ToolResult>> {
  const { setup, context, shell, terminal } = call;
  const { containment } = await setup.shells().sandbox();
  const target = {
    terminal: {
      screen: terminal.screen,
      facts: () => terminal.facts(),
      write: (bytes: Buffer) => typeBytes(call, bytes),
    },
    line: terminal.line,
    isContained: containment.level === "full",
    isCancelled: () => context.signal?.aborted === true,
    cwd: shell.workingDir,
  };
  const base = { ...(await callerOf({ setup, context, shell })), sessionId: shell.sessionId };
  const requestOf = ({ text, cwd, ...more }: Typed): Request => ({ ...base, text, cwd: realPath(cwd), ...more });
  const { text, keys, eof } = typing;
  return keepAlive(
    typeInto(target, withoutUndefined({ text, keys, eof }), {
      judge: async (typed) => (await setup.gate.judge(requestOf(typed))).verdict,
      refusal: (typed: Typed, verdict: Verdict) => askAboutInput(call, requestOf(typed), verdict),
    }),
  );
}

const withoutUndefined = (typing: Typing): { text?: string; keys?: readonly string[]; eof?: boolean } =>
  Object.fromEntries(Object.entries(typing).filter(([, value]) => value !== undefined));

/** Keys that are signals reach a program also behind what it does not read. */
const SIGNALS: Readonly<Record<string, "C" | "\\" | "Z">> = { "\x03": "C", "\x1c": "\\", "\x1a": "Z" };

async function typeBytes(
  { shell, terminal, context }: TerminalCall,
  bytes: Buffer,
): Promise<Pick<Written, "taken" | "isOpen">> {
  const letter = SIGNALS[bytes.toString("latin1")];
  if (letter === undefined)
    return shell.input?.write(bytes, { limitMs: WRITE_MS, signal: context.signal }) ?? { taken: 0, isOpen: false };
  terminal.interrupt(letter);
  return { taken: bytes.length, isOpen: true };
}

/** Why not all was typed, in a sentence; none where all was. */
export function typingStopped({ taken, wanted, stop }: TypedResult<ToolResult>, words: Words): readonly string[] {
  if (stop === undefined) return [];
  if (stop.kind === "cut") return [words.lineTooLong({ taken, lineBytes: stop.lineBytes, kept: KEPT_LINE_BYTES })];
  return [words.typingStopped(stop.kind, { taken, wanted })];
}

/** Gives a terminal another size. */
export async function resizeTerminal(
  { terminal }: TerminalCall,
  { cols, rows }: { readonly cols?: number | undefined; readonly rows?: number | undefined },
): Promise<void> {
  if (cols === undefined && rows === undefined) return;
  const { size } = terminal.screen;
  await terminal.resize({ cols: cols ?? size.cols, rows: rows ?? size.rows });
}
