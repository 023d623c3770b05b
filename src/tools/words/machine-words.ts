/** Sentences about sessions that run on another machine. */
export const MACHINE_WORDS = {
  aMachine: (machine: string, said: string): string => `machine ${machine}${said === "" ? "" : ` (${said})`}`,
  machineLost: (machine: string, why: string): string =>
    `The machine ${machine} was lost while the command ran (${why}): whether it finished there is not known. What it printed until then is below. The session is gone with it; the next command starts a new one.`,
  machineLostBetween: (machine: string, why: string): string =>
    `The machine ${machine} was lost (${why}) before it answered. The next command starts a new session there.`,
  sessionNew: (machine: string, why: string): string =>
    `this is a new session on ${machine}, because ${why}: directory, variables, functions and background shells of the one before are gone`,
  givenBack: (idleMs: number): string => `its worker was unused for ${Math.round(idleMs / 1000)} s and was given back`,
  typedElsewhere: (machine: string): string =>
    `Nothing was written: this shell runs on the machine ${machine}, and only the client that started it there can type into it.`,
  outputDropped: (bytes: number): string =>
    `${bytes} bytes of live output were left out because the connection was too slow; the log on the machine has them`,
  machinesFull: (most: number): string =>
    `there are ${most} workers already (--max-workers); one becomes free when a client leaves or is idle`,
} as const;
