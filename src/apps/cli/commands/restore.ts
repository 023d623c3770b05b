import { isWhole, type Restored, restoreSnapshot } from "../../../core/snapshot/restore-snapshot.ts";
import { listSnapshots } from "../../../core/snapshot/snapshot.ts";
import { EXIT } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { renderTable } from "../table.ts";
import { refusesAgent } from "../users-act.ts";

/** nacre restore [ID]: restores a snapshot of a workspace, or lists the snapshots. */
export async function restore(
  id: string | undefined,
  flags: { readonly json?: boolean },
  { stateDir, io }: Surroundings,
): Promise<number> {
  if (id === undefined) {
    const all = listSnapshots(stateDir);
    if (flags.json === true) io.stdout(`${JSON.stringify(all)}\n`);
    else if (all.length === 0) io.stdout("no copies are kept\n");
    else
      io.stdout(
        renderTable([
          ["ID", "TAKEN", "FILES", "WORKSPACE"],
          ...all.map((one) => [one.id, one.takenAt, String(one.files), one.workspace]),
        ]),
      );
    return EXIT.ok;
  }
  // What a command did to a workspace is undone by the user, never by an agent.
  if (refusesAgent("restore", io)) return EXIT.refused;
  const restored = await restoreSnapshot(id, stateDir);
  if (restored === undefined) {
    const known = listSnapshots(stateDir).map((one) => one.id);
    io.stderr(
      `nacre: there is no copy ${id}; ${known.length === 0 ? "none is kept" : `there are ${known.join(", ")}`}\n`,
    );
    return EXIT.failed;
  }
  const { snapshot, ...found } = restored;
  if (flags.json === true) io.stdout(`${JSON.stringify({ ...snapshot, ...found })}\n`);
  else if (isWhole(restored)) io.stdout(`${whatWasDone(restored)}\n`);
  else io.stderr(`nacre: ${whatIsMissing(restored)}\n`);
  return isWhole(restored) ? EXIT.ok : EXIT.failed;
}

const NAMED = 10;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, NAMED).join(", ")}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ""}`;

function whatWasDone({ snapshot, kept }: Restored): string {
  if (kept.length === 0)
    return `${snapshot.workspace} is as it was at ${snapshot.takenAt}; what was made since is still there`;
  return `${snapshot.workspace}: what was lost since ${snapshot.takenAt} is back; what changed since was left as it is: ${listed(kept)}`;
}

function whatIsMissing({ snapshot, missing, failure }: Restored): string {
  const what = missing.length === 0 ? "" : `; not restored: ${listed(missing)}`;
  const why = failure === undefined ? "" : ` (${failure})`;
  return `${snapshot.workspace} is not as it was at ${snapshot.takenAt}${what}${why}`;
}
