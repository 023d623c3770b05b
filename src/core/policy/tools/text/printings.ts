import {
  ANY,
  DECODED,
  DOWNLOAD,
  ENDLESS,
  FORM_HOLES,
  holds,
  holesOf,
  isKnown,
  NUMBER,
  OUTPUT,
  SECRET,
  type Text,
  without,
} from "../../values/abstract-text.ts";
import { translated } from "../../values/printing.ts";
import { resolvePath } from "../../zones/zones.ts";
import { acts, type Program } from "../effect.ts";
import { isEndless } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import type { Printing } from "../tool-shape.ts";

/** The tool prints its input as it is. */
export const unchanged = (input: Text): Text => input;

/** A text made of another: it keeps the holes of the other that carry data. */
export const changed = (input: Text): Text => (input === "" ? "" : OUTPUT + without(holesOf(input), ...FORM_HOLES));

/** The output of the tool's own program, with or without input. */
export const computed = (input: Text): Text => OUTPUT + changed(input);

/** Decoded text that the policy cannot compute. */
export const opaque = (text: Text): Text =>
  (holds(text, DOWNLOAD) ? DOWNLOAD : "") + DECODED + (holds(text, SECRET) ? SECRET : "");

/** The beginning or the end of a text, which is never endless. @internal exported for its test. */
export const finite = (input: Text): Text => input.replaceAll(ENDLESS, OUTPUT);

/** So many lines of a text from its beginning, or from its end. */
const lines =
  (from: "beginning" | "end"): Printing =>
  (input, { args }) => {
    const count = /(?:^|\s)(?:-n\s?|--lines[=\s]|-)(\d+)(?:\s|$)/.exec(args.join(" "))?.[1];
    if (count === undefined || !isKnown(input)) return finite(input);
    const all = input.replace(/\n$/, "").split("\n");
    const kept = from === "beginning" ? all.slice(0, Number(count)) : all.slice(-Number(count));
    return kept.length === 0 || Number(count) === 0 ? "" : `${kept.join("\n")}\n`;
  };

export const firstLines: Printing = lines("beginning");
export const lastLines: Printing = lines("end");

/** One line is sorted already. */
export const sorted = (input: Text): Text => (input.length > 2000 || input.includes("\n") ? changed(input) : input);

export const reversed = (input: Text): Text =>
  input
    .split("\n")
    .map((line) => line.split("").reverse().join(""))
    .join("\n");

/** `tr`: its operands are sets of letters, not files. */
export const replaced: Printing = (_input, { args, stdin }) => {
  const options = readOptions(args, "--delete --squeeze-repeats --complement");
  const [from = "", to = ""] = options.rest;
  const deletes = options.has("-d", "--delete");
  // Squeezing alone changes nothing but repeats.
  if (options.rest.length === 1 && !deletes) return stdin;
  const endless = stdin.includes(ENDLESS) ? ENDLESS : "";
  if (options.has("-c", "-C", "--complement") || !isKnown(from + to)) return changed(stdin) + endless;
  return translated(stdin, from, deletes ? "" : to) + endless;
};

/** A text that repeats without end. */
export const repeated: Printing = (_input, { args }) => (args[0] ?? "y") + ENDLESS;

/** Numbers; a million or more count as endless. */
export const counted: Printing = (_input, { args }) => {
  const numbers = args.filter((arg) => /^-?\d+(?:e\d+)?$/.test(arg)).map(Number);
  const huge = args.includes("inf") || numbers.some((number) => Math.abs(number) >= 1_000_000);
  return huge ? NUMBER + ENDLESS : NUMBER;
};

export const directoryNames: Printing = (_input, { args }) =>
  args
    .map((path) => path.replace(/\/+$/, "").replace(/\/?[^/]*$/, "") || (path.startsWith("/") ? "/" : "."))
    .join("\n");

export const baseName: Printing = (_input, { args: [path = "", ending] }) => {
  const name = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return ending === undefined ? name : name.replace(ending, "");
};

/** Paths without `.` and `..`. */
export const resolvedPaths: Printing = (_input, { args, scope }) =>
  readOptions(args, "--relative-to: --relative-base:")
    .rest.map((path) => (/(?:^|\/)\.\.?(?:\/|$)/.test(path) ? resolvePath(path, scope.cwd[0] ?? ANY) : path))
    .join("\n");

/** Where programs lie that are looked for by name. */
export const foundPrograms: Printing = (_input, { args }) =>
  readOptions(args, "")
    .rest.map((name) => (isKnown(name) && !name.includes("/") ? `/usr/bin/${name}` : name))
    .join("\n");

/** Nothing comes out of the program before everything went in. */
export const waitsForEnd: Program = (call) =>
  call.stdin.includes(ENDLESS) || call.args.some((arg) => isEndless(arg, call)) ? [acts("exhaust")] : [];
