import { whyAgentShell } from "../../core/process/supervisor/agent-shell.ts";
import type { Io } from "./io.ts";

/** Whether an act that is the user's alone was asked for in the shell of an agent; says so there. */
export function refusesAgent(act: string, io: Pick<Io, "env" | "stderr">): boolean {
  const why = whyAgentShell(io.env);
  if (why !== undefined) io.stderr(`nacre: ${act} is for the user, and this is the shell of an agent: ${why}\n`);
  return why !== undefined;
}
