import { lookAtShells, type ShellLook } from "../../core/shell/background/shell-look.ts";
import { SHELL_STATUSES, type ShellStatus } from "../../core/shell/background/shell-status.ts";
import type { ShellManager } from "../../core/shell/shell-manager.ts";
import { choice, type InputSchema, object, optional, text } from "../schema/input-schema.ts";
import { sessionName, sessionOf } from "../session-scope.ts";
import { ok, type Tool, ToolCategory } from "../tool.ts";
import type { ToolSetup } from "../tool-setup.ts";
import { type Visible, visibleOf } from "../visible.ts";
import type { Words } from "../words.ts";
import { renderStatus } from "./shell-view.ts";

export type ListShellsInput = { readonly status?: ShellStatus; readonly session_id?: string };

const inputSchema = ({ fields }: Words): InputSchema<ListShellsInput> =>
  object({
    status: optional(choice(SHELL_STATUSES, { description: fields.status })),
    session_id: optional(text({ min: 1, max: 200 })),
  });

/** Where shells of a session run: with the session, or in a try of it. */
type Place = { readonly shells: ShellManager; readonly id?: string };

/** Lists the background shells of one session and of its open tries, and of no other. */
export function createListShellsTool(setup: ToolSetup): Tool<ListShellsInput> {
  const { words } = setup;
  return {
    name: "ListShells",
    description: words.listShells(),
    category: ToolCategory.Execution,
    inputSchema: inputSchema(words),
    hints: { title: "List background shells", readOnly: true, destructive: false, idempotent: true, openWorld: false },
    execute: async ({ status, session_id }, context) => {
      const session = sessionOf(context, session_id);
      const tries = (await setup.tries?.trying.opened()) ?? [];
      const places: readonly Place[] = [
        { shells: setup.shells() },
        ...tries.map(({ id, kit }) => ({ shells: kit.shells, id })),
      ];
      const told = await Promise.all(
        places.map(async ({ shells, id }) => {
          const listed = shells.listShells(session).filter((shell) => status === undefined || shell.status === status);
          // Asking for the sandbox would build it; a session without shells needs none.
          const containment = listed.length === 0 ? undefined : (await shells.sandbox()).containment.level;
          for (const shell of listed) setup.notices.tell(shell);
          const tried = id === undefined ? {} : { try: id };
          return (await lookAtShells(listed)).map((look) => ({
            row: { ...rowOf(look), containment, ...tried },
            line: lineOf(look, id),
          }));
        }),
      );
      const rows = told.flat().map(({ row }) => row);
      const lines = told.flat().map(({ line }) => line);
      const output = linesWithin(lines, visibleOf(setup, context), words);
      return ok(output === "" ? words.noShells(status) : output, {
        shells: rows,
        count: rows.length,
        session_id: sessionName(session, context),
      });
    },
  };
}

type Row = {
  readonly id: string;
  readonly command: string;
  readonly description: string | null;
  readonly status: ShellStatus;
  readonly exit_code: number | null;
  readonly is_running: boolean;
  readonly age_ms: number;
  readonly duration_ms: number | null;
  readonly pid: number | null;
  /** Null where the system does not tell. */
  readonly listening_ports: readonly number[] | null;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
};

const rowOf = ({ shell, pid, listeningPorts }: ShellLook): Row => ({
  id: shell.id,
  command: shell.command,
  description: shell.description ?? null,
  status: shell.status,
  exit_code: shell.exitCode ?? null,
  is_running: shell.isRunning,
  age_ms: shell.ageMs,
  duration_ms: shell.durationMs ?? null,
  pid: pid ?? null,
  listening_ports: listeningPorts ?? null,
  stdout_bytes: shell.transcript.bytes.stdout,
  stderr_bytes: shell.transcript.bytes.stderr,
});

/** As many lines as a model sees, and how many there are besides. */
function linesWithin(lines: readonly string[], visible: Visible, words: Words): string {
  const more = words.moreShells(lines.length);
  let chars = visible.chars - more.length;
  let bytes = visible.bytes - Buffer.byteLength(more);
  const fitting = lines.findIndex((line, index) => {
    chars -= line.length + 1;
    bytes -= Buffer.byteLength(line) + 1;
    return chars < 0 || bytes < 0 || index + 1 >= visible.lines;
  });
  if (fitting === -1) return lines.join("\n");
  return [...lines.slice(0, fitting), words.moreShells(lines.length - fitting)].join("\n");
}

function portsOf(ports: readonly number[] | undefined): readonly string[] {
  if (ports === undefined) return ["ports not known here"];
  return ports.length === 0 ? [] : [`listening on ${ports.join(", ")}`];
}

const COMMAND_CHARS = 100;

function lineOf({ shell, pid, listeningPorts }: ShellLook, triedIn: string | undefined): string {
  const { command, description, transcript } = shell;
  const flat = command.replaceAll(/\s+/g, " ");
  const what = flat.length > COMMAND_CHARS ? `${flat.slice(0, COMMAND_CHARS)}…` : flat;
  return [
    `${shell.id}: ${what}${description === undefined ? "" : ` (${description})`}`,
    ...(triedIn === undefined ? [] : [`in ${triedIn}`]),
    renderStatus(shell),
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    ...portsOf(listeningPorts),
    `printed ${transcript.bytes.stdout} + ${transcript.bytes.stderr} bytes`,
  ].join("; ");
}
