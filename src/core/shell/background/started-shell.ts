import type { Backing } from "./shell-backing.ts";
import type { ShellProcess } from "./shell-process.ts";

/** What runs behind a shell that has just started, and the callbacks for its end. */
export type StartedShell = {
  readonly backing: Backing;
  /** Called once, when the shell has ended. */
  readonly onEnd: (shell: ShellProcess) => void;
};
