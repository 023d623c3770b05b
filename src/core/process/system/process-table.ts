/** What nacre knows of a process: one letter for its state (`Z` and `X` have ended, `T` is stopped), and when it began. */
export type Stat = {
  readonly state: string;
  readonly parent: number;
  /** The pid of the process that began its session (setsid); zero where the system does not say. */
  readonly session: number;
  /** Zero where the system does not say. */
  readonly threads: number;
  readonly startTime: string;
};

/**
 * What the system tells of its processes. Every look throws a fault when the host has nothing to look with: a process that
 * was not seen has not ended for that.
 */
export interface ProcessTable {
  /** Throws where every process would count as dead. */
  check(): void;
  /** Undefined when there is no such process. */
  stat(pid: number): Stat | undefined;
  pids(): number[];
  /** Direct children. `hasOneThread`: the process is known to have one, which saves a look. */
  children(pid: number, hasOneThread: boolean): number[];
  /** The variables that a process began with; empty when it has ended, undefined when the system hides them. */
  environment(pid: number): string | undefined;
  /** The arguments, each before a NUL where the system tells them apart, up to so many bytes; empty when it has ended. */
  words(pid: number, maxBytes: number): Buffer;
  /** Whether a process ignores this signal; false where the system does not say. */
  ignores(pid: number, name: NodeJS.Signals): boolean;
  /** The pid that a process knows itself by: inside a pid namespace it differs from the host's. */
  innermostPid(pid: number): number;
}
