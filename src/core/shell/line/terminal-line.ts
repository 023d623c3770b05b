import { after } from "../../base/clock.ts";
import { LINE_GATHER_MS } from "../../base/limits.ts";
import { type Outlet, refuse } from "../../line/line-host.ts";
import type { Refusal, Said, ScreenView, TypeAsk, TypedByUser } from "../../line/line-messages.ts";
import { cutLineIn, KEPT_LINE_BYTES } from "../../terminal/kept-line.ts";
import { keyBytes, keyHint } from "../../terminal/key-bytes.ts";
import type { TerminalScreen } from "../../terminal/terminal-screen.ts";
import { textBytes } from "../../terminal/text-bytes.ts";
import type { ShellProcess } from "../background/shell-process.ts";

const NO_TERMINAL: { readonly no: Refusal } = refuse(
  "invalid",
  "this shell has no terminal; nacre logs shows what it prints",
);

/** Why nobody at this host sees a terminal of the shell. */
export const noTerminalOf = ({ machine }: Pick<ShellProcess, "machine">): { readonly no: Refusal } =>
  machine === undefined ? NO_TERMINAL : elsewhere(machine);

const elsewhere = (machine: string): { readonly no: Refusal } =>
  refuse(
    "invalid",
    `this shell runs on the machine ${machine}: only the client that started it sees its terminal and types into it; nacre logs shows what it prints`,
  );

/** Why the user cannot type into a shell. */
function noInputOf({ isRunning, machine }: ShellProcess): { readonly no: Refusal } {
  if (!isRunning) return refuse("invalid", "this shell takes no input: it has ended");
  if (machine !== undefined) return elsewhere(machine);
  return refuse("invalid", "this shell takes no input: it was given with its command");
}

/** Sends what a terminal shows whenever it changes, until its shell has ended or the reader is gone. */
export async function sendScreens(shell: ShellProcess, outlet: Outlet): Promise<{ readonly no: Refusal } | undefined> {
  const { terminal } = shell;
  if (terminal === undefined) return noTerminalOf(shell);
  let sent = "";
  while (outlet.isOpen) {
    // Looked at before the screen is: what is drawn in between comes with the next one.
    const { hasEnded } = shell;
    await terminal.screen.settled();
    const screen = viewOf(terminal.screen);
    const now = JSON.stringify(screen);
    if (now !== sent) await outlet.send({ kind: "screen", shell: shell.id, screen });
    else if (hasEnded) return undefined;
    else await drawnMore(shell, outlet);
    sent = now;
  }
  return refuse("gone", "the connection ended");
}

function viewOf(screen: TerminalScreen): ScreenView {
  const { cursor, isCursorHidden, title, size } = screen.drawing();
  return { cols: size.cols, rows: screen.painted(), cursor, isCursorHidden, title };
}

/** Waits until the shell has printed more or has ended, or the reader is gone. */
async function drawnMore({ transcript }: ShellProcess, outlet: Outlet): Promise<void> {
  let stop = (): void => undefined;
  const more = new Promise<void>((resolve) => {
    stop = transcript.onAppend(resolve);
    after(LOOK_MS, resolve).unref();
  });
  await Promise.race([more, outlet.closed]);
  stop();
  await new Promise<void>((resolve) => {
    after(LINE_GATHER_MS, resolve).unref();
  });
}

/** Its end and its size can change what is shown without a byte. */
const LOOK_MS = 1000;
/** How long a program may leave unread what the user types. */
const WRITE_MS = 5000;

/** Types as the user: not judged, and told to nobody. */
export async function typeByUser(shell: ShellProcess, ask: TypeAsk): Promise<Said<TypedByUser>> {
  const { terminal, input } = shell;
  if (input === undefined || !shell.isRunning) return noInputOf(shell);
  const bytes = bytesOf(ask, terminal?.screen);
  if (typeof bytes !== "string") return bytes;
  const lineBytes = (await terminal?.facts())?.isCanonical === true ? cutLineIn(ask.text ?? "", 0) : undefined;
  if (lineBytes !== undefined) return tooLong(lineBytes);
  terminal?.line.byUser(bytes);
  const { taken } = await input.write(Buffer.from(bytes), { limitMs: WRITE_MS });
  return { is: { shell: shell.id, typed: taken } };
}

/** Keys that come one by one are cut by the kernel as on any terminal. */
const tooLong = (lineBytes: number): { readonly no: Refusal } =>
  refuse(
    "invalid",
    `of a line the kernel keeps ${KEPT_LINE_BYTES} bytes until Enter, and this one has ${lineBytes}; nothing was typed`,
  );

function bytesOf(
  { text = "", keys = "", bytes = "" }: TypeAsk,
  screen: TerminalScreen | undefined,
): string | { readonly no: Refusal } {
  // A pipe has no keys and no modes: what is typed is what is read.
  if (screen === undefined) return text + bytes;
  let typed = bytes + textBytes(text, screen.modes);
  for (const name of keys.split(" ").filter((one) => one !== "")) {
    const key = keyBytes(name, screen.modes);
    if (key === undefined) return refuse("invalid", `there is no key ${JSON.stringify(name)}: ${keyHint(name)}`);
    typed += key;
  }
  return typed;
}
