import { type PlacedJson, parsePlacedJson } from "../../core/base/json-with-positions.ts";

/** JSON as users write it by hand: with comments and trailing commas. Every character keeps its place. */
export function parseJsonc(text: string): PlacedJson {
  return parsePlacedJson(
    withoutComments(text).replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === "," ? " " : match)),
  );
}

/** The text with spaces where comments stand. Every character keeps its place. */
export const withoutComments = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('"') ? match : match.replace(/[^\n]/g, " "),
  );

/** An offset as line and column, counted from 1. */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
