import { doInSlices } from "../../base/slices.ts";
import { isInside } from "../../files/path-inside.ts";
import { Quarantine } from "./quarantine.ts";
import { quarantineOf } from "./quarantine-record.ts";
import { WorkspaceSearch } from "./search/workspace-search.ts";
import { keepUnresolved, readUnresolved } from "./unresolved-record.ts";

/** What a repair did, and what is left for the user to do: a sentence for each. */
export type Repair = { readonly done: readonly string[]; readonly left: readonly string[] };

/**
 * Opens every directory of a workspace that its owner cannot look into, and takes away what nacre wanted to and could
 * not: with the rights of the user who calls, which may be more than those of the nacre that failed.
 */
export async function repairWorkspace(workspace: string, stateDir: string): Promise<Repair> {
  const search = new WorkspaceSearch(workspace, 0);
  const { opened, closed } = await doInSlices(search.sweep({ onFound: () => undefined, takesRights: true }));
  const quarantine = new Quarantine(workspace, quarantineOf(stateDir));
  const stuck = readUnresolved(stateDir, workspace).filter(({ path }) => isInside(path, workspace));
  for (const { path, why } of stuck) quarantine.takeAway(path, why);
  keepUnresolved(
    stateDir,
    workspace,
    [...quarantine.stuck].map(([path, why]) => ({ path, why })),
  );
  return {
    done: [...opened.map((path) => `gave its owner all rights to ${path}`), ...quarantine.takeNotices()],
    left: [
      ...[...closed, ...search.unsearched].map((path) => `cannot look into ${path}: it belongs to another user`),
      ...[...quarantine.stuck].map(([path, why]) => `cannot take away ${path}: ${why}`),
    ],
  };
}
