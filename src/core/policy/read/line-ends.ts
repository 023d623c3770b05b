/** Whether every newline is that of Windows. The last line may lack its end or half of it; more returns than one are text. */
export const hasWindowsLineEnds = (text: string): boolean => text.includes("\r\n") && !/(?:^|[^\r]|\r\r)\n/.test(text);

/** A text as it is judged and run: bash would take each return of a text with Windows line ends for a letter. */
export const withBashLineEnds = (text: string): string =>
  hasWindowsLineEnds(text) ? text.replaceAll("\r\n", "\n").replace(/\r$/, "") : text;
