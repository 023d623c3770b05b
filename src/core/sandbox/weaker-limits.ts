/** What holds less on some machines than on others, though not less than was promised. */
export type LimitFacts = {
  /** Whether a control group can bound the memory of a whole tree. */
  readonly boundsMemory: boolean;
  readonly memoryBytes: number;
  /** Whether commands reach the abstract sockets of the machine. */
  readonly reachesSockets: boolean;
  readonly isRoot: boolean;
};

/** A sentence for each. */
export function weakerLimits({ boundsMemory, memoryBytes, reachesSockets, isRoot }: LimitFacts): readonly string[] {
  const GiB = (memoryBytes / 2 ** 30).toFixed(1);
  const memory = `memory is bounded for each process (${GiB} GiB), not for all that a shell runs together: no control group for memory can be made here`;
  const sockets = `commands reach the abstract sockets of this machine${isRoot ? ", as root" : ""}: its kernel cannot close them (Linux 6.12 with Landlock, and perl, can); use --network off or a list of hosts where that matters`;
  return [...(boundsMemory ? [] : [memory]), ...(reachesSockets ? [sockets] : [])];
}
