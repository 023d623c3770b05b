import { endsLooked } from "./ends-looked.ts";
import { endsTold } from "./ends-told.ts";
import type { PipeEnds } from "./pipe-ends.ts";

/**
 * The ends that work in the runtime of the host. Bun hears nothing through a socket over a FIFO, and Deno refuses to
 * make one.
 */
export const runtimeEnds: PipeEnds = "bun" in process.versions || "deno" in process.versions ? endsLooked : endsTold;
