/** Rows in columns that line up; the last column is left as long as it is. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** A time span as a person says it. */
export function renderSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** Text on one line, with what could fool the eye made visible. */
export function oneLine(text: string, maxChars = 100): string {
  const visible = text
    .replace(/\s*\n\s*/g, " ⏎ ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  return visible.length <= maxChars ? visible : `${visible.slice(0, maxChars - 1)}…`;
}
