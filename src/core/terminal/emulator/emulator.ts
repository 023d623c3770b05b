import type * as Headless from "@xterm/headless";
import type { ITerminalOptions, Terminal } from "@xterm/headless";
import type { TerminalSize } from "../terminal-size.ts";
import { BOUNDED_WIDTHS } from "./cell-widths.ts";
import { isFixedReply } from "./reply-forms.ts";

export type { IBuffer, IBufferCell, IBufferLine, IMarker, Terminal as Emulator } from "@xterm/headless";

/** What the emulator tells while it draws. */
export type EmulatorEars = {
  readonly reply: (bytes: string) => void;
  readonly titled: (title: string) => void;
  readonly rang: () => void;
  readonly cursorHidden: (isHidden: boolean) => void;
};

/** Its module, loaded with the first terminal: most hosts never have one. */
let loading: Promise<typeof Headless> | undefined;

/**
 * Opens an emulator that no program can make grow or hold the host for long. Its own limits are those of a program that
 * the user of an editor started; here a model starts them.
 */
export async function openEmulator(size: TerminalSize, scrollback: number, ears: EmulatorEars): Promise<Terminal> {
  loading ??= import("@xterm/headless");
  const loaded = await loading;
  // The package is CommonJS: bundlers and runtimes differ in where its names stand.
  const { Terminal: Emulator } = "Terminal" in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const emulator = new Emulator(optionsOf(size, scrollback));
  emulator.onData((reply) => {
    if (isFixedReply(reply)) ears.reply(reply);
  });
  emulator.onBell(() => ears.rang());
  hearTitles(emulator, ears.titled);
  hearCursor(emulator, ears.cursorHidden);
  ignoreCounts(emulator);
  emulator.unicode.register(BOUNDED_WIDTHS);
  emulator.unicode.activeVersion = BOUNDED_WIDTHS.version;
  return emulator;
}

const optionsOf = (size: TerminalSize, scrollback: number): ITerminalOptions & TerminalSize => ({
  ...size,
  scrollback,
  allowProposedApi: true,
  // Anything else writes a line to stderr for each byte that it cannot read.
  logLevel: "off",
});

/** Titles (0, 1, 2) are heard here and not kept by the emulator; addresses behind text (8) are not kept at all. */
function hearTitles(emulator: Terminal, titled: (title: string) => void): void {
  const { parser } = emulator;
  for (const code of [0, 2]) {
    parser.registerOscHandler(code, (title) => {
      titled(title);
      return true;
    });
  }
  for (const code of [1, 8]) parser.registerOscHandler(code, () => true);
}

const SHOW_CURSOR = 25;

function hearCursor(emulator: Terminal, cursorHidden: (isHidden: boolean) => void): void {
  for (const final of ["h", "l"]) {
    emulator.parser.registerCsiHandler({ prefix: "?", final }, (numbers) => {
      if (numbers.includes(SHOW_CURSOR)) cursorHidden(final === "l");
      return false;
    });
  }
  // A reset of the terminal shows it again.
  const shown = (): boolean => {
    cursorHidden(false);
    return false;
  };
  emulator.parser.registerEscHandler({ final: "c" }, shown);
  emulator.parser.registerCsiHandler({ intermediates: "!", final: "p" }, shown);
}

/** Insert and delete lines, scroll up and down, repeat, tabs forth and back: the emulator does them once for each count. */
const COUNTED = ["L", "M", "S", "T", "b", "I", "Z"] as const;

/** A count above the longer side of the terminal does nothing that a smaller one would not do, but could take minutes. */
function ignoreCounts(emulator: Terminal): void {
  for (const final of COUNTED) {
    emulator.parser.registerCsiHandler(
      { final },
      ([count = 1]) => typeof count === "number" && count > Math.max(emulator.cols, emulator.rows),
    );
  }
}
