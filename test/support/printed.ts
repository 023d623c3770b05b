import type { Transcript } from "../../src/core/output/transcript.ts";

/** A transcript of which only what was printed is asked. */
export const printed = (stdout: string, stderr = ""): Pick<Transcript, "read"> => ({
  read: () => ({ text: stdout + stderr, stdout, stderr, truncated: false, nextCursor: "0", droppedBytes: 0 }),
});
