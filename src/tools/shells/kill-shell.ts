import { reach } from "../../core/process/supervisor/reach.ts";
import { choice, type InputSchema, object, optional, text } from "../schema/input-schema.ts";
import { shellOf } from "../session-scope.ts";
import { fail, faultFacts, ok, type Tool, ToolCategory } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { Words } from "../words.ts";
import { unknownShell } from "./bash-output.ts";

export type KillShellInput = { readonly shell_id: string; readonly signal?: "TERM" | "INT" | "KILL" };

const inputSchema = ({ fields }: Words): InputSchema<KillShellInput> =>
  object({
    shell_id: text({ min: 1, max: 100, description: fields.bashId }),
    signal: optional(choice(["TERM", "INT", "KILL"], { description: fields.signal })),
  });

/** Said only where a kill does not find everything. */
const partlyReached = (): { reach?: "process-tree" } => {
  const found = reach();
  return found === "everything" ? {} : { reach: found };
};

/** Ends a background shell with everything it started; also what an ended one left running. */
export function createKillShellTool(setup: ToolSetup): Tool<KillShellInput> {
  const { words } = setup;
  return {
    name: "KillShell",
    description: words.killShell(),
    category: ToolCategory.Execution,
    inputSchema: inputSchema(words),
    hints: { title: "End a background shell", readOnly: false, destructive: true, idempotent: true, openWorld: false },
    execute: async ({ shell_id: id, signal = "TERM" }, context) => {
      const shells = setup.shells();
      const waiting = setup.waiting.find(id, context);
      if (waiting !== undefined && (await setup.withdraw(id))) return ok(words.withdrawn(id), { shell_id: id });
      const started = waiting === undefined ? id : (await waiting.result).metadata.bash_id;
      if (started === undefined) return ok(words.alreadySettled(id), { shell_id: id, already_stopped: true });
      const shell = await shellOf(shells, started, context);
      if (shell === undefined) return unknownShell({ shells, words, id, context });
      const wasRunning = shell.isRunning;
      const { survivors } = await shell.kill(`SIG${signal}`);
      setup.notices.tell(shell);
      const { status, command, durationMs = null } = shell;
      const metadata = {
        shell_id: id,
        command,
        duration_ms: durationMs,
        signal,
        survivors,
        status,
        ...partlyReached(),
      };
      if (survivors.length > 0)
        return fail(words.survived(id, survivors), { ...metadata, ...faultFacts("PROCESS_SURVIVED") });
      if (!wasRunning) return ok(words.alreadyStopped(id, status), { ...metadata, already_stopped: true });
      setup.announce({ kind: "shell-killed", id: shell.id, sessionId: shell.sessionId, signal });
      return ok(words.terminated(id), metadata);
    },
  };
}
