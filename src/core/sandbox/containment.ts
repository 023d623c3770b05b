import { RETAINED_MOUNTS } from "../base/limits.ts";
import { oneLine } from "../base/show-value.ts";
import type { Containment } from "./sandbox.ts";

/** What of the promise a machine can keep. */
export type MachineContainment = {
  readonly isRoot: boolean;
  /** Whether a control group can count processes. */
  readonly countsProcesses: boolean;
  /** Whether system calls are filtered. */
  readonly filters: boolean;
  /** Whether nacre can seal paths in a running sandbox. */
  readonly seals: boolean;
  readonly arch: string;
  /** What holds less here than elsewhere, but no less than was promised. */
  readonly weaker?: readonly string[];
};

/** What of the promise the state of the workspace leaves. */
export type WorkspaceState = {
  /** Directories that nobody can look into, and that no command closed. */
  readonly unsearched: readonly string[];
  /** Whether directories of the workspace have names that are not text. */
  readonly hasUnnameable: boolean;
  /** What commands did to the workspace and nacre could not undo. */
  readonly unresolved: readonly string[];
};

/** How much of the promise holds, and a sentence for each part that does not. */
export function containmentOf(facts: MachineContainment & WorkspaceState): Containment {
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
  if (facts.hasUnnameable) {
    reasons.push(
      "some directories of the workspace have names that are not text: a .env file or a nested repository in them may be unprotected; rename them",
    );
  }
  if (facts.unsearched.length > 0) {
    reasons.push(
      `nacre cannot look into ${someOf(facts.unsearched)}: a .env file or a nested repository in there may be unprotected`,
    );
  }
  const { weaker = [] } = facts;
  const unresolved = facts.unresolved.map(oneLine);
  const all = [...reasons.map(oneLine), ...unresolved, ...weaker];
  if (unresolved.length > 0) return { level: "partial", reasons: all, unresolved };
  return { level: reasons.length === 0 ? "full" : "partial", reasons: all };
}

const NAMED = 3;

function someOf(paths: readonly string[]): string {
  const more = paths.length - NAMED;
  return `${paths.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
