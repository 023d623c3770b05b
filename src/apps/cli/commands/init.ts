import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../../core/base/fault.ts";
import { clientNameFor } from "../client-name.ts";
import type { Client } from "../clients/client.ts";
import { CLIENTS, clientNamed, unknownClient } from "../clients/client-list.ts";
import { inspectClient } from "../clients/inspect-client.ts";
import { aboutHttp, renderSnippet } from "../clients/render-snippet.ts";
import { EXIT, type Io } from "../io.ts";
import { renderTable } from "../table.ts";
import { USUAL_PORT } from "../usual-port.ts";
import { type InitFlags, mistakeIn } from "./init-flags.ts";
import { CONFIG_NAME, writeProjectFiles } from "./project-files.ts";

/** nacre init: writes a configuration and rules for the project, or tells, checks or writes the settings of clients. */
export async function init(flags: InitFlags, io: Io): Promise<number> {
  const name = flags.write ?? flags.client;
  const client = name === undefined ? undefined : clientNamed(name);
  const unknown = name !== undefined && client === undefined ? unknownClient(name) : undefined;
  const mistake = mistakeIn(flags) ?? unknown;
  if (mistake !== undefined) {
    io.stderr(`nacre: ${mistake}\n`);
    return EXIT.usage;
  }
  if (flags.check === true) {
    const { checkClients } = await import("./client-check.ts");
    return checkClients(flags, io);
  }
  const url = flags.http === undefined ? undefined : addressOf(flags.http, io.cwd);
  if (flags.write !== undefined && client !== undefined) {
    const { writeClient } = await import("./client-write.ts");
    return writeClient(client, { isSure: flags.yes === true, url }, io);
  }
  if (client !== undefined || flags.all === true) {
    return printSnippets(client === undefined ? CLIENTS : [client], url, io);
  }
  return initProject(io);
}

function initProject(io: Io): number {
  for (const { name, isNew } of writeProjectFiles(io.cwd)) {
    io.stdout(isNew ? `wrote ${name}\n` : `${name} exists and is left as it is\n`);
  }
  io.stdout(`
The configuration is read when it is named: --config, or NACRE_CONFIG. It is never taken from a workspace by itself.
Clients start the nacre on your PATH: npm install --global nacre. One that belongs to a project is one that commands can change.

${nextSteps(io)}`);
  return EXIT.ok;
}

/** The next command for each client on this machine. */
function nextSteps(io: Io): string {
  const states = CLIENTS.map((client) => inspectClient(client, io));
  const found = states.filter(({ isInstalled }) => isInstalled).map(({ client }) => client);
  const others = states.filter(({ isInstalled }) => !isInstalled).map(({ client }) => client);
  const rows = found.map((name) => [`  ${name}`, `nacre init --write ${name}`]);
  const head =
    found.length === 0
      ? "No client that nacre knows was found on this machine.\n"
      : `Found on this machine, with what sets each up (it shows the change and asks first):\n${renderTable(rows)}`;
  const rest = others.length === 0 ? "" : `Not found: ${others.join(", ")}.\n`;
  return `${head}${rest}
nacre init --client NAME   prints what to paste instead (--all: for every client)
nacre init --http …        the same for a client that reaches nacre serve
nacre init --check         what is set up where, and whether a client's own shell is still on
`;
}

function printSnippets(clients: readonly Client[], url: string | undefined, io: Io): number {
  if (url === undefined && !existsSync(join(io.cwd, CONFIG_NAME))) {
    io.stderr(`nacre: there is no ${CONFIG_NAME} here yet, which these name; nacre init writes it\n`);
  }
  if (url !== undefined) io.stdout(aboutHttp(io.cwd));
  io.stdout(clients.map((client) => renderSnippet(client, io, url)).join("\n"));
  return EXIT.ok;
}

/** The address of this project's client at a server. */
function addressOf(base: string | true, cwd: string): string {
  const given = base === true ? `http://127.0.0.1:${USUAL_PORT}` : base;
  if (!URL.canParse(given) || !/^https?:/.test(given)) {
    throw new Fault(
      "CONFIG_INVALID",
      `--http ${given} is no address; it must be that of nacre serve, such as http://127.0.0.1:${USUAL_PORT}`,
    );
  }
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "" || path === "/mcp") url.pathname = `/mcp/${clientNameFor(cwd)}`;
  return url.href;
}
