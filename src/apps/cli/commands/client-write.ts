import { Fault } from "../../../core/base/fault.ts";
import { confirms } from "../ask.ts";
import { type Change, changesFor, textAfter } from "../clients/changes.ts";
import type { Client } from "../clients/client.ts";
import { lineDiff } from "../clients/line-diff.ts";
import { aboutHttp, remarksOn } from "../clients/render-snippet.ts";
import { type FoundFile, findFile, replaceFile } from "../clients/replace-file.ts";
import { EXIT, type Io } from "../io.ts";
import { refusesAgent } from "../users-act.ts";
import { writeProjectFiles } from "./project-files.ts";

type Planned = { readonly change: Change; readonly file: FoundFile; readonly after: string };

/**
 * nacre init --write: shows how a client's settings change, and changes them when the user agrees. Fails where nobody
 * agreed.
 */
export async function writeClient(
  client: Client,
  { isSure, url }: { readonly isSure: boolean; readonly url: string | undefined },
  io: Io,
): Promise<number> {
  // Which shell an agent is given is decided by the user, never by the agent.
  if (refusesAgent("init --write", io)) return EXIT.refused;
  const changes = changesFor(client, io, url);
  if (changes.length === 0) return no(io, EXIT.usage, `${client.title} takes no address; leave --http out`);
  const planned = changes.map((change) => plan(client, change, io)).filter(({ file, after }) => file.text !== after);
  if (planned.length === 0) {
    io.stdout(
      `${client.title} is already set up: ${changes.map(({ path }) => path).join(", ")}\n${remarks(client, url)}`,
    );
    return EXIT.ok;
  }
  io.stdout(`${planned.map((one) => shown(one, io)).join("\n")}\n${remarks(client, url)}`);
  if (url !== undefined) io.stdout(`\n${aboutHttp(io.cwd)}`);
  if (!isSure && !(await agrees(planned, io))) return EXIT.failed;
  if (url === undefined) writeMissing(io);
  for (const { file, after } of planned) {
    const copy = replaceFile(file, after);
    io.stdout(`changed ${file.path}${copy === undefined ? "" : ` (what was there: ${copy})`}\n`);
  }
  io.stdout(`${client.title} reads it at its next start.\n`);
  return EXIT.ok;
}

function no(io: Io, code: number, why: string): number {
  io.stderr(`nacre: ${why}\n`);
  return code;
}

function plan(client: Client, change: Change, io: Io): Planned {
  const file = findFile(change.path, change.file.scope === "project" ? io.cwd : undefined);
  if (file.text === undefined && change.isMadeByClient) {
    throw new Fault(
      "CONFIG_INVALID",
      `${change.path} does not exist; ${client.title} keeps more in it than servers. Make it with ${client.title} first`,
    );
  }
  return { change, file, after: textAfter(file.text ?? "", change) };
}

/** A change as the user sees it before it is made. */
function shown({ change, file, after }: Planned, io: Io): string {
  const leads = file.path === change.path ? "" : `${change.path} leads to\n`;
  const isNew = file.text === undefined ? " (new)" : "";
  const wide =
    change.file.scope === "user" ? `For all your projects: nacre works in ${io.cwd}, whichever of them is open.\n` : "";
  return `${leads}${file.path}${isNew}\n${lineDiff(file.text ?? "", after)}${wide}`;
}

const remarks = (client: Client, url: string | undefined): string =>
  remarksOn(client, url)
    .map((remark) => `${remark}\n`)
    .join("");

async function agrees(planned: readonly Planned[], io: Io): Promise<boolean> {
  const what = planned.length === 1 ? "this file" : `these ${planned.length} files`;
  if (!io.isInteractive) {
    io.stderr("nacre: nothing was changed; nobody is there to ask. --yes makes these changes\n");
    return false;
  }
  const isYes = await confirms(io, `Change ${what}?`);
  if (!isYes) io.stderr("nacre: nothing was changed\n");
  return isYes;
}

/** The settings name the project's configuration, so it must be there. */
function writeMissing(io: Io): void {
  for (const { name, isNew } of writeProjectFiles(io.cwd)) if (isNew) io.stdout(`wrote ${name}\n`);
}
