import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { assertNever } from "../../core/base/assert-never.ts";
import { after, every, sleep } from "../../core/base/clock.ts";
import type { LineFilter } from "../../core/output/text/line-filter.ts";
import type { Cursor } from "../../core/output/transcript.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";

/** What a reader of a shell waits for. New output begins at `from`. Without a host, a port of the shell counts on any address. */
export type Awaited =
  | { readonly kind: "output"; readonly from: Cursor }
  | { readonly kind: "exit" }
  | { readonly kind: "pattern"; readonly from: Cursor; readonly filter: LineFilter }
  | { readonly kind: "port"; readonly port: number; readonly host: string | undefined; readonly mayConnect: boolean };

/** `ended`: it can no longer come. `met-elsewhere`: the port answers, but it is seen not to be the shell's own. */
export type WaitEnd = "met" | "met-elsewhere" | "timed-out" | "ended" | "cancelled";

export type WaitLimits = { readonly limitMs: number; readonly signal?: AbortSignal | undefined };

/** How often a port is tried, and how often the processes that an ended shell left are looked at: neither has events. */
const POLL_MS = 100;
/** The last output of a process may arrive shortly after its end. */
const LAST_WORDS_MS = 50;
const CONNECT_MS = 1000;
const LOOPBACK = "127.0.0.1";

/** Waits on events for the output and the end of a shell; polls only what has no events. */
export async function waitFor(
  shell: ShellProcess,
  awaited: Awaited,
  { limitMs, signal }: WaitLimits,
): Promise<WaitEnd> {
  let isDone = false;
  const look = lookOf(shell, awaited, () => isDone);
  const undo: (() => void)[] = [];
  try {
    return await new Promise<WaitEnd>((resolve, reject) => {
      let isLooking = false;
      let isStale = true;
      const check = async (): Promise<void> => {
        isStale = true;
        if (isLooking) return;
        isLooking = true;
        while (isStale) {
          isStale = false;
          const end = await look();
          if (end === "ended") await sleep(LAST_WORDS_MS);
          const last = end === "ended" ? await look() : end;
          if (last !== undefined) return resolve(last);
        }
        isLooking = false;
      };
      const checked = (): void => void check().catch(reject);
      const timer = after(limitMs, () => resolve("timed-out"));
      const poll = every(POLL_MS, () => {
        if (awaited.kind === "port" || !shell.isRunning) checked();
      });
      const cancel = (): void => resolve("cancelled");
      signal?.addEventListener("abort", cancel, { once: true });
      undo.push(
        shell.transcript.onAppend(checked),
        () => timer.cancel(),
        () => poll.cancel(),
        () => signal?.removeEventListener("abort", cancel),
      );
      if (signal?.aborted) cancel();
      checked();
    });
  } finally {
    isDone = true;
    for (const stop of undo) stop();
  }
}

type Look = () => Promise<WaitEnd | undefined>;

function lookOf(shell: ShellProcess, awaited: Awaited, isDone: () => boolean): Look {
  // Processes that an ended shell left running may still print and listen.
  const isOver = (): boolean => !shell.isRunning && shell.processes().length === 0;
  switch (awaited.kind) {
    case "exit":
      return async () => (shell.hasEnded ? "met" : undefined);
    case "output":
      return async () => {
        const isOverNow = isOver();
        if (shell.read({ since: awaited.from, pageBytes: 4096 }).text !== "") return "met";
        return isOverNow ? "ended" : undefined;
      };
    case "pattern":
      return patternLook(shell, awaited, { isOver, isDone });
    case "port":
      return portLook(shell, awaited, isOver);
    default:
      return assertNever(awaited);
  }
}

const PAGE_BYTES = 1024 * 1024;

/** Each look reads only what is new since the last one; an unfinished line is read again. */
function patternLook(
  shell: ShellProcess,
  awaited: Extract<Awaited, { kind: "pattern" }>,
  { isOver, isDone }: { readonly isOver: () => boolean; readonly isDone: () => boolean },
): Look {
  let cursor = awaited.from;
  return async () => {
    const isOverNow = isOver();
    while (!isDone()) {
      const { text, nextCursor } = shell.read({ since: cursor, filter: awaited.filter, pageBytes: PAGE_BYTES });
      if (text !== "") return "met";
      if (nextCursor === cursor) return isOverNow ? "ended" : undefined;
      cursor = nextCursor;
      await nextTurn(); // a long log is searched without holding up the host
    }
    return undefined;
  };
}

function portLook(shell: ShellProcess, awaited: Extract<Awaited, { kind: "port" }>, isOver: () => boolean): Look {
  const { port, host, mayConnect } = awaited;
  const isOwn = async (): Promise<boolean | undefined> => (await shell.listeningPorts())?.includes(port);
  return async () => {
    const isOverNow = isOver();
    if ((host === undefined || !mayConnect) && (await isOwn())) return "met";
    if (mayConnect && (await answers(host ?? LOOPBACK, port)))
      return (await isOwn()) === false ? "met-elsewhere" : "met";
    return isOverNow ? "ended" : undefined;
  };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", end(true)).once("error", end(false)).once("timeout", end(false));
  });
}
