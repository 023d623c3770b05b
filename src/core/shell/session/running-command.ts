import type { Transcript } from "../../output/transcript.ts";
import type { BashLink, Reply } from "./bash-link.ts";
import type { Kin } from "./earlier-processes.ts";
import type { Pair } from "./output-fifos.ts";

/** A command that bash was given and has not answered yet. */
export type RunningCommand = {
  readonly link: BashLink;
  readonly pair: Pair;
  readonly transcript: Transcript;
  readonly reply: Promise<Reply>;
  readonly kin: Kin;
};
