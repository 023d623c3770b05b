import type { RuleId } from "../rules/all-rules.ts";
import {
  ANY,
  CODE_HOLES,
  COPY_HOLES,
  DECODED,
  DOWNLOAD,
  ENDLESS,
  FILE,
  holds,
  isKnown,
  LOCAL,
  OUTPUT,
  replaceHoles,
  SECRET,
  type Text,
  without,
} from "../values/abstract-text.ts";
import { followedPaths } from "../zones/followed-paths.ts";
import type { Ground } from "../zones/judged-place.ts";
import { secrecyOf } from "../zones/secrecy.ts";
import { zoneOf } from "../zones/zones.ts";
import type { Frame } from "./walk-types.ts";

/** What a file holds: what the script wrote there, what its name says, or simply a file's contents. */
export function contentOf(path: Text, frame: Frame, ground: Ground): Text {
  const [resolved = ANY, ...others] = followedPaths(path, frame.scope);
  const own = [resolved, ...others].flatMap((one) => frame.scope.fileContent(one) ?? []);
  if (own.length > 0) return own.join("\n");
  const meant = frame.scope.files.meantBy(resolved).map((written) => frame.scope.fileContent(written) ?? "");
  if (meant.length > 0) return [...meant, FILE].join("\n");
  if (zoneOf(resolved, ground) === "network") return DOWNLOAD;
  if (resolved === "/dev/null") return "";
  if (/^\/dev\/(?:zero|u?random|full)$/.test(resolved)) return ENDLESS;
  if (isStandardInput(resolved)) return frame.stdin;
  return [resolved, ...others].some((one) => secrecyOf(one, ground) !== undefined) ? SECRET : FILE;
}

/** The names under which a process finds its own input. */
const isStandardInput = (path: Text): boolean => /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(path);

/** Code that is not all there cannot be known; where its pieces came from decides how bad that is. */
export function holeRule(code: Text): RuleId | undefined {
  if (isKnown(code)) return undefined;
  if (holds(code, DOWNLOAD)) return "run-download";
  if (holds(code, DECODED)) return "run-decoded";
  return holds(code, ...CODE_HOLES) ? "run-unknown-code" : undefined;
}

/** A text without end that starts something in the background with each line. */
export const multipliesEndlessly = (code: Text): boolean =>
  holds(code, ENDLESS) && /&\s*$/m.test(without(code, ENDLESS));

const COPY = `[${COPY_HOLES.join("")}]+`;
const COPY_BEFORE_A_LINE = new RegExp(`^${COPY}`, "gm");
const COPY_IN_A_LINE = new RegExp(COPY, "g");

/**
 * The code that was written into a file. What a compiler or a copy put there is not judged: it is left out where it may be
 * lines of its own, and any text where it is part of a line.
 */
export function writtenText(content: Text): Text {
  if (without(content, OUTPUT, ...COPY_HOLES).trim() === "") return "";
  return content.replace(COPY_BEFORE_A_LINE, "\n").replace(COPY_IN_A_LINE, LOCAL);
}

/** Nothing but holes: there is nothing in it to walk. */
export const isBlank = (code: Text): boolean => replaceHoles(code, "").trim() === "";

const UNSET_VARIABLE = ["$", "{nacre_unknown}"].join("");

/** Holes become variables that are not set, which read back as holes. */
export const readableCode = (code: Text): string => (isKnown(code) ? code : replaceHoles(code, UNSET_VARIABLE));

/** One word for the shell again; holes stay what they are. */
export const quotedWord = (word: Text): Text => (isKnown(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`);
