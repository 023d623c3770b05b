/** Rows in aligned columns; the last column is cut to the width of the terminal. */
export function renderTable(rows: readonly (readonly string[])[], width: number = Number.POSITIVE_INFINITY): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${cutTo(
          row
            .map((cell, i) => cell.padEnd(widths[i] ?? 0))
            .join("  ")
            .trimEnd(),
          width,
        )}\n`,
    )
    .join("");
}

const cutTo = (line: string, width: number): string => (line.length <= width ? line : `${line.slice(0, width - 1)}…`);

/** A text wrapped between words; the lines after the first begin with `indent`. */
export function wrapped(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}

/** A time span in a form that users read. */
export function renderSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** Text on one line, with control characters made visible. */
export function oneLine(text: string, maxChars = 100): string {
  const visible = text
    .replace(/\s*\n\s*/g, " ⏎ ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  return cutTo(visible, maxChars);
}
