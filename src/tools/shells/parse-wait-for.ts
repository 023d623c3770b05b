import { HIGHEST_PORT } from "../../core/base/limits.ts";
import { createLineFilter } from "../../core/output/text/line-filter.ts";
import { integer, isRecord, object, optional, text } from "../schema/input-schema.ts";

/** What `wait_for` asks for. A pattern is RE2. */
export type WaitWish =
  | { readonly kind: "output" | "exit" }
  | { readonly kind: "port"; readonly port: number; readonly host: string | undefined }
  | { readonly kind: "pattern"; readonly pattern: string };

/** A text that is none of the forms, and the form that its author probably meant. */
export type UnknownWish = { readonly kind: "unknown"; readonly meant: string | undefined };

const LONGEST_PATTERN = 1000;
/** A pattern with its slashes and its flag. */
export const LONGEST_WAIT_FOR: number = LONGEST_PATTERN + "//i".length;

const PORT_FORM = /^port:(?:(?:\[([^\s\]]+)\]|([^\s/:[\]]+)):)?(\d{1,5})$/;
/** From the first to the last slash, so that a slash in the pattern needs no escape. */
const REGEX_FORM = /^\/(.+)\/(i?)$/s;

/** Reads `wait_for`: `exit`, `output`, `port:3000`, `port:HOST:3000`, `/regex/` or `/regex/i`. */
export function parseWaitFor(given: string): WaitWish | UnknownWish {
  if (isWord(given)) return { kind: given };
  const [, inBrackets, name, digits] = PORT_FORM.exec(given) ?? [];
  if (isPort(digits)) return { kind: "port", port: Number(digits), host: inBrackets ?? name };
  const [, pattern, flag] = REGEX_FORM.exec(given) ?? [];
  if (pattern !== undefined) return { kind: "pattern", pattern: flag === "i" ? `(?i)${pattern}` : pattern };
  return { kind: "unknown", meant: formMeantBy(given.trim()) };
}

const isWord = (given: string): given is "exit" | "output" => given === "exit" || given === "output";

const isPort = (digits: string | undefined): digits is string => Number(digits) >= 1 && Number(digits) <= HIGHEST_PORT;

type Guess = { readonly looks: RegExp; readonly form: (...found: readonly string[]) => string | undefined };

/** What models write instead of the forms, the likeliest reading first. */
const GUESSES: readonly Guess[] = [
  { looks: /^(?:exit(?:ed|s)?|end(?:ed)?|done|finish(?:ed)?|completed?|closed?)$/i, form: () => "exit" },
  { looks: /^(?:(?:new|any)[ _-])?(?:output|stdout|stderr|lines?)$/i, form: () => "output" },
  { looks: /^(?:port|tcp)?[\s:=]*(\d+)$/i, form: (port) => portForm(undefined, port) },
  { looks: /^(?:port:)?(?:https?|tcp):\/\/([^/]+):(\d+)(?:\/.*)?$/i, form: portForm },
  { looks: /^(?:port|tcp)(?:\s*[:=]\s*|\s+)(.+):(\d+)$/i, form: portForm },
  { looks: /^(localhost|\[.+\]|[\w-]+(?:\.[\w-]+)+|[\da-f]*:[\da-f:]*):(\d+)$/i, form: portForm },
  { looks: /^(?:port\b|\{|\/*$)/i, form: () => undefined },
  { looks: /^(?:pattern|regexp?|match(?:es)?)\s*[:=]\s*(.+)$/is, form: regexForm },
  { looks: /^(.+)$/s, form: regexForm },
];

function formMeantBy(given: string): string | undefined {
  const guess = GUESSES.find(({ looks }) => looks.test(given));
  const [, ...found] = guess?.looks.exec(given) ?? [];
  const form = guess?.form(...found);
  return form !== undefined && (PORT_FORM.test(form) || REGEX_FORM.test(form) || isWord(form)) ? form : undefined;
}

function portForm(host: string | undefined, digits: string | undefined): string | undefined {
  if (!isPort(digits)) return undefined;
  return host === undefined ? `port:${digits}` : `port:${bracketed(host)}:${digits}`;
}

/** An address of IPv6 in brackets: its colons are not the one before the port. */
const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

/** The text as a regex: `/ready/g` has flags of JavaScript, and `/ready` no end. */
function regexForm(given: string): string | undefined {
  const [, pattern, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(given) ?? [];
  if (pattern !== undefined) return withSlashes(pattern, flags);
  return withSlashes(given.replace(/^\/(?=[^/]+$)/, ""));
}

/** A text that is no regex becomes a regex for exactly this text. */
function withSlashes(pattern: string, flags = ""): string | undefined {
  const isRegex = !("problem" in createLineFilter(pattern));
  const form = `/${isRegex ? pattern : escaped(pattern)}/${flags.includes("i") ? "i" : ""}`;
  return form.length <= LONGEST_WAIT_FOR ? form : undefined;
}

const escaped = (pattern: string): string => pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const PATTERN_OBJECT = object({ pattern: text({ min: 1, max: LONGEST_PATTERN }) });
const PORT_OBJECT = object({
  port: integer({ min: 1, max: HIGHEST_PORT }),
  host: optional(text({ min: 1, max: 253 })),
});

/**
 * The older forms of `wait_for`, an object or JSON in a text, as the text that means the same. A number becomes a text,
 * and any other value stays as it is: the schema refuses it.
 */
export function flatWaitFor(given: unknown): unknown {
  const value = typeof given === "string" ? valueIn(given) : given;
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!isRecord(value)) return given;
  const known = Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
  if (PATTERN_OBJECT.accepts(known)) return `/${known.pattern}/`;
  if (PORT_OBJECT.accepts(known)) return portForm(known.host, String(known.port));
  return given;
}

/** The value of a text that is JSON for a text or an object; any other text itself. */
function valueIn(given: string): unknown {
  if (!/^\s*["{]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given; // no JSON: the author may mean the text itself
  }
}
