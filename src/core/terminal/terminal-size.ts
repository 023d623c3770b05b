/** How large a terminal is, in cells. */
export type TerminalSize = { readonly cols: number; readonly rows: number };

/** A terminal to be opened. `term`: what its programs are told it is; by default what the emulator is. */
export type NewTerminal = TerminalSize & { readonly term?: string | undefined };

export const DEFAULT_SIZE: TerminalSize = { cols: 120, rows: 40 };

/** The kernel takes any size without a word. The memory of the emulator grows with it, so it is bounded here. */
export const SIZE_BOUNDS = {
  cols: { least: 2, most: 500 },
  rows: { least: 2, most: 200 },
} as const;

/** The size that comes nearest to this one. */
export const boundedSize = ({ cols, rows }: TerminalSize): TerminalSize => ({
  cols: within(cols, SIZE_BOUNDS.cols),
  rows: within(rows, SIZE_BOUNDS.rows),
});

const within = (value: number, { least, most }: { readonly least: number; readonly most: number }): number =>
  Math.min(Math.max(value, least), most);
