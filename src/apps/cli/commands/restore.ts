import { listSnapshots, restoreSnapshot } from "../../../core/snapshot/snapshot.ts";
import { EXIT } from "../io.ts";
import { renderTable } from "../table.ts";
import type { Surroundings } from "./shells.ts";

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
  const restored = await restoreSnapshot(id, stateDir);
  if (restored === undefined) {
    const known = listSnapshots(stateDir).map((one) => one.id);
    io.stderr(
      `nacre: there is no copy ${id}; ${known.length === 0 ? "none is kept" : `there are ${known.join(", ")}`}\n`,
    );
    return EXIT.failed;
  }
  io.stdout(
    flags.json === true
      ? `${JSON.stringify(restored)}\n`
      : `${restored.workspace} is as it was at ${restored.takenAt}; what was made since is still there\n`,
  );
  return EXIT.ok;
}
