import type { Client } from "../clients/client.ts";
import { CLIENTS } from "../clients/client-list.ts";
import { type ClientState, inspectClient, type NacreEntry } from "../clients/inspect-client.ts";
import { EXIT, type Io } from "../io.ts";
import { oneLine, renderTable, wrapped } from "../table.ts";

/**
 * nacre init --check: says what is set up where. Fails where a client that has nacre also has its own shell on, names a
 * program that is not there, or has settings that cannot be read.
 */
export function checkClients(flags: { readonly json?: boolean }, io: Io): number {
  const states = CLIENTS.map((client) => ({ client, state: inspectClient(client, io) }));
  const found =
    flags.json === true ? `${JSON.stringify(states.map(({ state }) => state))}\n` : render(states, io.columns);
  io.stdout(found);
  return notedOf(states).some(({ state }) => isWrong(state)) ? EXIT.failed : EXIT.ok;
}

function isWrong({ nacre, ownShell, problems }: ClientState): boolean {
  const used = nacre.filter(({ isDisabled }) => !isDisabled);
  return (
    problems.length > 0 || (used.length > 0 && ownShell === "on") || used.some(({ missing }) => missing.length > 0)
  );
}

type Row = { readonly client: Client; readonly state: ClientState };

/** The clients to tell of. One that was not found, and only shares the file of one that was, is not among them. */
function notedOf(rows: readonly Row[]): readonly Row[] {
  const files = rows
    .filter(({ state }) => state.isInstalled)
    .flatMap(({ state }) => state.nacre.map(({ file }) => file));
  return rows.filter(
    ({ state: { isInstalled, nacre, problems } }) =>
      isInstalled || problems.length > 0 || nacre.some(({ file }) => !files.includes(file)),
  );
}

function render(rows: readonly Row[], columns: number = Number.POSITIVE_INFINITY): string {
  const noted = notedOf(rows);
  if (noted.length === 0) return "No client that nacre knows was found, and none is set up.\n";
  const table = renderTable([
    ["CLIENT", "NACRE", "OWN SHELL"],
    ...noted.map(({ client, state }) => cells(client, state)),
  ]);
  const fits = table.split("\n").every((line) => line.length <= columns);
  const list = noted.map(({ client, state }) => stacked(cells(client, state), columns)).join("");
  const details = noted.flatMap(({ client, state }) => detailsOf(client, state));
  const others = rows.filter((row) => !noted.includes(row)).map(({ client }) => client.name);
  const more = others.length === 0 ? [] : [`not found: ${others.join(", ")}`];
  const fold = (line: string): string => `${wrapped(line, columns, "  ")}\n`;
  return `${fits ? table : list}\n${[...details, ...more].map(fold).join("")}`;
}

/** A row on three lines, where the terminal is too narrow for a table. */
const stacked = ([name = "", nacre = "", shell = ""]: readonly string[], columns: number): string =>
  `${name}\n${[`nacre: ${nacre}`, `own shell: ${shell}`].map((line) => `  ${wrapped(line, columns - 2, "    ")}\n`).join("")}`;

function cells(client: Client, { isInstalled, nacre, ownShell, problems }: ClientState): readonly string[] {
  const reached = nacre.map(summary).join(" and ") || "no";
  return [
    isInstalled ? client.name : `${client.name} (not found)`,
    problems.length > 0 ? "settings broken" : reached,
    ownShell === "unknown" ? unknownShell(client) : ownShell,
  ];
}

const unknownShell = ({ shell }: Client): string =>
  shell.kind === "words" ? "on; only a flag turns it off" : "no verified switch";

const summary = ({ transport, isDisabled, missing }: NacreEntry): string =>
  `${transport}${isDisabled ? ", disabled" : ""}${missing.length === 0 ? "" : ", not there"}`;

/** Where each thing stands, and what would help. */
function detailsOf(client: Client, { nacre, ownShell, problems, isInstalled }: ClientState): readonly string[] {
  const places = nacre.map(({ file, words, url, missing }) => {
    const what = oneLine(url ?? words?.join(" ") ?? "", 300);
    const gone = missing.length === 0 ? "" : `; not there: ${missing.join(", ")}`;
    return `${client.name}: ${what} (${file})${gone}`;
  });
  const help: string[] = [];
  if (nacre.length > 0 && ownShell === "on")
    help.push(`${client.name}: ${client.why}; nacre init --write ${client.name}`);
  if (nacre.length > 0 && client.shell.kind === "words")
    help.push(`${client.name}: start it with ${client.shell.words}`);
  if (nacre.length === 0 && isInstalled && problems.length === 0) {
    help.push(`${client.name}: nacre init --write ${client.name} sets it up`);
  }
  return [...places, ...help, ...problems];
}
