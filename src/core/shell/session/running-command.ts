import type { Transcript } from "../../output/transcript.ts";
import type { BashLink, Reply } from "./bash-link.ts";
import type { EarlierProcesses } from "./earlier-processes.ts";
import type { CommandFifos } from "./output-fifos.ts";

/** A command that bash was given and has not answered yet. */
export type RunningCommand = {
  readonly link: BashLink;
  readonly fifos: CommandFifos;
  readonly transcript: Transcript;
  readonly reply: Promise<Reply>;
  readonly earlier: EarlierProcesses;
};
