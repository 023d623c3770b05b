/** What a program asked of its terminal. */
export type ScreenModes = {
  /** Cursor keys send their other form. */
  readonly applicationCursor: boolean;
  readonly keypad: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: boolean;
  readonly cursorHidden: boolean;
  /** The second screen, which has no scrollback and leaves no trace. */
  readonly alternate: boolean;
};
