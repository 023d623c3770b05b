import { Fault } from "../../../base/fault.ts";
import type { Ask } from "./supervisor-input.ts";

/** What the kernel tells of a terminal. `group` is in the numbers of the supervisor. */
export type TerminalLook = {
  readonly group: number;
  readonly isCanonical: boolean;
  readonly echoes: boolean;
  readonly hasSignals: boolean;
  /** Typed and not read: by the programs, and still in the supervisor. */
  readonly unread: number;
  readonly queued: number;
  /** How many bytes its programs had drawn in all. */
  readonly drawn: number;
};

type Size = { readonly cols: number; readonly rows: number };

/** Local modes of a terminal: signals by keys, lines, what is typed is shown. */
const ISIG = 1;
const ICANON = 2;
const ECHO = 8;

/** The host's end of a shell's terminal, which its supervisor has. */
export class SupervisorTerminal {
  readonly #say: (line: string) => void;
  readonly #ask: Ask;

  constructor(say: (line: string) => void, ask: Ask) {
    this.#say = say;
    this.#ask = ask;
  }

  /** The next shell gets one; what is drawn on it comes through this FIFO. */
  async open({ cols, rows }: Size, fifo: string): Promise<void> {
    const why = (await this.#ask(Buffer.from(`t ${cols} ${rows} ${fifo}\n`), "t")).slice(2);
    if (why === "") return;
    const words = why.replace(/^\d+ /, "");
    throw new Fault("SPAWN_FAILED", `no terminal could be opened here${words === "" ? "" : `: ${words}`}`);
  }

  async look(): Promise<TerminalLook> {
    const answer = await this.#ask(Buffer.from("q\n"), "q ");
    const [, group = 0, modes = 0, unread = 0, queued = 0, drawn = 0] = answer.split(" ").map(Number);
    const has = (mode: number): boolean => (modes & mode) !== 0;
    return { group, isCanonical: has(ICANON), echoes: has(ECHO), hasSignals: has(ISIG), unread, queued, drawn };
  }

  async resize({ cols, rows }: Size): Promise<void> {
    await this.#ask(Buffer.from(`r ${cols} ${rows}\n`), "r");
  }

  /** Does what this control letter does when it is typed; drops what was typed before it and not read. */
  interrupt(letter: "C" | "\\" | "Z"): void {
    this.#say(`g ${SIGNALS[letter]} ${letter.charCodeAt(0) - "@".charCodeAt(0)}\n`);
  }

  /** Takes the terminal away: its programs are told as when a window is closed. */
  hangUp(): void {
    this.#say("n\n");
  }
}

/** SIGINT, SIGQUIT, SIGTSTP: no other can be sent to whatever is in the foreground. */
const SIGNALS = { C: 2, "\\": 3, Z: 20 } as const;
