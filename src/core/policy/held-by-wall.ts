import type { Wall } from "../base/wall.ts";
import type { RuleId } from "./rules/all-rules.ts";

/** Rules against harm that cannot happen behind a wall. A question about it would be for nothing. */
const BEHIND_EVERY_WALL: readonly RuleId[] = [
  // The home is private, and the rest is read-only or hidden.
  "write-outside",
  "write-startup",
  "delete-outside",
  "access-outside",
  "work-outside",
  "install-global",
  "read-home",
  // What lies in a private home or temporary directory was put there by commands that were judged.
  "run-foreign",
  "delete-temp-root",
  // No process but the sandbox's own is there.
  "kill-process",
  "trace-process",
  "listen",
];

/** What every command of this judgement may do, because the wall holds the harm. */
export function heldBy(wall: Wall | undefined): ReadonlySet<RuleId> {
  if (wall === undefined) return NOTHING;
  const held = wall.network === "on" ? HELD : HELD_WITHOUT_NETWORK;
  return wall.isTry === true ? new Set([...held, ...IN_A_TRY]) : held;
}

/** What is lost or changed in the workspace of a try is lost in the try alone. */
const IN_A_TRY: readonly RuleId[] = [
  "delete-workspace",
  "delete-unknown",
  "write-watched",
  "write-unknown",
  "git-discard",
];

const NOTHING: ReadonlySet<RuleId> = new Set();
const HELD: ReadonlySet<RuleId> = new Set(BEHIND_EVERY_WALL);
/** The wall itself refuses a host that is not listed. With a network, an unknown path may be a connection (`/dev/tcp`). */
const HELD_WITHOUT_NETWORK: ReadonlySet<RuleId> = new Set([...BEHIND_EVERY_WALL, "network", "write-unknown"]);
