import { listQuarantined, type Quarantined, quarantineOf } from "../../../core/sandbox/guard/quarantine-record.ts";
import { restoreQuarantined } from "../../../core/sandbox/guard/restore-quarantined.ts";
import { EXIT } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { renderTable } from "../table.ts";
import { refusesAgent } from "../users-act.ts";

/** nacre restore --quarantine [ID]: puts back what a sandbox took away, or lists it. */
export function restoreQuarantine(
  id: string | true,
  flags: { readonly json?: boolean },
  { stateDir, io }: Surroundings,
): number {
  const print = (facts: unknown, text: string): void =>
    io.stdout(flags.json === true ? `${JSON.stringify(facts)}\n` : text);
  const all = listQuarantined(quarantineOf(stateDir));
  if (id === true) {
    print(all.map(shown), all.length === 0 ? "nothing that was taken away is kept\n" : tableOf(all));
    return EXIT.ok;
  }
  // What a command made is armed again by the user, never by an agent.
  if (refusesAgent("restore --quarantine", io)) return EXIT.refused;
  const ended = restoreQuarantined(id, stateDir);
  if (ended === undefined) {
    const known = all.length === 0 ? "nothing is" : `there is ${all.map((one) => one.id).join(", ")}`;
    io.stderr(`nacre: nothing with the id ${id} is kept; ${known}\n`);
    return EXIT.failed;
  }
  const { item, problem } = ended;
  if (problem !== undefined) io.stderr(`nacre: ${problem}\n`);
  if (flags.json === true || problem === undefined)
    print({ ...shown(item), restored: problem === undefined }, `put back ${item.path}\n`);
  return problem === undefined ? EXIT.ok : EXIT.failed;
}

const shown = ({ id, path, why, takenAt, kept }: Quarantined): Omit<Quarantined, "identity"> => ({
  id,
  path,
  why,
  takenAt,
  kept,
});

const tableOf = (all: readonly Quarantined[]): string =>
  renderTable([["ID", "TAKEN", "PATH", "WHY"], ...all.map(({ id, takenAt, path, why }) => [id, takenAt, path, why])]);
