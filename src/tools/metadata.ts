import type { FaultCode } from "../core/base/fault.ts";
import type { RefusedBy } from "../core/permission/approver.ts";
import type { Decision, Finding, Part } from "../core/policy/verdict.ts";
import type { Reach } from "../core/process/supervisor/reach.ts";
import type { Containment } from "../core/sandbox/sandbox.ts";
import type { ShellStatus } from "../core/shell/background/shell-status.ts";
import type { LoginLack } from "../core/shell/login/login-environment.ts";
import type { BackgroundChild, Restored } from "../core/shell/session/outcome.ts";
import type { ErrorKind } from "./tool.ts";
import type { Tried } from "./trying/trying.ts";

/**
 * Of many changes the first; `more` counts the others. `kept` says how many the user kept when asked; `question` is the
 * one that is still open.
 */
type TriedMetadata = Tried & { readonly more?: number; readonly kept?: number; readonly question?: string };

/**
 * Every key that nacre's own tools put into the metadata of a result; docs/tools.md says when. What a model may need to
 * act is in the text of the result too.
 */
export type OwnMetadata = {
  /** Only for a call that came to nothing; a command that ran and failed has none. */
  readonly error_kind?: ErrorKind;
  readonly fault?: FaultCode;
  readonly command?: string;
  readonly description?: string | null;
  readonly cwd?: string;
  readonly cwd_changed?: boolean;
  readonly cwd_reset?: boolean;
  readonly session_id?: string;
  /** Where it ran, if not on this machine. */
  readonly machine?: string;
  /** The session holds nothing of what was done in it before: its worker was lost or given back. */
  readonly session_new?: true;
  readonly containment?: Containment["level"];
  readonly containment_reasons?: readonly string[];
  readonly status?: ShellStatus;
  readonly exit_code?: number | null;
  readonly exit_meaning?: string;
  readonly signal?: string;
  readonly duration_ms?: number | null;
  readonly timed_out?: boolean;
  readonly timeout_ms?: number;
  readonly cancelled?: boolean;
  readonly waiting_for_input?: string;
  readonly stopped?: string;
  readonly terminated_by?: string;
  readonly pipe_status?: readonly number[];
  readonly masked_failure?: boolean;
  readonly background_children?: readonly BackgroundChild[];
  /** As shown. */
  readonly late_output?: string;
  readonly redirection_ended?: boolean;
  readonly session_restored?: boolean;
  readonly lost?: Restored["lost"];
  /** False where a process of the same user could have answered in bash's name; absent where none can. */
  readonly attested?: false;
  /** Present where the command ran without the login environment: it is still awaited, or there is none. */
  readonly login_environment?: LoginLack;
  readonly not_kept?: readonly string[];
  readonly quoted_paths?: readonly string[];
  /** What was changed in the text before it was judged and run: its line ends. */
  readonly normalized?: "crlf";
  readonly sandbox_refusal?: string;
  readonly sandbox_notices?: readonly string[];
  readonly snapshot?: string;
  /** With `try`: what the try holds, and what became of it. */
  readonly tried?: TriedMetadata;
  readonly syntax_error?: boolean;
  readonly decision?: Decision;
  readonly findings?: readonly Finding[];
  readonly parts?: readonly Part[];
  readonly dry_run?: boolean;
  readonly approved_by?: string;
  readonly refused_by?: RefusedBy;
  /** Present while the command waits for an answer, and has not run. */
  readonly question_id?: string;
  readonly truncated?: boolean;
  readonly output_path?: string | undefined;
  readonly output_paths?: readonly string[];
  readonly output_problem?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly notice?: string;
  readonly bash_id?: string;
  readonly is_running?: boolean;
  readonly next_cursor?: string;
  readonly dropped?: number;
  readonly wait?: string;
  /** How a terminal was shown; its title, how often it rang, and whether a password is asked for. */
  readonly view?: "lines" | "screen";
  readonly title?: string;
  readonly bells?: number;
  readonly password?: "yes" | "maybe";
  /** How many bytes of the input the shell's pipe or terminal took, and how many of all that are unread (of a terminal: at least). */
  readonly written?: number;
  readonly unread?: number;
  readonly shell_id?: string;
  readonly survivors?: readonly number[];
  /** Absent where a kill finds everything. */
  readonly reach?: Exclude<Reach, "everything">;
  readonly already_stopped?: boolean;
  readonly shells?: readonly object[];
  readonly count?: number;
};
