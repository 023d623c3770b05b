import type { ShellStatus } from "../../core/shell/background/shell-status.ts";
import { plural } from "./plural.ts";

/** What a result ends with. */
export type Closing = {
  /** What was waited for and came. */
  readonly met?: string | undefined;
  /** How a command ended that did not simply succeed; `bashId` is the shell in which it still runs. */
  readonly ending?:
    | {
        readonly status: ShellStatus;
        readonly exitCode?: number | undefined;
        readonly signal?: string | undefined;
        readonly bashId?: string | undefined;
      }
    | undefined;
  /** The directory of the session, where the command changed it. */
  readonly cwd?: string | undefined;
  /** The exit codes of a pipeline that hides a failure. */
  readonly pipeStatus?: readonly number[] | undefined;
  readonly cut?: { readonly chars: number; readonly where: string } | undefined;
  /** The cursor that shows a stretch again of which only some lines were shown. */
  readonly again?: string | undefined;
  /** The cursor behind what was read. */
  readonly next?: string | undefined;
};

/** The last line of a result that is no plain success, in few words: clients cut what stands above it. */
export const closingLine = ({ met, ending, cwd, pipeStatus, cut, again, next }: Closing): string => {
  const facts = [
    met === undefined ? "" : `met: ${met}`,
    ending === undefined ? "" : endingWords(ending),
    cwd === undefined ? "" : `cwd is now ${onOneLine(cwd)}`,
    pipeStatus === undefined ? "" : `an earlier stage of the pipeline failed: exit codes ${pipeStatus.join(", ")}`,
    cut === undefined ? "" : `${plural(cut.chars, "character")} left out`,
    cut === undefined ? "" : cut.where,
    again === undefined ? "" : `since="${again}" reads it again`,
    next === undefined ? "" : `next: since="${next}"`,
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "" : `[${facts.join("; ")}]`;
};

const endingWords = ({ status, exitCode, signal, bashId = "" }: NonNullable<Closing["ending"]>): string => {
  if (status === "running") return `still running: bash_id="${bashId}"`;
  const code = exitCode === undefined ? "" : `exit code ${exitCode}${signal === undefined ? "" : ` (${signal})`}`;
  if (code === "") return `status: ${status}`;
  return status === "failed" ? code : `status: ${status}, ${code}`;
};

/** A path, quoted where it has control characters. */
export const onOneLine = (path: string): string => (/\p{Cc}/u.test(path) ? JSON.stringify(path) : path);
