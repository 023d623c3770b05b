/** Figures in words, as short as a row of a list needs them. */

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** 312 MB; one digit behind the point below ten. */
export function sayBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))));
  const value = bytes / 1024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 38 s, 42 min, 1 h 10, 3 days. */
export function saySpan(ms: number): string {
  if (ms < 10 * SECOND) return `${(Math.max(0, ms) / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${String(Math.floor((ms % HOUR) / MINUTE)).padStart(2, "0")}`;
  return count(Math.floor(ms / DAY), "day");
}

/** 4:12, what is left of a question's life. */
export function sayLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The time of day, in the reader's zone. */
export const sayTime = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** The time of day, and the date where it is not of today. */
export function sayMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return sayTime(at);
  const date = then.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return `${date} ${sayTime(at).slice(0, 5)}`;
}

/** 1,284 */
export const sayNumber = (value: number): string => value.toLocaleString("en-US");

/** 1 question, 2 questions. */
export const count = (many: number, thing: string): string => `${sayNumber(many)} ${thing}${many === 1 ? "" : "s"}`;

/** A path with the home directory as `~`: what the reader knows it by. */
export const sayPath = (path: string): string => path.replace(/^(?:\/home\/[^/]+|\/root)(?=\/|$)/, "~");

/** Where an answer was given, in words that go on from it; others are an embedder's own. */
const PLACES: Readonly<Record<string, string>> = {
  page: "on the page",
  answer: "by nacre answer",
  terminal: "at the terminal",
};

/** What an answer was, in words. */
const ANSWERS: Readonly<Record<string, string>> = {
  once: "allowed once",
  session: "allowed in its session",
  always: "allowed as a rule",
  try: "tried first",
  deny: "denied",
};

type Given = { readonly answer?: string | undefined; readonly message?: string | undefined };

/** An answer, where it was given, and what was said with it. */
export const sayAnswer = ({ answer = "answered", message }: Given, via: string | undefined): string =>
  (ANSWERS[answer] ?? answer) +
  (via === undefined ? "" : `, ${sayVia(via)}`) +
  (message === undefined ? "" : `: “${message}”`);

export const sayVia = (via: string): string => PLACES[via] ?? via;
