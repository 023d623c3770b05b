import { descendantsOf } from "../../process/descendants.ts";
import { type Identity, keyOf } from "../../process/identity.ts";

/**
 * The processes that were there before a command began. They and whatever they start do not belong to the command, and
 * a kill of the command spares them. The identities are listed when the command starts: start times alone have ticks of
 * 10 ms, and a kill would hit a job that began just before.
 */
export class EarlierProcesses {
  readonly #members: readonly Identity[];

  constructor(members: readonly Identity[]) {
    this.#members = members;
  }

  /** The given processes without the earlier ones and their descendants. */
  removedFrom(processes: readonly Identity[]): Identity[] {
    if (this.#members.length === 0) return [...processes];
    const spared = new Set(this.#members.flatMap((member) => [keyOf(member), ...descendantsOf(member.pid).map(keyOf)]));
    return processes.filter((identity) => !spared.has(keyOf(identity)));
  }
}
