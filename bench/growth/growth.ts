/** One thing that grows, and what is measured at each size. */
import type { Kind } from "./fit.ts";

export type Growth = {
  /** What there is more and more of. */
  readonly unit: string;
  readonly sizes: readonly [number, number, number, ...number[]];
  /** What is measured, and whether it is one act or one on each. */
  readonly things: Readonly<Record<string, Kind>>;
  /** Milliseconds for each of the things, all of them together for `all`. Leaves no process and no file behind. */
  readonly measure: (size: number) => Promise<Readonly<Record<string, number>>>;
};
