import { shown } from "../../core/base/show-value.ts";
import type { KeyInText } from "../../core/terminal/text-bytes.ts";
import type { ToolNames } from "../tool-names.ts";
import { type LeavingNaming, leavingNaming } from "./leaving-words.ts";
import { plural } from "./plural.ts";

type Cut = { readonly taken: number; readonly wanted: number; readonly isOpen: boolean };

/** What was typed before a refusal, and what became of the line that was not entered. */
type Refused = { readonly taken: number; readonly entered: number; readonly line?: "clear" | "unknown" };

type CutLine = { readonly taken: number; readonly lineBytes: number; readonly kept: number };

/** The sentences about what is typed into a shell. */
export const INPUT_WORDS = {
  bashInput: (): string =>
    "Type into a background shell, then read what came of it, in one call: new lines, or the screen of a full-screen program. Waits until the program has answered, wait_ms at the longest; wait_for as when reading. Without input it only reads.",
  inputTooLate: (): string => "the shell has ended; nothing was written",
  /** In the place of `notTyped`, where something was typed before the part that was refused. */
  notEntered: ({ taken, entered, line }: Refused): string => {
    if (line === undefined)
      return taken === 0
        ? "Nothing was typed. "
        : `This and what follows were not typed, the ${plural(taken, "byte")} before were. `;
    const stands = line === "clear" ? "and was taken back" : "and may still stand there: clear it with C-c first";
    return `${entered > 0 ? "The lines before were entered; this" : "This"} line was not entered, ${stands}. `;
  },
  userCanType: (id: string): string => `The user can type it: nacre attach ${id}, or the page.`,
  notTyped: (why: string): string => `Nothing was typed. ${why}`,
  /** `wasEnded`: it was an open pipe once. */
  noInput: (wasEnded: boolean): string =>
    wasEnded
      ? "Nothing was written: the end of this shell's input was written before."
      : "Nothing was written: the input of this shell was given with its command. Only a command with run_in_background and without stdin can be typed into.",
  keysNeedTerminal: (key: string): string =>
    `Nothing was written: the key ${shown(key)} needs a terminal, and this shell reads a pipe. Use text with \\n at the end of each line, or eof.`,
  keyInText: ({ letter, key }: KeyInText): string =>
    `text holds ${letter}, which is a key and no text: ${key === undefined ? "leave it out" : `give it in keys, as ${JSON.stringify(key)}`}; nothing was typed`,
  unknownKey: (key: string, hint: string): string =>
    `there is no key ${JSON.stringify(key)}: ${hint}; nothing was typed`,
  inputCut: ({ taken, wanted, isOpen }: Cut): string =>
    isOpen
      ? `the program does not read: it got the first ${taken} of ${wanted} bytes, the rest was not written`
      : `nobody reads this input any more: of ${wanted} bytes ${taken} were written`,
  linesGone: (id: string): string =>
    `more was printed than is shown; all of it as it came: bash_id="${id}", since="0" with filter, head or tail`,
  /** `isCertain`: what is typed is not shown. */
  asksForPassword: (program: string, isCertain: boolean): string =>
    `${program} ${isCertain ? "asks for a password: what is typed is not shown" : "may be asking for a secret"}; ask the user to type it (nacre attach), or type it if the user gave it to you`,
  programWaits: (program: string): string => `${program} waits for input`,
  /** On a pipe nobody but the model can type. */
  mayAskForSecret: (program: string): string =>
    `${program} may be asking for a secret: whatever is typed there is first a question to the user; with tty the user can type it (nacre attach)`,
  seemsToWait: (program: string): string => `${program} seems to wait for input`,
  waitMissed: (what: string): string => `waited in vain for ${what}`,
  noTerminal: (): string => "This shell has no terminal, so it has no screen; only a command with tty has one.",
  ownTerminal: (): string =>
    "it runs on a terminal in a shell of its own, from a copy of the session's state; nothing flows back into the session",
  dryTyping: (): string =>
    "A line for a terminal is judged as it stands on the screen, so a dry run cannot tell what would become of this input; nothing was typed.",
  /** A line that the kernel would cut. */
  lineTooLong: ({ taken, lineBytes, kept }: CutLine): string =>
    `the terminal takes lines, and of a line the kernel keeps ${kept} bytes until Enter: the rest of this one, which has ${lineBytes}, would be lost; ${taken === 0 ? "nothing was typed" : `the typing stopped before it, after ${plural(taken, "byte")}`}. Write it to a file and let the program read that, or type shorter lines`,
  typingStopped: (kind: "unread" | "closed" | "slow", { taken, wanted }: Omit<Cut, "isOpen">): string => {
    const much = `the terminal took the first ${taken} of ${wanted} bytes, the rest was not typed`;
    if (kind === "unread") return `the program does not read: ${much}; C-c drops what waits there`;
    if (kind === "closed") return `no program has this terminal open any more: ${much}`;
    return `the time for typing was over: ${much}; type the rest in another call`;
  },
  /** `bytes`: at the least. */
  typedUnread: (bytes: number): string => `unread so far: at least ${plural(bytes, "byte")} of what was typed`,
  lineKept: (bytes: number): string =>
    `${plural(bytes, "byte")} on a line without Enter: the program gets them with Enter`,
  inputUnread: (bytes: number): string => `unread so far: ${plural(bytes, "byte")} of the input`,
};

type Named = Pick<ToolNames, "BashInput" | "BashOutput" | "KillShell">;

type Naming = LeavingNaming & {
  readonly shellWaits: (id: string, program: string, canType?: boolean) => string;
  readonly onTerminal: (id: string, isWaiting: boolean) => string;
  readonly waitsForInput: (program: string) => string;
  readonly inputWaitsForAnswer: (id: string) => string;
  readonly heldByUser: () => string;
};

/** Those that name a tool. */
export const inputNaming = (tool: Named): Naming => ({
  ...leavingNaming(tool),
  /** `canType`: it reads what is typed into the shell. */
  shellWaits: (id: string, program: string, canType = false): string =>
    `in background shell ${id} ${program} waits for input${canType ? `; ${tool.BashInput} types it` : " that nobody can type"}; ${tool.KillShell} ends it`,
  /** `isWaiting`: for input; else its caller's time was over. */
  onTerminal: (id: string, isWaiting: boolean): string =>
    `Command ${isWaiting ? "waits for input" : "still runs"} and goes on as a background shell: ${id}\nType into it with ${tool.BashInput} (bash_id="${id}"), read it with ${tool.BashOutput}, end it with ${tool.KillShell}.`,
  waitsForInput: (program: string): string => `${program} waits for input: ${tool.BashInput} types it`,
  inputWaitsForAnswer: (id: string): string =>
    `Waiting for an answer: ${id}\nThe input needs the user's approval and was not typed. ${tool.BashOutput} (bash_id="${id}") waits for the answer and then reads the shell, ${tool.KillShell} withdraws the question.`,
  heldByUser: (): string =>
    `the user has taken over this terminal and types into it; read it with ${tool.BashOutput}, and wait; nothing was typed`,
});
