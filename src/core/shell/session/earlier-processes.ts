import { descendantsOf } from "../../process/descendants.ts";
import { type Identity, keyOf } from "../../process/identity.ts";

/**
 * Processes that were there before a command began. They and whatever they start are not the command's, and a kill of
 * the command spares them. Taken as a list of identities at the moment the command starts: start times alone have ticks
 * of 10 ms, and a job begun just before would be lost with the command.
 */
export class EarlierProcesses {
  readonly #members: readonly Identity[];

  constructor(members: readonly Identity[]) {
    this.#members = members;
  }

  /** Those of the given processes that neither are among them nor descend from them. */
  removedFrom(processes: readonly Identity[]): Identity[] {
    if (this.#members.length === 0) return [...processes];
    const spared = new Set(this.#members.flatMap((member) => [keyOf(member), ...descendantsOf(member.pid).map(keyOf)]));
    return processes.filter((identity) => !spared.has(keyOf(identity)));
  }
}
