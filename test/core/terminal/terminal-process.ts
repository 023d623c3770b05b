import type { TerminalFacts, TerminalProcess } from "../../../src/core/terminal/terminal-facts.ts";

/** A process on a terminal, of its command line. */
export function terminalProcess(line: string, more: Partial<TerminalProcess> = {}): TerminalProcess {
  const argv = line.split(" ");
  const name = argv[0]?.replace(/^.*\//, "") ?? "";
  return {
    pid: 1,
    name,
    exe: `/usr/bin/${name.replace(/^-/, "")}`,
    argv,
    cwd: "/work",
    state: "S",
    call: "select",
    readsTerminal: false,
    isCommandShell: false,
    ...more,
  };
}

/** A terminal whose program waits for a line. */
export const terminalFacts = (more: Partial<TerminalFacts> = {}): TerminalFacts => ({
  isCanonical: true,
  echoes: true,
  hasSignals: true,
  unread: 0,
  queued: 0,
  quietMs: 500,
  foreground: [],
  behind: [],
  ...more,
});
