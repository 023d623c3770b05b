import { sleep } from "../../../core/base/clock.ts";
import { openTranscript, parseCursor } from "../../../core/output/transcript.ts";
import { agesOf } from "../../../core/shell/background/shell-record.ts";
import { isLive } from "../../../core/shell/background/shell-status.ts";
import { killFromOutside, type SeenShell, shellsOfAllHosts } from "../../../core/shell/host/other-hosts.ts";
import { recover } from "../../../core/shell/host/recovery.ts";
import { EXIT, exitCodeOfSignal, type Io } from "../io.ts";
import { oneLine, renderSpan, renderTable } from "../table.ts";

/** The state directory and the input and output of a command of the CLI. */
export type Surroundings = { readonly stateDir: string; readonly io: Io };

/** nacre ps: lists the shells of every host of this user. */
export async function listShells(
  flags: { readonly json?: boolean; readonly all?: boolean; readonly sweep?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  if (flags.sweep === true) {
    const lost = (await recover(stateDir)).filter(({ status }) => status === "lost");
    io.stderr(`nacre: ${lost.length} shell${lost.length === 1 ? "" : "s"} of dead hosts ended and marked lost\n`);
  }
  const shells = shellsOfAllHosts(stateDir).filter(({ record }) => flags.all === true || isLive(record.status));
  if (flags.json === true) {
    io.stdout(`${JSON.stringify(shells.map(({ record, hostPid }) => ({ ...record, host_pid: hostPid })))}\n`);
    return EXIT.ok;
  }
  if (shells.length === 0) {
    io.stdout(flags.all === true ? "no shells\n" : "no running shells (nacre ps --all shows ended ones)\n");
    return EXIT.ok;
  }
  const rows = shells.map(({ record, hostPid }) => [
    record.id,
    record.status,
    renderSpan(agesOf(record).spanMs),
    String(hostPid ?? "-"),
    oneLine(record.command),
  ]);
  io.stdout(renderTable([["ID", "STATUS", "TIME", "HOST", "COMMAND"], ...rows], io.columns));
  return EXIT.ok;
}

/** The one shell a user means: its id, or the beginning of it if that is enough. */
function findShell(id: string, stateDir: string, io: Io): SeenShell | undefined {
  const all = shellsOfAllHosts(stateDir);
  const found = all.filter(
    ({ record }) => record.id === id || record.id.startsWith(id) || record.id.startsWith(`shell_${id}`),
  );
  if (found.length === 1) return found[0];
  const known = (found.length > 1 ? found : all).map(({ record }) => record.id).join(", ");
  io.stderr(
    `nacre: ${found.length > 1 ? `${id} could be any of ${known}` : `Shell not found: ${id}${known === "" ? "; there are none" : `; there are ${known}`}`}\n`,
  );
  return undefined;
}

/** nacre kill ID. */
export async function killShell(
  id: string,
  flags: { readonly signal?: string; readonly json?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  const shell = findShell(id, stateDir, io);
  if (shell === undefined) return EXIT.failed;
  const wasLive = isLive(shell.record.status);
  const signal = { INT: "SIGINT", KILL: "SIGKILL", TERM: "SIGTERM" } as const;
  const survivors = await killFromOutside(
    shell,
    signal[flags.signal === "INT" || flags.signal === "KILL" ? flags.signal : "TERM"],
  );
  const words = wasLive
    ? `Shell ${shell.record.id} terminated`
    : `Shell ${shell.record.id} already stopped (${shell.record.status})`;
  io.stdout(
    flags.json === true
      ? `${JSON.stringify({ shell_id: shell.record.id, already_stopped: !wasLive, survivors })}\n`
      : `${words}\n`,
  );
  return survivors.length === 0 ? EXIT.ok : EXIT.failed;
}

const LOOK_MS = 100;

/** nacre logs ID [-f]: what a shell printed, also of a host that is dead. */
export async function showLog(
  id: string,
  flags: { readonly follow?: boolean; readonly since?: string; readonly json?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  let cursor = flags.since ?? "0";
  if (parseCursor(cursor) === undefined) {
    io.stderr(`nacre: ${oneLine(cursor)} is no cursor; take a next_cursor from --json, or 0\n`);
    return EXIT.usage;
  }
  const shell = findShell(id, stateDir, io);
  if (shell === undefined) return EXIT.failed;
  for (;;) {
    // Read the status before the log: the next round shows what is printed in between.
    const now = shellsOfAllHosts(stateDir).find(({ record }) => record.id === shell.record.id);
    const ended = now === undefined || !isLive(now.record.status);
    const reading = openTranscript(shell.record.logs).read({ since: cursor, maxChars: Number.MAX_SAFE_INTEGER });
    cursor = reading.nextCursor;
    if (flags.json === true)
      io.stdout(
        `${JSON.stringify({ text: reading.text, next_cursor: cursor, status: now?.record.status ?? "lost", dropped: reading.droppedBytes })}\n`,
      );
    else {
      io.stdout(reading.stdout);
      io.stderr(reading.stderr);
    }
    if (ended || flags.follow !== true) return EXIT.ok;
    if (io.signal.aborted) return exitCodeOfSignal(io.signal.reason);
    await sleep(LOOK_MS);
  }
}
