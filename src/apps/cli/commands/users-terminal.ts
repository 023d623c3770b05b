import { runFile } from "../../../core/process/run-file.ts";
import { trustedProgram } from "../../../core/process/trusted-program.ts";
import type { ShellProcess } from "../../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../../core/shell/terminal/shell-terminal.ts";
import { boundedSize, type TerminalSize } from "../../../core/terminal/terminal-size.ts";
import type { GivenTerminal } from "../../../tools/tool.ts";
import type { Io } from "../io.ts";
import { type Keyboard, keyboardOf } from "../keyboard.ts";

/** How long a program may leave unread what the user types. */
const WRITE_MS = 60_000;

/** Keys that are signals reach a program also behind what it does not read. */
const SIGNALS: Readonly<Record<string, "C" | "\\" | "Z">> = { "\x03": "C", "\x1c": "\\", "\x1a": "Z" };

/**
 * The user's own terminal, for a command that runs on one of its own: what is typed here goes there as it is, and what is
 * drawn there comes here. What the user types is the user's act, and is judged by nobody.
 */
export class UsersTerminal {
  readonly #io: Io;
  readonly #keyboard: Keyboard;
  readonly #size: TerminalSize;
  readonly #undo: (() => void)[] = [];
  #terminal: ShellTerminal | undefined;

  private constructor(io: Io, keyboard: Keyboard, size: TerminalSize) {
    this.#io = io;
    this.#keyboard = keyboard;
    this.#size = size;
  }

  /** Undefined where stdin, stdout and stderr are not all the user's terminal. */
  static of(io: Io): UsersTerminal | undefined {
    const { columns: cols, rows, isInteractive, stdin } = io;
    const keyboard = keyboardOf(stdin);
    if (!isInteractive || cols === undefined || rows === undefined || keyboard === undefined) return undefined;
    return new UsersTerminal(io, keyboard, boundedSize({ cols, rows }));
  }

  /** What the command is given. */
  get given(): GivenTerminal {
    const { TERM } = this.#io.env;
    return { ...this.#size, ...(TERM === undefined ? {} : { term: TERM }), began: (shell) => this.#connect(shell) };
  }

  #connect(shell: ShellProcess): void {
    const { terminal, transcript } = shell;
    this.#terminal = terminal;
    if (terminal !== undefined) terminal.answers = false; // the user's own terminal answers what programs ask
    const { raw, stream } = this.#keyboard;
    const type = (keys: Buffer): void => this.#type(shell, keys);
    const early = transcript.read({ raw: true, maxChars: Number.MAX_SAFE_INTEGER }).text;
    if (early !== "") this.#io.pass("stdout", Buffer.from(early));
    this.#undo.push(
      transcript.liveBytes(({ bytes }) => this.#io.pass("stdout", Buffer.from(bytes))),
      this.#io.onResize?.((size) => void terminal?.resize(boundedSize(size)).catch(() => undefined)) ??
        (() => undefined),
      raw(),
      () => stream.off("data", type).pause(),
    );
    void keepLineFeeds().then(() => stream.on("data", type));
  }

  #type(shell: ShellProcess, keys: Buffer): void {
    const letter = SIGNALS[keys.toString("latin1")];
    if (letter !== undefined) this.#terminal?.interrupt(letter);
    else void shell.input?.write(keys, { limitMs: WRITE_MS });
  }

  /** Gives the terminal back to the user, in the state in which programs expect it: one that was killed did not. */
  async close(): Promise<void> {
    const terminal = this.#terminal;
    this.#terminal = undefined;
    if (terminal !== undefined) {
      await terminal.screen.settled();
      this.#io.stdout(leftOn(terminal));
    }
    for (const undo of this.#undo.splice(0)) undo();
  }
}

const OFF = {
  alternate: "\x1b[?1049l",
  cursorHidden: "\x1b[?25h",
  keypad: "\x1b>",
  applicationCursor: "\x1b[?1l",
  bracketedPaste: "\x1b[?2004l",
  mouse: "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l",
} as const;

/** Takes back what the last program asked of the terminal and left on. */
function leftOn({ screen: { modes } }: ShellTerminal): string {
  const { alternate, cursorHidden, keypad, applicationCursor, bracketedPaste, mouse } = modes;
  const left = { alternate, cursorHidden, keypad, applicationCursor, bracketedPaste, mouse };
  return Object.entries(OFF)
    .filter(([name]) => left[name as keyof typeof left])
    .map(([, sequence]) => sequence)
    .join("");
}

/** Node leaves a terminal making CR LF of LF, which moves the cursor of programs that only go down a row. */
async function keepLineFeeds(): Promise<void> {
  const file = trustedProgram("stty");
  if (file === undefined) return;
  await runFile({ file, args: ["-F", "/dev/tty", "-opost"], cwd: "/", env: {} }).catch(() => undefined);
}
