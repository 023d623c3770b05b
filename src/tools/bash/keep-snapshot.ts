import type { Verdict } from "../../core/policy/verdict.ts";
import { type SnapshotOutcome, takeSnapshot } from "../../core/snapshot/snapshot.ts";

/** Rules whose commands may delete work that exists nowhere else. */
const LOSSES: readonly string[] = ["delete-workspace", "git-discard"];

/** Whether a command may wipe what only the workspace holds. */
export const needsSnapshot = ({ findings }: Verdict): boolean => findings.some(({ rule }) => LOSSES.includes(rule));

/** A copy of the workspace before a command that may wipe it; undefined where the verdict has no such finding. */
export async function keepSnapshot(
  verdict: Verdict,
  workspace: string,
  stateDir: string,
): Promise<SnapshotOutcome | undefined> {
  return needsSnapshot(verdict) ? takeSnapshot(workspace, stateDir) : undefined;
}
