/** What the machine tells of a terminal, before anything is made of it. */
export type TerminalFacts = {
  /** Input comes in lines (ICANON), is repeated on the screen (ECHO), and Ctrl-C is a signal (ISIG). */
  readonly isCanonical: boolean;
  readonly echoes: boolean;
  readonly hasSignals: boolean;
  /** Typed and not read: by the program, and still waiting in the supervisor. */
  readonly unread: number;
  readonly queued: number;
  /** Milliseconds since the last output. */
  readonly quietMs: number;
  /** The processes of the foreground group; empty when it is gone. */
  readonly foreground: readonly TerminalProcess[];
  /** Every other process on this terminal (its shell, its jobs), the session leader first. */
  readonly behind: readonly TerminalProcess[];
};

export type TerminalProcess = {
  readonly pid: number;
  readonly name: string;
  /** Undefined where it is hidden, as that of nacre's own bash is. */
  readonly exe: string | undefined;
  readonly argv: readonly string[];
  /** Undefined where it is hidden. */
  readonly cwd: string | undefined;
  /** One letter of the kernel's: R, S, D, T … */
  readonly state: string;
  /** The call it sleeps in; undefined where that is hidden, or it runs. */
  readonly call: "read" | "poll" | "select" | "epoll" | "nanosleep" | "wait" | "other" | undefined;
  /** With `read`: whether it reads this terminal. */
  readonly readsTerminal: boolean;
  /** Nacre's own bash that runs the command: it reads no line of this terminal as a command. */
  readonly isCommandShell: boolean;
};
