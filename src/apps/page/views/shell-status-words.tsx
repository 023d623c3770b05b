import type { ShellView } from "../../../core/line/line-messages.ts";
import { saySpan } from "../state/say.ts";
import { isLive, waitsForInput } from "../state/watched.ts";
import type { IconName } from "./icon.tsx";

/** A status by icon, colour and words; never by colour alone. */
export type StatusWords = {
  readonly icon: IconName;
  readonly tone: string;
  readonly words: string;
  /** For the narrow column of the list. */
  readonly short: string;
};

export const ageOf = ({ startedAt, createdAt }: ShellView, now: number): number =>
  Math.max(0, now - (startedAt ?? createdAt));

export function statusOf(shell: ShellView, now: number): StatusWords {
  const age = saySpan(ageOf(shell, now));
  if (waitsForInput(shell)) return { icon: "input", tone: "warn", words: `waits for input, ${age}`, short: age };
  if (isLive(shell)) return { icon: "running", tone: "ok", words: `running ${age}`, short: age };
  return endOf(shell);
}

function endOf({ status, exitCode, signal }: ShellView): StatusWords {
  const how = signal === undefined ? `exit ${exitCode ?? "?"}` : signal;
  switch (status) {
    case "completed":
      return { icon: "done", tone: "ok", words: `ended, ${how}`, short: how };
    case "failed":
      return { icon: "failed", tone: "bad", words: `failed, ${how}`, short: how };
    case "timeout":
      return { icon: "late", tone: "bad", words: "timed out", short: "timed out" };
    case "killed":
      return { icon: "ended", tone: "dim", words: "killed", short: "killed" };
    case "lost":
      return { icon: "lost", tone: "lost", words: "lost with its host", short: "lost" };
    case "pending":
    case "running":
      return { icon: "running", tone: "ok", words: "running", short: "running" };
  }
}
