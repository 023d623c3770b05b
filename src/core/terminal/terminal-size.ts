/** How large a terminal is, in cells. */
export type TerminalSize = { readonly cols: number; readonly rows: number };

export const DEFAULT_SIZE: TerminalSize = { cols: 120, rows: 40 };

/** The kernel takes any size without a word. The memory of the emulator grows with it, so it is bounded here. */
export const SIZE_BOUNDS = {
  cols: { least: 2, most: 500 },
  rows: { least: 2, most: 200 },
} as const;
