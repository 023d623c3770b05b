/** The states of a background shell. Only `pending` and `running` ever change. */
export const SHELL_STATUSES = ["pending", "running", "completed", "failed", "timeout", "killed", "lost"] as const;

export type ShellStatus = (typeof SHELL_STATUSES)[number];

/** The same states by name. */
export const ShellStatus = {
  Pending: "pending",
  Running: "running",
  Completed: "completed",
  Failed: "failed",
  Timeout: "timeout",
  Killed: "killed",
  Lost: "lost",
} as const;

/** Which status may follow which. */
const NEXT: Record<ShellStatus, readonly ShellStatus[]> = {
  pending: ["running", "failed", "killed"],
  running: ["completed", "failed", "timeout", "killed", "lost"],
  completed: [],
  failed: [],
  timeout: [],
  killed: [],
  lost: [],
};

/** The status after a change; an ended shell keeps its status, whatever comes later. */
export const nextStatus = (from: ShellStatus, to: ShellStatus): ShellStatus => (NEXT[from].includes(to) ? to : from);

/** Whether the shell has not ended yet. */
export const isLive = (status: ShellStatus): boolean => NEXT[status].length > 0;
