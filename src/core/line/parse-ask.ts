import { isRecord } from "../base/is-record.ts";
import { type Ask, type AskName, type Asks, KILL_SIGNALS, type Request } from "./line-messages.ts";

type Kind = "text" | "number" | "flag" | readonly string[];
type Field = { readonly kind: Kind; readonly isOptional?: true };
type Fields<T> = { readonly [F in keyof T]-?: Field };

const TEXT: Field = { kind: "text" };
const MAYBE_TEXT: Field = { kind: "text", isOptional: true };
const MAYBE_FLAG: Field = { kind: "flag", isOptional: true };

/** The fields of each ask. Others are left out: a later client may say more. */
const FIELDS: { readonly [K in AskName]: Fields<Asks[K]["ask"]> } = {
  list: {},
  read: { shell: TEXT, since: MAYBE_TEXT, maxChars: { kind: "number", isOptional: true }, raw: MAYBE_FLAG },
  follow: { canAnswer: { kind: "flag" }, shell: MAYBE_TEXT, since: MAYBE_TEXT, raw: MAYBE_FLAG, screen: MAYBE_FLAG },
  type: { shell: TEXT, text: MAYBE_TEXT, keys: MAYBE_TEXT, bytes: MAYBE_TEXT },
  hold: { shell: TEXT },
  kill: { shell: TEXT, signal: { kind: KILL_SIGNALS, isOptional: true } },
  questions: {},
  answer: {
    question: TEXT,
    digest: TEXT,
    answer: { kind: ["once", "session", "always", "try", "deny"] },
    rule: MAYBE_TEXT,
    until: MAYBE_TEXT,
    scope: { kind: ["session", "workspace", "user"], isOptional: true },
    message: MAYBE_TEXT,
    via: { kind: ["page", "answer"] },
  },
  rules: {},
  "keep-rule": { session: TEXT, decision: { kind: ["allow", "deny"] }, rule: TEXT, until: MAYBE_TEXT },
  "remove-rule": { rule: TEXT },
  "reload-rules": {},
  check: { question: TEXT, rule: TEXT },
};

const isAskName = (name: unknown): name is AskName => typeof name === "string" && Object.hasOwn(FIELDS, name);

/** The id of a request; undefined when the frame is none, so that nothing can be answered. */
export function requestIn(value: unknown): (Pick<Request, "id"> & { readonly ask: unknown }) | undefined {
  if (!isRecord(value)) return undefined;
  const { id, ask } = value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? { id, ask } : undefined;
}

/** An ask as it came over the line, or a sentence that says what is wrong with it. */
export function parseAsk(value: unknown): Ask | { readonly code: "unknown" | "invalid"; readonly sentence: string } {
  if (!isRecord(value)) return { code: "invalid", sentence: "an ask is an object" };
  const name = value["do"];
  if (!isAskName(name)) return { code: "unknown", sentence: `this host knows ${Object.keys(FIELDS).join(", ")}` };
  const fields: readonly (readonly [string, Field])[] = Object.entries(FIELDS[name]);
  const wrong = fields.find(([field, { kind, isOptional }]) => {
    const given = value[field];
    return given === undefined ? isOptional !== true : !fits(given, kind);
  });
  if (wrong !== undefined) return { code: "invalid", sentence: `${name}: ${wrong[0]} must be ${named(wrong[1].kind)}` };
  const known = fields.flatMap(([field]) => (value[field] === undefined ? [] : [[field, value[field]]]));
  return { do: name, ...Object.fromEntries(known) } as Ask; // every field was looked at
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "number") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return typeof value === "string" && kind.includes(value);
}

const NAMED = { text: "a text", flag: "true or false", number: "a whole number" } as const;

const named = (kind: Kind): string => (typeof kind === "string" ? NAMED[kind] : `one of ${kind.join(", ")}`);
