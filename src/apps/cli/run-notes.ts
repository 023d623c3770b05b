import type { BackgroundChild } from "../../core/shell/session/outcome.ts";
import type { ToolResult } from "../../tools/tool.ts";
import { oneLine } from "./table.ts";

/** Sentences for the user about the ending of a command, where its own output does not tell it. */
export function notesOn(
  { error, metadata }: ToolResult,
  { isInteractive }: { readonly isInteractive: boolean },
): string[] {
  const { sandbox_refusal, sandbox_notices, terminated_by, timeout_ms, background_children, quoted_paths, normalized } =
    metadata;
  const notes: string[] = [];
  if (metadata.error_kind !== undefined && error !== undefined) {
    // The user has not called a tool, so its name is left out.
    notes.push(error.replace(/^Bash failed: /, ""));
    if (metadata["decision"] === "ask" && !isInteractive) {
      notes.push("at a terminal you would be asked; nacre allow RULE lets it run without a question");
    }
  } else if (metadata["timed_out"] === true) {
    notes.push(
      `timed out after ${String(timeout_ms)} ms, and was ended with everything it started; --timeout MS gives it longer`,
    );
  } else if (metadata["waiting_for_input"] !== undefined) {
    notes.push("the command waited for input that nobody will give, and was ended");
  } else if (metadata["stopped"] !== undefined) {
    notes.push("the command was stopped by a signal, with nothing left to continue it, and was ended");
  }
  if (typeof sandbox_refusal === "string") notes.push(sandbox_refusal);
  if (Array.isArray(sandbox_notices)) notes.push(...sandbox_notices);
  if (typeof terminated_by === "string") notes.push(`the limit ${terminated_by} ended it`);
  if (Array.isArray(background_children)) {
    const names = background_children.map(({ pid, command }: BackgroundChild) => `${oneLine(command)} (pid ${pid})`);
    notes.push(`what it left running ends with it: ${names.join(", ")}`);
  }
  if (Array.isArray(quoted_paths)) notes.push(`quoted ${quoted_paths.join(", ")}`);
  if (normalized === "crlf") notes.push("the command had Windows line ends (CRLF); it ran with LF");
  return notes;
}
