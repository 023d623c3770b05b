import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ShellTerminal } from "../../core/shell/terminal/shell-terminal.ts";
import { screenText } from "../../core/terminal/screen-text.ts";
import { type TerminalState, terminalState } from "../../core/terminal/terminal-state.ts";
import { joined } from "../bash/render-outcome.ts";
import type { OwnMetadata } from "../metadata.ts";
import { ok, type ToolResult } from "../tool.ts";
import { surelyVisible, type Visible } from "../visible.ts";
import type { Words } from "../words.ts";
import { END_LINES } from "./render-reading.ts";
import type { ShellNotices } from "./shell-notices.ts";
import { endingOf, renderStatus, shellFacts } from "./shell-view.ts";

/** How a terminal is shown: the new lines of its programs, or its screen. */
export type View = "lines" | "screen";

/** A read of a terminal that is due, after its wait. */
export type TerminalReading = {
  readonly shell: ShellProcess;
  readonly terminal: ShellTerminal;
  /** Undefined: the screen of a program that draws one, as far as it changed, else the new lines. */
  readonly view: View | undefined;
  /** Whether the last lines are shown where none is new. */
  readonly showsEnd?: boolean;
  readonly words: Words;
  readonly notices: ShellNotices;
  readonly visible: Visible;
  readonly notes?: readonly string[] | undefined;
  readonly facts?: OwnMetadata | undefined;
};

/** What is known of a terminal now; undefined when its shell has ended. */
export async function stateOf(terminal: ShellTerminal): Promise<TerminalState | undefined> {
  await terminal.screen.settled();
  const facts = await terminal.facts();
  return facts === undefined ? undefined : terminalState(facts, terminal.screen.modes, terminal.screen.nearCursor());
}

/** Reads a terminal: its shell's status, what is new on it, and what it waits for; and the same as data. */
export async function renderTerminal(reading: TerminalReading): Promise<ToolResult> {
  const { shell, terminal, view, words, notices, notes = [], facts } = reading;
  const { screen } = terminal;
  await screen.settled();
  const state = shell.isRunning ? await stateOf(terminal) : undefined;
  const waiting = state === undefined || state.waiting === "no" ? undefined : state.program;
  notices.tell(shell, waiting);
  const how = view ?? state?.view ?? "lines";
  const shown = how === "screen" ? screenShown(terminal, view !== undefined) : linesShown(reading);
  shell.countAsRead(shell.read({ maxChars: 0, tail: 0 }).nextCursor);
  const said = [...notes, ...shown.notes, ...unreadNotes(state, terminal, words), ...waitNotes(state, words)].map(
    words.note,
  );
  const closing = words.closing({ ending: endingOf(shell) });
  const text = joined([shown.text, ...said, shown.end, closing]);
  const status = renderStatus(shell);
  return ok(text === "" ? status : `${status}\n\n${text}`, {
    ...shellFacts(shell),
    view: how,
    ...(screen.title === "" ? {} : { title: screen.title }),
    ...(screen.bells === 0 ? {} : { bells: screen.bells }),
    ...(waiting === undefined ? {} : { waiting_for_input: waiting }),
    ...(state === undefined ? {} : stateFacts(state)),
    ...facts,
  });
}

const stateFacts = ({ password, unread }: TerminalState): OwnMetadata => ({
  ...(password === "no" ? {} : { password }),
  ...(unread === 0 ? {} : { unread }),
});

/** `end`: the last lines, where nothing is new and they were asked for. */
type Shown = { readonly text: string; readonly notes: readonly string[]; readonly end: string };

function screenShown(terminal: ShellTerminal, isWhole: boolean): Shown {
  const now = terminal.screen.drawing();
  const text = screenText(now, isWhole ? undefined : terminal.shown);
  terminal.shown = now;
  return { text, notes: [], end: "" };
}

function linesShown({ shell, terminal, words, visible, showsEnd }: TerminalReading): Shown {
  const { lines, isCut } = terminal.lines.take();
  const whole = lines.join("\n");
  const most = surelyVisible(visible);
  if (whole === "" && showsEnd === true) return endShown(terminal, words, Math.floor(most / 2));
  const notes = isCut || whole.length > most ? [words.linesGone(shell.id)] : [];
  return { text: endOf(whole, most), notes, end: "" };
}

function endShown({ screen }: ShellTerminal, words: Words, most: number): Shown {
  const end = endOf(screen.lastLines(END_LINES).join("\n"), most);
  return { text: "", notes: end === "" ? [] : [words.endOfLog()], end };
}

const endOf = (text: string, most: number): string =>
  text.length > most ? text.slice(-most).replace(/^[\uDC00-\uDFFF]/, "") : text;

/** What was typed, and no program has got yet. */
function unreadNotes(
  state: TerminalState | undefined,
  { line }: ShellTerminal,
  words: Pick<Words, "typedUnread" | "lineKept">,
): readonly string[] {
  if (state === undefined) return [];
  return [
    ...(state.unread > 0 ? [words.typedUnread(state.unread)] : []),
    ...(state.isCanonical && line.keptBytes > 0 ? [words.lineKept(line.keptBytes)] : []),
  ];
}

/** What the programs wait for, as far as that can be seen. */
function waitNotes(state: TerminalState | undefined, words: Words): readonly string[] {
  if (state === undefined || state.waiting === "no") return [];
  if (state.password !== "no") return [words.asksForPassword(state.program, state.password === "yes")];
  return [state.waiting === "yes" ? words.waitsForInput(state.program) : words.seemsToWait(state.program)];
}
