import type { Cut } from "../../core/output/transcript.ts";
import type { BackgroundChild } from "../../core/shell/outcome.ts";
import type { ToolResult } from "../../tools/tool.ts";
import { createToolkit } from "../../tools/toolkit.ts";
import { WORDS } from "../../tools/words.ts";
import { terminalApprover } from "./ask.ts";
import { EXIT, exitCodeOfSignal, type Io, isUsage } from "./io.ts";
import { keepOutput, keptPath, sweepOutputs } from "./kept-output.ts";
import { type Settings, toolkitOptionsOf } from "./settings.ts";
import { oneLine } from "./table.ts";

export type RunFlags = { readonly timeout?: number; readonly json?: boolean };

/** Runs one command as an agent's would be run: judged, walled as asked, its output live, its exit code ours. */
export async function runCommand(command: string, flags: RunFlags, settings: Settings, io: Io): Promise<number> {
  // The caller's own shell has set PATH already; asking its rc files again would only cost time.
  const approver = io.isInteractive ? { approver: terminalApprover(io, ["once", "deny"]) } : {};
  const { stateDir } = settings;
  const words = {
    truncated: (cut: Cut) => WORDS.truncated({ ...cut, paths: cut.paths.map((path) => keptPath(stateDir, path)) }),
  };
  const kit = createToolkit({ ...toolkitOptionsOf(settings), loginShell: false, words, ...approver });
  try {
    const live =
      flags.json === true
        ? {}
        : { onOutput: ({ stream, text }: { stream: "stdout" | "stderr"; text: string }) => io[stream](text) };
    const input = { command, ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }) };
    const result = await kit.call("Bash", input, { signal: io.signal, ...live });
    if (flags.json === true) {
      sweepOutputs(stateDir);
      io.stdout(`${JSON.stringify(keepOutput(result, stateDir))}\n`);
    } else {
      tellWhy(result, io);
      const { problem } = kit.shells;
      if (problem !== undefined) io.stderr(`nacre: ${problem}; a temporary directory stands in for it\n`);
    }
    return exitCodeOf(result, io.signal.reason);
  } finally {
    await kit.dispose();
  }
}

/** What the output itself does not say: a refusal, a timeout, a limit, the sandbox's part in a failure. */
function tellWhy(result: ToolResult, io: Io): void {
  const { error, metadata } = result;
  // The tool's own name says nothing to who has not called it.
  if (metadata.error_kind !== undefined && error !== undefined)
    io.stderr(`nacre: ${error.replace(/^Bash failed: /, "")}\n`);
  else if (metadata["timed_out"] === true)
    io.stderr(`nacre: the command timed out and was ended with everything it started\n`);
  else if (metadata["waiting_for_input"] !== undefined)
    io.stderr("nacre: the command waited for input that nobody will give, and was ended\n");
  else if (metadata["stopped"] !== undefined)
    io.stderr("nacre: the command was stopped by a signal, with nothing left to continue it, and was ended\n");
  const { sandbox_refusal: refusal, terminated_by: limit } = metadata;
  if (typeof refusal === "string") io.stderr(`nacre: ${refusal}\n`);
  if (typeof limit === "string") io.stderr(`nacre: the limit ${limit} ended it\n`);
  if (metadata["syntax_error"] === true) io.stderr(result.output.replace(/^\[stderr\]\n/, ""));
  const left = metadata["background_children"];
  if (Array.isArray(left)) {
    const names = left.map(({ pid, command }: BackgroundChild) => `${oneLine(command)} (pid ${pid})`);
    io.stderr(`nacre: what it left running ends with it: ${names.join(", ")}\n`);
  }
  const quoted = metadata["quoted_paths"];
  if (Array.isArray(quoted) && quoted.length > 0) io.stderr(`nacre: quoted ${quoted.join(", ")}\n`);
}

/** The command's own code; 124 when its time was over, 126 when it was not run, 128 and the signal that ended us. */
function exitCodeOf({ success, metadata }: ToolResult, endedBy: unknown): number {
  if (metadata["timed_out"] === true) return EXIT.timedOut;
  if (metadata.error_kind === "invalid-input" || isUsage(metadata["fault"])) return EXIT.usage;
  if (metadata.error_kind !== undefined) return EXIT.refused;
  if (metadata["cancelled"] === true) return exitCodeOfSignal(endedBy);
  return metadata.exit_code ?? (success ? EXIT.ok : EXIT.failed);
}
