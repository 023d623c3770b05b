/** Every code of a fault. The one list; `docs/errors.md` is tested against it. */
export const FAULTS = {
  BASH_MISSING: "no usable bash was found",
  PERL_MISSING: "neither perl nor python3 was found; the supervisor of every shell needs one of them",
  DIRECTORY_UNUSABLE: "the working directory cannot be used",
  PROC_UNUSABLE: "/proc does not show nacre its own processes",
  SPAWN_FAILED: "the operating system refused to start the process",
  SANDBOX_UNAVAILABLE: "the sandbox that was asked for cannot be built on this machine",
  TRY_UNAVAILABLE: "what a try needs cannot be had on this machine",
  WORKSPACE_UNSAFE:
    "a command did to the workspace what nacre could not undo, and nothing more runs in it until that is mended",
  STATE_DIR_UNUSABLE: "the state directory cannot be used",
  DISK_FULL: "no space, no inode or no quota is left on a disk",
  NO_DESCRIPTORS: "the host, or the machine, has no file descriptor left",
  SYSTEM_REFUSED: "the operating system refused what the call needs",
  LIMIT_INVALID: "a limit has a value that cannot work",
  TOO_MANY_SHELLS: "the limit of background shells is reached",
  TOO_MANY_SESSIONS: "the limit of sessions is reached",
  SESSION_CLOSED: "the session or its manager was disposed before the call",
  SHELL_TIMED_OUT: "the shell did not end in the time it was given, and was ended",
  JOURNAL_FAILED: "the journal cannot be written, and the operator wants no command without it",
  RULES_INVALID: "the policy rules cannot be used",
  CONFIG_INVALID: "the configuration cannot be used",
  MACHINE_UNREACHABLE: "the machine's worker could not be started or does not answer",
  MACHINE_LOST: "the machine was lost while the call ran; what it did until then is not known",
  MACHINES_FULL: "as many workers run as the operator allows",
  TOOL_EXISTS: "a tool of this name is registered already",
  PROCESS_SURVIVED: "a process could not be ended",
  TOOL_FAILED: "the tool threw an error that it does not know, or answered no result",
} as const;

export type FaultCode = keyof typeof FAULTS;

/** The one error class. `code` is what programs branch on; the message is for users. */
export class Fault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, detail?: string, options?: { readonly cause?: unknown }) {
    super(detail === undefined ? FAULTS[code] : `${FAULTS[code]}: ${detail}`, options);
    this.name = "Fault";
    this.code = code;
  }
}

/** Whether a thrown value is a fault with this code. */
export const isFault = (error: unknown, code?: FaultCode): error is Fault =>
  error instanceof Fault && (code === undefined || error.code === code);
