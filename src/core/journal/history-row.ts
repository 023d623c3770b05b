/** A finding as the history shows it. */
export type Reason = { readonly rule: string; readonly reason: string };

/** How a question about a command went. Without an answer it waits, or its host is gone. */
export type AskedRow = {
  readonly id: string;
  readonly askedAt?: number;
  readonly settledAt?: number;
  readonly state?: string;
  readonly answer?: string;
  readonly via?: string;
  readonly message?: string;
};

/** How a command ran. Without `ending` it runs still, or its host is gone. */
export type RanRow = {
  readonly shell?: string;
  readonly ending?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly bytes?: number;
};

export type RowPlace = {
  readonly time: number;
  readonly host: string;
  readonly seq: number;
  readonly hash: string;
  readonly session?: string;
};

/** One command with all that became of it. */
export type CommandRow = RowPlace & {
  readonly kind: "command";
  readonly command: string;
  readonly cwd: string;
  readonly decision: "allow" | "ask" | "deny";
  readonly reasons: readonly Reason[];
  /** Undefined while its question is open. */
  readonly cleared?: boolean;
  readonly by?: string;
  readonly asked?: AskedRow;
  readonly ran?: RanRow;
  /** How much was contained when it ran. */
  readonly contained?: string;
};

/** What happened beside commands. */
export type EventRow = RowPlace & {
  readonly kind: "shell-lost" | "shell-killed" | "containment" | "gap";
  readonly words: string;
  readonly shell?: string;
};

export type HistoryRow = CommandRow | EventRow;
