import { Fault } from "../../base/fault.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";

/** bubblewrap takes no more than 9000 words. */
const MAX_SEALS = 2500;

/** A fault when not everything could be sealed that has to be: too much of it, or something that no path leads to. */
export function refuseUnsealable(
  { gitDirectories, between, guarded, secret }: WorkspaceScan,
  lost: string | undefined,
): void {
  const all = [gitDirectories, between, guarded, secret].flat();
  if (all.length > MAX_SEALS)
    throw new Fault(
      "SANDBOX_UNAVAILABLE",
      `the workspace holds ${all.length} files that would have to be sealed or hidden (at most ${MAX_SEALS}), such as ${all.at(-1)}; remove those that are not needed`,
    );
  if (lost !== undefined)
    throw new Fault(
      "SANDBOX_UNAVAILABLE",
      `${lost} was moved to where no path leads, and cannot be protected there; move it back`,
    );
}
