import { WORKER_ENTRIES, WORKER_LINE_CHARS, WORKER_TEXT_CHARS } from "../../core/base/limits/machine-limits.ts";
import type { Wall } from "../../core/base/wall.ts";
import type { GivenStdin } from "../../core/policy/read/given-stdin.ts";
import type { HeldState, ReadFile, SessionVariable } from "../../core/policy/session/session-knowledge.ts";
import {
  type Check,
  fields,
  flag,
  listOf,
  mapOf,
  matching,
  maybe,
  oneOf,
  path,
  text,
  whole,
} from "../../core/wire/checks.ts";

const shellId = matching(/^shell_[0-9a-f]{8,64}$/);
const sessionId = matching(/^[^\0]{1,512}$/);

/** What a worker says of itself and its machine. */
export type Ready = {
  readonly home: string;
  readonly pid: number;
  readonly hostname: string;
  readonly user: string;
  readonly node: string;
  readonly cpus: number;
  readonly load: number;
  readonly memoryBytes: number;
  readonly freeBytes: number;
  /** What tells whether it runs in a container. */
  readonly pidNamespace: string;
  /** The kind of file system that its root is. */
  readonly rootType: string;
};

const amount = whole(0, Number.MAX_SAFE_INTEGER);

export const checkReady: Check<Ready> = fields({
  home: path,
  pid: whole(1, 2 ** 31),
  hostname: text(255),
  user: text(255),
  node: text(64),
  cpus: whole(0, 1_000_000),
  load: whole(0, 1_000_000),
  memoryBytes: amount,
  freeBytes: amount,
  pidNamespace: text(64),
  rootType: text(64),
});

/** What a worker tells the gate of a command that it was called with. */
export type JudgedRequest = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly workspaces: readonly string[];
  readonly stdin?: GivenStdin | undefined;
  readonly isReadByBash?: boolean | undefined;
  readonly wall?: Wall | undefined;
  readonly patienceMs?: number | undefined;
  readonly earlier?: { readonly id: string; readonly isFinal: boolean } | undefined;
  /** Which session object it is, and whether it is busy. */
  readonly sessionKey: number;
  readonly isBusy: boolean;
};

const checkRequest: Check<JudgedRequest> = fields({
  text: text(WORKER_TEXT_CHARS),
  cwd: path,
  sessionId,
  workspaces: listOf(path, 64),
  stdin: maybe((value: unknown, at: string): GivenStdin => {
    const { kind, text: given = "" } = fields({ kind: oneOf("text", "stream"), text: maybe(text(WORKER_TEXT_CHARS)) })(
      value,
      at,
    );
    return kind === "text" ? { kind, text: given } : { kind };
  }),
  isReadByBash: maybe(flag),
  wall: maybe(fields({ writable: listOf(path, 256), network: oneOf("on", "off", "listed") })),
  patienceMs: maybe(whole(0, Number.MAX_SAFE_INTEGER)),
  earlier: maybe(fields({ id: text(100), isFinal: flag })),
  sessionKey: whole(1, 2 ** 31),
  isBusy: flag,
});

/** What a worker asks its gateway. */
export type WorkerAsk =
  /** `isToClear`: what is allowed outright is cleared at once. */
  | {
      readonly what: "judge";
      readonly number: number;
      readonly call: number;
      readonly request: JudgedRequest;
      readonly isToClear: boolean;
    }
  /** `isSettled`: all that was found was cleared before, for the same command. */
  | { readonly what: "clear"; readonly number: number; readonly isSettled: boolean }
  | { readonly what: "withdraw" | "answered"; readonly question: string };

export const checkWorkerAsk: Check<WorkerAsk> = (value, at) => {
  const what = fields({ what: oneOf("judge", "clear", "withdraw", "answered") })(value, at).what;
  const number = whole(1, 2 ** 31);
  if (what === "judge")
    return {
      what,
      ...fields({ number, call: whole(0, 2 ** 31), request: checkRequest, isToClear: flag })(value, at),
    };
  if (what === "clear") return { what, ...fields({ number, isSettled: flag })(value, at) };
  return { what, ...fields({ question: text(100) })(value, at) };
};

