import type { ShellRecord } from "../../src/core/shell/background/shell-record.ts";

/** The record of a background shell that runs, but for what is given. */
export const shellRecord = (id: string, more: Partial<ShellRecord> = {}): ShellRecord => ({
  id: id as ShellRecord["id"],
  sessionId: "default",
  command: "true",
  workingDir: "/tmp",
  status: "running",
  createdAt: 1,
  logs: { stdout: `/logs/${id}.out`, stderr: `/logs/${id}.err` },
  ...more,
});
