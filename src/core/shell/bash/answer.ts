/** What a text left behind for the next one to see. The host keeps it: bash holds nothing of nacre meanwhile. */
export type AfterTurn = {
  readonly status: number;
  /** `$_` */
  readonly last: string;
  readonly options: readonly string[];
  readonly pipeStatus: readonly number[];
  /** The commands of the DEBUG trap, quoted. */
  readonly debugTrap: string | undefined;
  /** Builtins that are switched off. */
  readonly disabled: readonly string[];
};

/** What bash says at the end of a turn. Bytes that are no UTF-8 are kept: every text here is one letter per byte. */
export type BashAnswer = AfterTurn & {
  /** bash's own name for its directory. */
  readonly cwd: string;
  /**
   * Where bash really is, if it was asked; the path is empty when that directory is gone. `isSure`: what lies at that path
   * is the directory that bash is in.
   */
  readonly place: { readonly path: string; readonly isSure: boolean } | undefined;
  readonly aliases: number;
  /** The commands of the EXIT trap, quoted. Undefined also where bash was not asked for its traps: nacre's is there. */
  readonly exitTrap: string | undefined;
  readonly hasReturnTrap: boolean;
  /** Whether any trap but EXIT is set. */
  readonly hasTraps: boolean;
  /** Whether the text had redirected the whole shell, as far as bash was asked. */
  readonly movedStreams: boolean;
};

/** What a bash has to go on from before its first text. */
export const FRESH: AfterTurn = {
  status: 0,
  last: "bash",
  options: [],
  pipeStatus: [0],
  debugTrap: undefined,
  disabled: [],
};

/** What bash says of streams that a text redirected for the whole shell. */
export const MOVED = "moved";

/** A whole record has so many at least: four, an empty one, and nothing behind the last NUL. */
const FIELDS = 6;

/**
 * Reads what bash said in one turn: its state between two marks if it was asked, its traps, its place if it was asked, then
 * the record that begins with the nonce. Undefined while the record is not complete.
 */
export function readAnswer(said: string, nonce: string, mark: string): BashAnswer | undefined {
  const start = said.indexOf(`\0${nonce}\0`);
  if (start < 0) return undefined;
  // By their places: a list that is taken apart by a pattern costs a short command as much as all the rest of this.
  const fields = said.slice(start + 1).split("\0");
  const noted = fields[3] ?? "";
  const options = noted.indexOf("/") + 1;
  const pipe = noted.indexOf("/", options) + 1;
  const last = noted.indexOf("/", pipe) + 1;
  const status = noted.slice(0, options - 1);
  if (fields.length < FIELDS || last === 0 || !/^\d+$/.test(status)) return undefined;
  const before = said.slice(0, start);
  const state = before.lastIndexOf(`\0${mark}\0`);
  const [listed, place] = splitLast(state < 0 ? before : before.slice(state + mark.length + 2));
  return {
    status: Number(status),
    last: noted.slice(last),
    options: noted.slice(options, pipe - 1).split(":"),
    pipeStatus: statusesIn(noted.slice(pipe, last - 1)),
    cwd: asText(fields[1] ?? ""),
    place: place === undefined ? undefined : placeIn(place),
    aliases: Number(fields[2]),
    movedStreams: fields[4] === MOVED,
    ...listedIn(listed),
  };
}

/** The numbers between quotes. */
const statusesIn = (declared: string): readonly number[] =>
  declared
    .split('"')
    .filter((_, index) => index % 2 === 1)
    .map(Number);

type Listed = Pick<BashAnswer, "disabled" | "debugTrap" | "exitTrap" | "hasReturnTrap" | "hasTraps">;

/** The builtins that are switched off, and the traps: most often none. */
function listedIn(listed: string): Listed {
  if (listed === "") return NOTHING_LISTED;
  const traps = new Map(trapsIn(listed).map(({ name, commands }) => [name, commands]));
  return {
    disabled: disabledIn(/^(?:enable -n \S+\n)+/.exec(listed)?.[0] ?? ""),
    debugTrap: traps.get("DEBUG"),
    exitTrap: traps.get("EXIT"),
    hasReturnTrap: traps.has("RETURN"),
    hasTraps: [...traps.keys()].some((name) => name !== "EXIT"),
  };
}

const NOTHING_LISTED: Listed = {
  disabled: [],
  debugTrap: undefined,
  exitTrap: undefined,
  hasReturnTrap: false,
  hasTraps: false,
};

/** The builtins that `enable -n` listed. */
export const disabledIn = (listed: string): readonly string[] =>
  [...listed.matchAll(/^enable -n (\S+)$/gm)].map(([, name = ""]) => name);

/** The traps, and behind a NUL the place. */
function splitLast(text: string): readonly [string, string | undefined] {
  const at = text.lastIndexOf("\0");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** What `pwd -P` printed, and a sign behind it. */
const placeIn = (said: string): BashAnswer["place"] => ({
  path: asText(said.replace(/(?:^|\n)=?$/, "")),
  isSure: said.endsWith("\n="),
});

/** Every trap that `trap -p` printed. Each is read where the one before ends, so that none is found inside another. */
export function trapsIn(traps: string): readonly { readonly name: string; readonly commands: string }[] {
  const line = /(?:enable -n \S+\n)*trap -- ('(?:[^']|'\\'')*'|\\') (\S+)\n/y;
  const found: { readonly name: string; readonly commands: string }[] = [];
  for (let match = line.exec(traps); match !== null; match = line.exec(traps)) {
    const [, commands = "", name = ""] = match;
    found.push({ commands, name });
  }
  return found;
}

/** A text of bytes as the text that they spell. */
export const asText = (bytes: string): string =>
  PLAIN.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");

/** The reverse. Most texts are the same both ways. */
export const asBytes = (text: string): string =>
  PLAIN.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");

const PLAIN = /^[\0-\x7f]*$/;
