import type { ToolNames } from "../tool-names.ts";

/** The sentences about a command that leaves its session and goes on as a background shell. */
export const LEAVING_WORDS = {
  endsAfter: (timeoutMs: number): string => `Its timeout ends it when it has run ${timeoutMs}ms.`,
};

type Asking = { readonly line: string; readonly endsAfterMs?: number | undefined };

export type LeavingNaming = {
  readonly handedOver: (afterMs: number, id: string, endsAfterMs?: number) => string;
  readonly handedOverAsking: (id: string, asking: Asking) => string;
};

/** Those that name a tool. */
export const leavingNaming = (tool: Pick<ToolNames, "BashInput" | "BashOutput" | "KillShell">): LeavingNaming => ({
  handedOver: (afterMs: number, id: string, endsAfterMs?: number): string =>
    `Command still runs after ${afterMs}ms and goes on as a background shell: ${id}\nRead it with ${tool.BashOutput} (bash_id="${id}"), end it with ${tool.KillShell}. ${goesOn(endsAfterMs)}`,
  /** `line`: what it printed last. */
  handedOverAsking: (id: string, { line, endsAfterMs }: Asking): string =>
    `Command waits for input and goes on as a background shell: ${id}\n${line === "" ? "" : `It asks: ${line}\n`}Type into it with ${tool.BashInput} (bash_id="${id}"), read it with ${tool.BashOutput}, end it with ${tool.KillShell}. ${goesOn(endsAfterMs)}`,
});

const goesOn = (endsAfterMs: number | undefined): string =>
  `${endsAfterMs === undefined ? "No timeout ends it." : LEAVING_WORDS.endsAfter(endsAfterMs)} The session goes on as it was before this command; what it sets stays in that shell.`;
