import { type ScreenOptions, TerminalScreen } from "../../../src/core/terminal/terminal-screen.ts";

/** A small screen that answers nobody. */
export const openScreen = (options: Partial<ScreenOptions> = {}): Promise<TerminalScreen> =>
  TerminalScreen.open({ cols: 40, rows: 6, reply: () => undefined, ...options });

/** Feeds a text and waits until it is drawn. */
export async function draw(screen: TerminalScreen, text: string): Promise<void> {
  screen.feed(Buffer.from(text));
  await screen.settled();
}

/** A screen on which this was drawn. */
export async function drawn(text: string, options: Partial<ScreenOptions> = {}): Promise<TerminalScreen> {
  const screen = await openScreen(options);
  await draw(screen, text);
  return screen;
}
