import { readRecord } from "../../../core/try/try-record.ts";
import { commandOf } from "../../../tools/argument-list.ts";
import { createToolkit } from "../../../tools/toolkit.ts";
import type { TryRun } from "../../../tools/trying/run-try.ts";
import { triedLines } from "../../../tools/words/tried-lines.ts";
import { readLine, terminalApprover } from "../ask.ts";
import { exitCodeOf } from "../commands/run.ts";
import type { Io } from "../io.ts";
import { notesOn } from "../run-notes.ts";
import { type Settings, sandboxRequestOf, toolkitOptionsOf } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";
import { tellKept } from "./keep-acts.ts";
import { renderChanges, renderDiffs } from "./show-try.ts";

type TryCommand = {
  readonly words: readonly string[];
  readonly flags: { readonly json?: boolean; readonly timeout?: number };
  readonly settings: Settings;
};

/** nacre try CMD: runs it on a copy that costs nothing, shows what it would change, and lets the user keep it. Exits as it did. */
export async function tryCommand({ words, flags, settings }: TryCommand, io: Io): Promise<number> {
  const approver = io.isInteractive ? { approver: terminalApprover(io, ["once", "deny"]) } : {};
  const options = {
    ...toolkitOptionsOf(settings),
    app: "try",
    loginShell: false,
    interactive: false, // no next call types
    autoQuote: words.length === 1,
    ...approver,
  };
  const kit = createToolkit(options);
  const request = sandboxRequestOf(settings);
  try {
    const isJson = flags.json === true;
    const tried = await kit.try(commandOf(words), {
      signal: io.signal,
      waitsForAnswer: true,
      ...(settings.network === undefined || typeof request === "string" ? {} : { network: request.network ?? "off" }),
      ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
      ...(isJson
        ? {}
        : { onBytes: ({ stream, bytes }: { stream: "stdout" | "stderr"; bytes: Buffer }) => io.pass(stream, bytes) }),
    });
    const { result, id, basis, changes, escapes, differs } = tried;
    if (isJson) io.stdout(`${JSON.stringify({ result, tried: { id, basis, changes, escapes, differs } })}\n`);
    else {
      if (result.metadata["syntax_error"] === true) io.stderr(result.output.replace(/^\[stderr\]\n/, ""));
      for (const note of notesOn(result, io)) io.stderr(`nacre: ${note}\n`);
      if (result.metadata.error_kind === undefined) await tell(tried, settings.stateDir, io);
    }
    return exitCodeOf(result, io.signal.reason);
  } finally {
    await kit.dispose();
  }
}

/** Shows what a try changed; at a terminal it asks what becomes of it. */
async function tell(tried: TryRun, stateDir: string, io: Io): Promise<void> {
  const { id, changes, differs, escapes } = tried;
  if (changes.length === 0) {
    io.stderr(["nacre: it changed nothing in the workspace", ...escapes, ...differs].join("\n       ").concat("\n"));
    return;
  }
  const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  io.stderr(`nacre: tried, not kept: ${count}\n${renderChanges(tried, io, io.isInteractive)}`);
  const isUsers = io.isInteractive && !refusesAgent("try --keep", io);
  if (!isUsers) {
    io.stderr(
      `nacre: show it: nacre try --show ${id}; keep it: nacre try --keep ${id}; or: nacre try --discard ${id}\n`,
    );
    return;
  }
  const record = readRecord(stateDir, id);
  if (record !== undefined) io.stderr(await renderDiffs({ stateDir, record }, io));
  await ask(tried, io);
}

async function ask(tried: TryRun, io: Io): Promise<void> {
  io.stderr("[k] keep all  [p 1 3] keep lines 1 and 3  [d] discard  [l] leave it open › ");
  const [said = "l", ...numbers] = ((await readLine(io)) ?? "")
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  if (said === "k" || said === "keep") return tellKept(tried.id, await tried.keep(), io);
  if (said === "p" || said === "pick") return pick(tried, numbers, io);
  if (said === "d" || said === "discard") {
    await tried.discard();
    io.stderr("nacre: discarded\n");
  } else io.stderr(`nacre: left open: nacre try --keep ${tried.id}, or --discard ${tried.id}\n`);
}

/** Keeps what stands in these lines, counted from 1. */
async function pick(tried: TryRun, numbers: readonly string[], io: Io): Promise<void> {
  const lines = triedLines(tried.changes);
  const paths = numbers.flatMap((number) => lines[Number(number) - 1]?.path ?? []);
  if (paths.length === numbers.length && paths.length > 0) return tellKept(tried.id, await tried.keep(paths), io);
  io.stderr(`nacre: nothing was kept: name lines from 1 to ${lines.length}; ${tried.id} is open\n`);
}
