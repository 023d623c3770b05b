import { Turnstile } from "../../core/base/turnstile.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";
import type { ExecutionContext, ToolResult } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { visibleOf } from "../visible.ts";
import { type DueReading, renderReading } from "./render-reading.ts";

/** Many readers of a flood take turns with the flood: else the host would render all the time and take nothing in. */
const READS = new Turnstile();

type Read = Pick<DueReading, "since" | "selection" | "wait" | "notes" | "facts" | "showsEnd">;

/** Reads a shell for a caller that has waited long enough. */
export async function readShell(
  shell: ShellProcess,
  read: Read,
  { setup, context }: { readonly setup: ToolSetup; readonly context: ExecutionContext },
): Promise<ToolResult> {
  // Without a sandbox that was asked for, no command runs that could read a log file.
  const sandbox = await setup
    .shells()
    .sandbox()
    .catch(() => undefined);
  const { reader } = shell;
  const due = {
    ...read,
    shell,
    reader,
    raw: context.raw ?? setup.raw,
    sandbox,
    words: setup.words,
    visible: visibleOf(setup, context),
  };
  setup.notices.tell(shell, reader);
  return READS.run(() => renderReading(due));
}