/** What happened on a worker. A shell has a stream of its own, on which its output comes. */
export type WorkerEvent =
  | {
      readonly kind: "shell-started";
      readonly id: string;
      readonly sessionId: string;
      readonly command: string;
      readonly description?: string | undefined;
      readonly cwd: string;
      readonly stream: number;
    }
  | {
      readonly kind: "shell-ended";
      readonly id: string;
      readonly status: (typeof ENDED)[number];
      readonly exitCode: number;
      readonly signal?: string | undefined;
    }
  | { readonly kind: "command-started"; readonly sessionId: string; readonly command: string; readonly cwd: string }
  | {
      readonly kind: "command-ended";
      readonly sessionId: string;
      readonly command: string;
      readonly ending: string;
      readonly exitCode: number | undefined;
      readonly durationMs: number;
      readonly bytes: number;
    }
  | {
      readonly kind: "containment";
      readonly level: "full" | "partial" | "none";
      readonly reasons: readonly string[];
    };

const ENDED = ["completed", "failed", "timeout", "killed", "lost"] as const;
const command = text(WORKER_TEXT_CHARS);

const EVENTS: { readonly [K in WorkerEvent["kind"]]: Check<Omit<Extract<WorkerEvent, { kind: K }>, "kind">> } = {
  "shell-started": fields({
    id: shellId,
    sessionId,
    command,
    description: maybe(text(WORKER_LINE_CHARS)),
    cwd: path,
    stream: whole(2 ** 31, 2 ** 32 - 1),
  }),
  "shell-ended": fields({
    id: shellId,
    status: oneOf(...ENDED),
    exitCode: whole(-1, 255),
    signal: maybe(matching(/^SIG[A-Z0-9+-]{1,16}$/)),
  }),
  "command-started": fields({ sessionId, command, cwd: path }),
  "command-ended": fields({
    sessionId,
    command,
    ending: matching(/^[a-z-]{1,40}$/),
    exitCode: maybe(whole(-1, 255)),
    durationMs: (value: unknown, at: string) => whole(0, Number.MAX_SAFE_INTEGER)(Math.round(Number(value)), at),
    bytes: amount,
  }),
  containment: fields({ level: oneOf("full", "partial", "none"), reasons: listOf(text(WORKER_LINE_CHARS), 100) }),
};

export const checkEvent: Check<WorkerEvent> = (value, at) => {
  const kinds = Object.keys(EVENTS) as WorkerEvent["kind"][];
  const { kind } = fields({ kind: oneOf(...kinds) })(value, at);
  return { kind, ...EVENTS[kind](value, at) } as WorkerEvent;
};

/** What a gateway asks its worker about a judgement under way. */
export type GatewayAsk =
  | { readonly what: "state" | "processes"; readonly number: number }
  | { readonly what: "file"; readonly path: string }
  | { readonly what: "end-session"; readonly sessionId: string }
  | { readonly what: "kill"; readonly id: string };

/** What a session holds, as JSON can have it. */
export const stateAsData = (state: HeldState): object => ({
  ...state,
  functions: [...state.functions],
  aliases: [...state.aliases],
  variables: [...state.variables].map(([name, { attributes, value }]) => [
    name,
    { attributes, ...(typeof value === "string" ? { text: value } : { list: value && [...value] }) },
  ]),
});

const value = text(WORKER_TEXT_CHARS);

const checkVariable: Check<SessionVariable> = (given, at) => {
  const {
    attributes,
    text: one,
    list,
  } = fields({ attributes: text(64), text: maybe(value), list: maybe(mapOf(value, WORKER_ENTRIES)) })(given, at);
  return { attributes, value: one ?? list };
};

/** The other way round; what is more than a session holds is refused. */
export const checkState: Check<HeldState | undefined> = maybe((given, at): HeldState => {
  const { isWhole = false, ...state } = fields({
    functions: mapOf(value, WORKER_ENTRIES),
    aliases: mapOf(value, WORKER_ENTRIES),
    variables: mapOf(checkVariable, WORKER_ENTRIES),
    isWhole: maybe(flag),
    options: listOf(text(64), 256),
    shopts: listOf(text(64), 256),
    arguments: listOf(value, WORKER_ENTRIES),
    last: value,
    traps: listOf(value, 1024),
  })(given, at);
  return { ...state, isWhole };
});

export const checkProcesses: Check<readonly number[]> = listOf(whole(1, 2 ** 31), WORKER_ENTRIES);

export const checkFile: Check<ReadFile> = (given, at) => {
  const kinds = oneOf("text", "program", "missing", "unreadable");
  const {
    kind,
    text: its = "",
    readAt = 0,
  } = fields({ kind: kinds, text: maybe(value), readAt: maybe(amount) })(given, at);
  return kind === "text" ? { kind, text: its, readAt } : { kind };
};
