import { Fault } from "../../base/fault.ts";
import type { WorkspaceFinds } from "./search/workspace-scan.ts";

/** bubblewrap takes at most 9000 arguments. */
const MAX_SEALS = 2500;

/** A fault when there is more to seal than can be. Asked before anything is sealed: else the user could not remove it. */
export function refuseTooMany({ gitDirectories, between, guarded, secret }: WorkspaceFinds): void {
  const all = [gitDirectories, between, guarded, secret].flat();
  if (all.length <= MAX_SEALS) return;
  throw new Fault(
    "SANDBOX_UNAVAILABLE",
    `the workspace holds ${all.length} files that would have to be sealed or hidden (at most ${MAX_SEALS}), such as ${all.at(-1)}; remove those that are not needed`,
  );
}

/** A fault when something that has to be sealed lies where no path leads. */
export function refuseLost(lost: string | undefined): void {
  if (lost === undefined) return;
  throw new Fault(
    "SANDBOX_UNAVAILABLE",
    `${lost} was moved to where no path leads, and cannot be protected there; move it back`,
  );
}
