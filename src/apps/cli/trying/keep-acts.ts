import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { codeOf, systemReason } from "../../../core/base/system-error.ts";
import { realPath } from "../../../core/files/path-inside.ts";
import { patchesOf } from "../../../core/try/diff/git-patch.ts";
import { type Kept, keepTry } from "../../../core/try/keep/keep-try.ts";
import { recoverKeeps, undoLastKeep } from "../../../core/try/keep/undo-keep.ts";
import { triedChanges } from "../../../core/try/tried-changes.ts";
import { readRecord, removeTry } from "../../../core/try/try-record.ts";
import { endElsewhere } from "../../../tools/trying/trying.ts";
import { EXIT, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";
import { unknownTry } from "./show-try.ts";

type ActFlags = { readonly json?: boolean };

/** nacre try --keep ID [PATH…] */
export async function keepChanges(
  id: string,
  { paths, flags }: { readonly paths: readonly string[]; readonly flags: ActFlags },
  { stateDir, io }: Surroundings,
): Promise<number> {
  // What a command would do is done by the user, never by an agent.
  if (refusesAgent("try --keep", io)) return EXIT.refused;
  recoverKeeps(stateDir);
  if (readRecord(stateDir, id) === undefined) return unknownTry(id, { stateDir, io });
  await endElsewhere(stateDir, id);
  const kept = await keepTry(stateDir, id, paths.length === 0 ? undefined : paths);
  if (flags.json === true) io.stdout(`${JSON.stringify({ id, ...kept })}\n`);
  else tellKept(id, kept, io);
  return kept.conflicts.length + kept.unknown.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Says what became of a keep. */
export function tellKept(id: string, { kept, guarded, conflicts, unknown, open }: Kept, io: Io): void {
  for (const path of unknown) io.stderr(`nacre: the try did not change ${path}; nothing was kept\n`);
  for (const { path, why } of conflicts) io.stderr(`nacre: conflict: ${path}: ${why}\n`);
  if (conflicts.length > 0)
    io.stderr("nacre: nothing was kept; name the paths to keep without these, or discard the try\n");
  for (const path of guarded)
    io.stderr(
      `nacre: not kept: ${path}; tools run or obey it by themselves, so name it itself: nacre try --keep ${id} ${JSON.stringify(path)}\n`,
    );
  if (conflicts.length + unknown.length > 0) return;
  const rest = open === 0 ? "" : `; ${open} still open under ${id}`;
  io.stdout(`kept ${kept.length} ${kept.length === 1 ? "change" : "changes"}${rest}\n`);
}

/** nacre try --discard ID */
export async function discardTry(id: string, flags: ActFlags, { stateDir, io }: Surroundings): Promise<number> {
  if (refusesAgent("try --discard", io)) return EXIT.refused;
  if (readRecord(stateDir, id) === undefined) return unknownTry(id, { stateDir, io });
  await endElsewhere(stateDir, id);
  const isGone = removeTry(stateDir, id);
  if (!isGone) io.stderr(`nacre: something of ${id} could not be removed\n`);
  else io.stdout(flags.json === true ? `${JSON.stringify({ id, discarded: true })}\n` : `discarded ${id}\n`);
  return isGone ? EXIT.ok : EXIT.failed;
}

/** nacre try --undo */
export function undoKeep(workspace: string, flags: ActFlags, { stateDir, io }: Surroundings): number {
  if (refusesAgent("try --undo", io)) return EXIT.refused;
  recoverKeeps(stateDir);
  const undone = undoLastKeep(stateDir, realPath(workspace));
  if (flags.json === true) io.stdout(`${JSON.stringify(undone)}\n`);
  if ("problem" in undone) {
    const named = undone.changed === undefined ? "" : `: ${undone.changed.slice(0, 10).join(", ")}`;
    io.stderr(`nacre: ${undone.problem}${named}\n`);
    return EXIT.failed;
  }
  for (const path of undone.left) io.stderr(`nacre: left as it is, because something else lies there now: ${path}\n`);
  if (flags.json !== true)
    io.stdout(`undone: ${undone.paths} ${undone.paths === 1 ? "path is" : "paths are"} as before\n`);
  return undone.left.length === 0 ? EXIT.ok : EXIT.failed;
}

/** nacre try --patch ID FILE */
export async function writePatch(id: string, file: string, { stateDir, io }: Surroundings): Promise<number> {
  const record = readRecord(stateDir, id);
  if (record === undefined) return unknownTry(id, { stateDir, io });
  const { changes, source } = await triedChanges(stateDir, record);
  const parts = changes.flatMap((change) => [...patchesOf(change, source, true)]);
  const bytes = Buffer.concat(parts.map(({ head, hunks }) => Buffer.from(`${head}${hunks}`, "latin1")));
  const without = changes.filter(
    ({ after }) => after !== undefined && !["file", "link", "directory"].includes(after.type),
  );
  for (const { path } of without) io.stderr(`nacre: not in the patch: ${path} is neither file nor link\n`);
  if (file === "-") io.pass("stdout", bytes);
  else {
    try {
      writeFileSync(resolve(io.cwd, file), bytes, { flag: "wx" });
    } catch (error) {
      const why = codeOf(error) === "ENOENT" ? "its directory does not exist" : systemReason(error);
      io.stderr(`nacre: no patch was written to ${file}: ${why}\n`);
      return EXIT.failed;
    }
    io.stderr(`nacre: wrote ${parts.length} files of ${id} to ${file}; apply it with: git apply ${file}\n`);
  }
  return EXIT.ok;
}
