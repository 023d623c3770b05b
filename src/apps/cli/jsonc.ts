/** JSON as people write it by hand: with comments and a comma too many. Text inside strings is left alone. */
export function parseJsonc(text: string): unknown {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, " "),
  );
  return JSON.parse(plain.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === "," ? " " : match)));
}

/** Where in a text an error of JSON.parse points, as a person counts; empty when the error does not tell. */
export function placeOf(text: string, error: unknown): string {
  const at = positionOf(text, error instanceof Error ? error.message : "");
  if (at === undefined) return "";
  const before = text.slice(0, at).split("\n");
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** V8 tells the position, or quotes ten characters on both sides of it, or says that the text ended. */
function positionOf(text: string, message: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (message.includes("end of JSON input")) return text.length;
  const [, quoted = ""] = /^[^,]+, (?:\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const start = quoted === "" ? -1 : text.indexOf(quoted);
  return start < 0 ? undefined : Math.min(start + 10, start + quoted.length - 1);
}
