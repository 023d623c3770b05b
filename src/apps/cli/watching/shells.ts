import { wallMs } from "../../../core/base/clock.ts";
import { KILL_GRACE_MS, LINE_ANSWER_MS, SUPERVISOR_MS, UNKILLABLE_MS } from "../../../core/base/limits.ts";
import type { Killed, KillSignal, Said, ShellView } from "../../../core/line/line-messages.ts";
import { isLive } from "../../../core/shell/background/shell-status.ts";
import { recover } from "../../../core/shell/host/recovery.ts";
import { EXIT, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine, renderSpan, renderTable } from "../table.ts";
import { AllShells, type SeenShell } from "./all-shells.ts";

/** nacre ps: lists the shells of every host of this user. */
export async function listShells(
  flags: { readonly json?: boolean; readonly all?: boolean; readonly sweep?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  if (flags.sweep === true) {
    const lost = (await recover(stateDir)).filter(({ status }) => status === "lost");
    io.stderr(`nacre: ${lost.length} shell${lost.length === 1 ? "" : "s"} of dead hosts ended and marked lost\n`);
  }
  const all = await AllShells.see(stateDir);
  all.close();
  const shells = all.shells.filter(({ view }) => flags.all === true || isLive(view.status));
  if (flags.json === true) io.stdout(`${JSON.stringify(shells.map(rowOf))}\n`);
  else if (shells.length > 0) io.stdout(renderTable([HEADING, ...shells.map(cellsOf)], io.columns));
  else io.stdout(flags.all === true ? "no shells\n" : "no running shells (nacre ps --all shows ended ones)\n");
  for (const sentence of [...all.unwritten, ...all.silent]) io.stderr(`nacre: ${sentence}\n`);
  return all.silent.length === 0 ? EXIT.ok : EXIT.failed;
}

const rowOf = (seen: SeenShell): ShellView & { readonly host_pid?: number } => ({
  ...seen.view,
  ...("hostPid" in seen ? { host_pid: seen.hostPid } : {}),
});

const HEADING = ["ID", "STATUS", "TIME", "HOST", "COMMAND"];

const cellsOf = (seen: SeenShell): readonly string[] => {
  const { id, status, durationMs, createdAt, command, machine } = seen.view;
  const time = renderSpan(durationMs ?? Math.max(0, wallMs() - createdAt));
  const host = "hostPid" in seen ? String(seen.hostPid) : "-";
  return [id, status, time, machine === undefined ? host : `${host} on ${machine}`, oneLine(command)];
};

/** A kill is over by then: the host ends what does not end by itself. */
const KILL_MS = KILL_GRACE_MS + UNKILLABLE_MS + SUPERVISOR_MS + LINE_ANSWER_MS;

/** nacre kill ID. */
export async function killShell(
  id: string,
  flags: { readonly signal?: KillSignal; readonly json?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  const all = await AllShells.see(stateDir);
  try {
    const shell = all.find(id);
    const said = typeof shell === "string" ? shell : await killedBy(shell, flags.signal ?? "TERM");
    if (typeof said !== "string" && "is" in said) return told(said.is, io, flags.json === true);
    io.stderr(`nacre: ${typeof said === "string" ? said : said.no.sentence}\n`);
    return EXIT.failed;
  } finally {
    all.close();
  }
}

function told({ shell, alreadyStopped, status, survivors }: Told, io: Io, isJson: boolean): number {
  const words = alreadyStopped ? `already stopped (${status})` : "terminated";
  if (isJson) io.stdout(`${JSON.stringify({ shell_id: shell, already_stopped: alreadyStopped, survivors })}\n`);
  else if (survivors.length === 0) io.stdout(`Shell ${shell} ${words}\n`);
  else io.stderr(`nacre: shell ${shell} is not over: the kernel does not end ${survivors.join(", ")}\n`);
  return survivors.length === 0 ? EXIT.ok : EXIT.failed;
}

type Told = Killed & Pick<ShellView, "status">;

/** What a dead host left is over. */
async function killedBy({ view: { id, status }, ...seen }: SeenShell, signal: KillSignal): Promise<Said<Told>> {
  if (!("line" in seen)) return { is: { shell: id, status, alreadyStopped: true, survivors: [] } };
  const said = await seen.line.ask({ do: "kill", shell: id, signal }, { limitMs: KILL_MS });
  return "no" in said ? said : { is: { ...said.is, status } };
}
