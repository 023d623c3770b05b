import { sleep, steadyMs, stopwatch } from "../../base/clock.ts";
import type { Fifo } from "../../process/fifo.ts";
import type { Identity } from "../../process/identity.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import type { LineReader } from "../../terminal/line-reader.ts";
import type { ScreenDrawing } from "../../terminal/screen-text.ts";
import type { TerminalFacts } from "../../terminal/terminal-facts.ts";
import { TerminalScreen } from "../../terminal/terminal-screen.ts";
import type { TerminalSize } from "../../terminal/terminal-size.ts";
import { TypedLine } from "../../terminal/typed-line.ts";
import { terminalProcesses } from "./terminal-processes.ts";

/** What was drawn is in the FIFO: how long the host may take to read it where it has much else to do. */
const LATEST_MS = 2000;

type TerminalSetup = {
  readonly supervisor: Supervisor;
  readonly size: TerminalSize;
  /** Replaces what must not be shown. */
  readonly hide: (text: string) => string;
};

/** A background shell's terminal: what its programs draw, what they wait for, and how it is used like a user's. */
export class ShellTerminal {
  readonly screen: TerminalScreen;
  /** What is new to the shell's one shared reader. */
  readonly lines: LineReader;
  /** What was typed since the last line. */
  readonly line: TypedLine = new TypedLine();
  /** The screen as that reader saw it last. */
  shown: ScreenDrawing | undefined;
  /** Whether the emulator answers what programs ask: not where they are drawn on a terminal that answers itself. */
  answers = true;
  readonly #supervisor: Supervisor;
  #holders = 0;
  #shell: Identity | undefined;
  #drawnAt = steadyMs();
  #drawn = 0;

  private constructor(supervisor: Supervisor, screen: TerminalScreen) {
    this.#supervisor = supervisor;
    this.screen = screen;
    this.lines = screen.lineReader();
  }

  /** For the next shell of the supervisor. The FIFO is there already. */
  static async open({ supervisor, size, hide }: TerminalSetup, fifo: string): Promise<ShellTerminal> {
    // What the emulator answers is typed back: programs ask where the cursor is.
    const made: { terminal?: ShellTerminal } = {};
    const reply = (bytes: string): void => {
      if (made.terminal?.answers !== false)
        void supervisor.input.write(Buffer.from(bytes, "latin1")).catch(() => undefined);
    };
    const [screen] = await Promise.all([
      TerminalScreen.open({ ...size, reply, hide }),
      supervisor.terminal.open(size, fifo),
    ]);
    made.terminal = new ShellTerminal(supervisor, screen);
    return made.terminal;
  }

  /** Whether the user has taken it over: nobody else types then. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Takes it over for the user. Returns how to hand it back. */
  hold(): () => void {
    this.#holders += 1;
    let isLetGo = false;
    return () => {
      if (!isLetGo) this.#holders -= 1;
      isLetGo = true;
    };
  }

  began(shell: Identity): void {
    this.#shell = shell;
  }

  /** Takes what was drawn. The bytes are valid only during the call. */
  draw(bytes: Buffer, fifo: Fifo): void {
    this.#drawnAt = steadyMs();
    this.#drawn += bytes.length;
    this.screen.feed(Buffer.from(bytes));
    if (!this.screen.isFull) return;
    fifo.pause();
    void this.screen.room().then(() => fifo.resume());
  }

  /** What the machine tells of it now, once all that was drawn by then is here; undefined when it is gone. */
  async facts(): Promise<TerminalFacts | undefined> {
    const look = await this.#supervisor.terminal.look().catch(() => undefined);
    if (look === undefined) return undefined;
    const { group, drawn, ...told } = look;
    for (const waited = stopwatch(); this.#drawn < drawn && waited() < LATEST_MS; ) await sleep(1);
    const seen = terminalProcesses(this.#supervisor.descendants(), { group, shell: this.#shell });
    const quietMs = Math.round(steadyMs() - this.#drawnAt);
    return {
      ...told,
      quietMs,
      foreground: seen.filter(({ isForeground }) => isForeground),
      behind: seen.filter(({ isForeground }) => !isForeground),
    };
  }

  /** The kernel first: what is drawn after that is for the new size. */
  async resize(size: TerminalSize): Promise<void> {
    await this.#supervisor.terminal.resize(size);
    this.screen.resize(size);
  }

  /** What Ctrl-C, Ctrl-\ or Ctrl-Z do, also behind input that nobody reads. */
  interrupt(letter: "C" | "\\" | "Z"): void {
    this.#supervisor.terminal.interrupt(letter);
  }

  hangUp(): void {
    this.#supervisor.terminal.hangUp();
  }
}
