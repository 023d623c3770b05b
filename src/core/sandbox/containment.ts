import { RETAINED_MOUNTS } from "../base/limits.ts";
import type { Containment } from "./sandbox.ts";

/** What decides how much a sandbox holds on a machine. */
export type ContainmentFacts = {
  readonly isRoot: boolean;
  /** Whether a control group can count processes. */
  readonly countsProcesses: boolean;
  /** Whether system calls are filtered. */
  readonly filters: boolean;
  /** Whether the scan saw all of the workspace. */
  readonly searched: boolean;
  /** Whether nacre can seal paths in a running sandbox. */
  readonly seals: boolean;
  readonly arch: string;
  /** What holds less here than elsewhere, but no less than was promised. */
  readonly weaker?: readonly string[];
};

/** How much of the promise holds, and a sentence for each part that does not. */
export function containmentOf(facts: ContainmentFacts): Containment {
  const reasons: string[] = [];
  if (facts.isRoot && !facts.countsProcesses) {
    reasons.push(
      "the number of processes is not limited: nacre runs as root, whose processes the kernel does not count, and no control group can be made here; run nacre as a plain user",
    );
  }
  if (!facts.filters) reasons.push(`system calls are not filtered: their numbers on ${facts.arch} are not known`);
  if (!facts.seals) {
    reasons.push(
      `a repository that a command makes is protected only in new sessions, and after ${RETAINED_MOUNTS} ended shells no further one starts: this machine lacks perl or a kernel of 5.12 or newer; install perl-base`,
    );
  }
  if (!facts.searched) {
    reasons.push(
      "the workspace cannot be searched whole (it is too large, or names in it are not text): a .env file or a nested repository deep in it may be unprotected; start in one project of it",
    );
  }
  return { level: reasons.length === 0 ? "full" : "partial", reasons: [...reasons, ...(facts.weaker ?? [])] };
}
