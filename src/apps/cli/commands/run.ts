import type { Readable } from "node:stream";
import { systemReason } from "../../../core/base/system-error.ts";
import type { BackgroundChild } from "../../../core/shell/session/outcome.ts";
import { commandOf } from "../../../tools/argument-list.ts";
import type { ToolResult } from "../../../tools/tool.ts";
import { createToolkit } from "../../../tools/toolkit.ts";
import { WORDS } from "../../../tools/words.ts";
import { terminalApprover } from "../ask.ts";
import { EXIT, exitCodeOfSignal, type Io, isUsage } from "../io.ts";
import { keepOutput, keptPath, sweepOutputs } from "../kept-output.ts";
import { notesOn } from "../run-notes.ts";
import { type Settings, toolkitOptionsOf } from "../settings.ts";
import { UsersTerminal } from "./users-terminal.ts";

/** `n`: no standard input, `T`: no terminal, as of `ssh`. */
export type RunFlags = {
  readonly timeout?: number;
  readonly json?: boolean;
  readonly n?: boolean;
  readonly T?: boolean;
};

/** Runs one command like a command of a model: judged, in the sandbox asked for, with live output, and exits with its code. */
export async function runCommand(
  words: readonly string[],
  flags: RunFlags,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Promise<number> {
  // `loginShell: false`: the user's own shell has set PATH already.
  const approver = io.isInteractive ? { approver: terminalApprover(io, ["once", "always", "try", "deny"]) } : {};
  const { stateDir } = settings;
  const sentences = {
    // No next call comes: what is still running is ended with this one.
    leftRunning: (children: readonly BackgroundChild[]) => WORDS.leftRunning(children),
    wholeOutput: (paths: readonly string[]) => WORDS.wholeOutput(paths.map((path) => keptPath(stateDir, path))),
  };
  const kit = createToolkit({
    ...toolkitOptionsOf(settings),
    app: "run",
    loginShell: false,
    interactive: false, // no next call types
    // An argument list is exact already.
    autoQuote: words.length === 1,
    words: sentences,
    ...approver,
  });
  const terminal = terminalFor(flags, settings, io);
  try {
    const live =
      flags.json === true || terminal !== undefined
        ? {}
        : { onBytes: ({ stream, bytes }: { stream: "stdout" | "stderr"; bytes: Buffer }) => io.pass(stream, bytes) };
    const input = { command: commandOf(words), ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }) };
    const result = await kit.call("Bash", input, {
      signal: io.signal,
      waitsForAnswer: true, // no later call comes
      ...live,
      ...stdinOf(flags, io),
      terminal: terminal?.given,
    });
    await terminal?.close();
    if (flags.json === true) {
      sweepOutputs(stateDir);
      io.stdout(`${JSON.stringify(keepOutput(result, stateDir))}\n`);
    } else {
      // A syntax error of bash is not live output: print it here.
      if (result.metadata["syntax_error"] === true) io.stderr(result.output.replace(/^\[stderr\]\n/, ""));
      for (const note of notesOn(result, io)) io.stderr(`nacre: ${note}\n`);
      const { problem, journal } = kit.shells;
      const { problem: unwritten } = journal;
      if (problem !== undefined) io.stderr(`nacre: ${WORDS.stateProblem(problem)}\n`);
      if (unwritten !== undefined)
        io.stderr(`nacre: the journal cannot be written: ${unwritten.reason}; ${unwritten.advice}\n`);
    }
    return exitCodeOf(result, io.signal.reason);
  } finally {
    await terminal?.close();
    await kit.dispose();
  }
}

/** The user's terminal, where the command gets one: not with -T or -n, not for a program that reads the result, not elsewhere. */
const terminalFor = ({ json, n, T }: RunFlags, { on }: Settings, io: Io): UsersTerminal | undefined =>
  json === true || n === true || T === true || on !== undefined ? undefined : UsersTerminal.of(io);

/** What is piped or redirected to nacre; where it cannot be read the user is told, and the command finds its end. */
function stdinOf({ n = false }: RunFlags, { stdin, isPiped, stderr }: Io): { readonly stdin?: Readable } {
  if (n || !isPiped) return {};
  stdin.once("error", (error) => stderr(`nacre: the standard input cannot be read: ${systemReason(error)}\n`));
  return { stdin };
}

/** The command's own code; 124 after a timeout, 126 when it did not run, 128 plus the signal that ended nacre. */
export function exitCodeOf({ success, metadata }: ToolResult, endedBy: unknown): number {
  if (metadata["timed_out"] === true) return EXIT.timedOut;
  if (metadata.error_kind === "invalid-input" || isUsage(metadata["fault"])) return EXIT.usage;
  if (metadata.error_kind !== undefined) return EXIT.refused;
  if (metadata["cancelled"] === true) return exitCodeOfSignal(endedBy);
  return metadata.exit_code ?? (success ? EXIT.ok : EXIT.failed);
}
