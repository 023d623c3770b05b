import { constants } from "node:os";
import type { Readable } from "node:stream";

/** Everything outside of the process that a command of the CLI uses, so that a test can replace it. */
export type Io = {
  readonly stdin: Readable;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Writes bytes as they are. */
  readonly pass: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Whether a user sits in front of stdin and stderr. */
  readonly isInteractive: boolean;
  /** Whether stdin is a pipe, a file or a device: not a terminal, and not /dev/null. */
  readonly isPiped: boolean;
  readonly colours: boolean;
  /** How wide the terminal behind stdout is; undefined where stdout is no terminal. */
  readonly columns: number | undefined;
  /** How many rows it has. */
  readonly rows?: number | undefined;
  /** Hears of another size of it. Returns how to stop listening. */
  readonly onResize?:
    | ((hear: (size: { readonly cols: number; readonly rows: number }) => void) => () => void)
    | undefined;
  /** Aborted when the user or the system ends the command. */
  readonly signal: AbortSignal;
};

/** Exit codes of nacre itself, besides those of the commands it runs. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  ask: 10,
  deny: 20,
  timedOut: 124,
  refused: 126,
} as const;

/** Whether a fault with this code is a mistake in what the user wrote, not in what the machine can do. */
export const isUsage = (code: unknown): boolean =>
  code === "CONFIG_INVALID" || code === "RULES_INVALID" || code === "LIMIT_INVALID";

/** The exit code that a shell gives a process ended by a signal, by the reason of an aborted `Io.signal`. */
export const exitCodeOfSignal = (name: unknown): number =>
  128 + (Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? constants.signals.SIGINT);
