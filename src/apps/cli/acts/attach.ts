import type { Readable } from "node:stream";
import type { LineClient } from "../../../core/line/line-client.ts";
import type { ScreenView } from "../../../core/line/line-messages.ts";
import { EXIT, type Io } from "../io.ts";
import { keyboardOf } from "../keyboard.ts";
import type { Surroundings } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";
import { AllShells } from "../watching/all-shells.ts";

/** What is typed while watching, and what hands the terminal back: Ctrl-], as in telnet. */
const TAKE_OVER = "t";
const LEAVE = ["q", "\x03", "\x04"];
const HAND_BACK = "\x1d";

/** nacre attach ID: shows the terminal of a shell, takes it over, hands it back. */
export async function attach(id: string, { stateDir, io }: Surroundings): Promise<number> {
  if (refusesAgent("attach", io)) return EXIT.refused;
  const keyboard = keyboardOf(io.stdin);
  if (keyboard === undefined || !io.isInteractive) {
    io.stderr("nacre: attach needs a terminal; nacre logs -f prints what a shell prints\n");
    return EXIT.usage;
  }
  const all = await AllShells.see(stateDir);
  try {
    const shell = all.find(id);
    if (typeof shell === "string") return failed(io, shell);
    if (!("line" in shell)) return failed(io, `${shell.view.id} has ended; nacre logs shows what it printed`);
    const attached = new Attachment(shell.view.id, { line: shell.line, stateDir, io });
    const backToLines = keyboard.raw();
    const problem = await attached.watch(keyboard.stream).finally(backToLines);
    if (problem === undefined) return EXIT.ok;
    return failed(io, problem);
  } finally {
    all.close();
  }
}

function failed(io: Io, sentence: string): number {
  io.stderr(`nacre: ${sentence}\n`);
  return EXIT.failed;
}

type Place = { readonly line: LineClient; readonly stateDir: string; readonly io: Io };

/** Escape sequences for the user's own terminal. */
const SCREEN = { begin: "\x1b[?1049h\x1b[?7l", end: "\x1b[?7h\x1b[?25h\x1b[?1049l", home: "\x1b[?25l\x1b[H" } as const;

/** One user before one shell. */
class Attachment {
  readonly #id: string;
  readonly #place: Place;
  #screen: ScreenView | undefined;
  /** Open while the user has taken over: the host lets nobody else type. */
  #held: AllShells | undefined;
  /** Keys in their order. */
  #typing: Promise<unknown> = Promise.resolve();

  constructor(id: string, place: Place) {
    this.#id = id;
    this.#place = place;
  }

  /** Until the user leaves or the shell has ended; a sentence where it cannot go on. */
  async watch(keyboard: Readable): Promise<string | undefined> {
    const { line, io } = this.#place;
    const leave = (): void => line.close();
    let hasLeft = false;
    const hear = (keys: Buffer): void => {
      if (!this.#hear(keys.toString("utf8"))) return;
      hasLeft = true;
      leave();
    };
    keyboard.on("data", hear);
    io.signal.addEventListener("abort", leave, { once: true });
    io.stdout(SCREEN.begin);
    const said = await line.ask(
      { do: "follow", canAnswer: false, shell: this.#id, screen: true },
      {
        limitMs: "any",
        onEvent: (event) => {
          if (event.kind === "screen") this.#draw(event.screen);
        },
      },
    );
    io.stdout(SCREEN.end);
    keyboard.off("data", hear);
    io.signal.removeEventListener("abort", leave);
    this.#held?.close();
    if (hasLeft || io.signal.aborted) return undefined;
    if ("no" in said) return said.no.sentence;
    const { status, exitCode } = said.is.shell;
    io.stderr(`nacre: ${this.#id} has ended: ${status}${exitCode === undefined ? "" : `, exit code ${exitCode}`}\n`);
    return undefined;
  }

  /** Takes what the user typed; true where the user leaves. */
  #hear(keys: string): boolean {
    if (this.#held === undefined) {
      if (keys === TAKE_OVER) this.#typing = this.#takeOver();
      return LEAVE.includes(keys);
    }
    const end = keys.indexOf(HAND_BACK);
    const bytes = end === -1 ? keys : keys.slice(0, end);
    if (bytes !== "") this.#type(bytes);
    if (end !== -1) this.#typing = this.#typing.then(() => this.#handBack());
    return false;
  }

  #type(bytes: string): void {
    const { line } = this.#place;
    this.#typing = this.#typing.then(() => line.ask({ do: "type", shell: this.#id, bytes }));
  }

  /** Over a line of its own, which the host takes for the user's hand on the keyboard. */
  async #takeOver(): Promise<void> {
    const all = await AllShells.see(this.#place.stateDir);
    const shell = all.find(this.#id);
    if (typeof shell === "string" || !("line" in shell)) return all.close();
    this.#held = all;
    void shell.line.ask({ do: "hold", shell: this.#id }, { limitMs: "any" });
    this.#draw(this.#screen);
  }

  #handBack(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#draw(this.#screen);
  }

  #draw(screen: ScreenView | undefined): void {
    if (screen === undefined) return;
    this.#screen = screen;
    const { io } = this.#place;
    const room = (io.rows ?? screen.rows.length + 1) - 1;
    const rows = screen.rows.slice(0, room).map((row) => `${row}\x1b[K`);
    const { row, column } = screen.cursor;
    const cursor = screen.isCursorHidden ? "" : `\x1b[${row};${column}H\x1b[?25h`;
    io.stdout(`${SCREEN.home}${rows.join("\r\n")}\r\n\x1b[J\x1b[7m${this.#status()}\x1b[0m\x1b[K${cursor}`);
  }

  #status(): string {
    const doing = this.#held === undefined ? "watching: t takes over, q leaves" : "you type: Ctrl-] hands back";
    return ` ${this.#id}  ${doing} `;
  }
}
