import { type RunningServer, startHttpServer } from "../../server/http.ts";
import { aborted } from "../../server/stdio.ts";
import { clientNameFor } from "../client-name.ts";
import { EXIT, type Io } from "../io.ts";
import { type Settings, tokenFileOf, toolkitOptionsOf } from "../settings.ts";
import { startAt } from "../usual-port.ts";

export type ServeFlags = {
  readonly port?: number;
  readonly host?: string;
  readonly allowRemote?: boolean;
  readonly tokenFile?: string;
  readonly handoverMs?: number;
  readonly structured?: boolean;
  readonly idleMs?: number;
  readonly maxWorkers?: number;
  readonly json?: boolean;
};

/** nacre serve: serves until it is told to end, and then ends everything it started. */
export async function serve(
  flags: ServeFlags,
  { settings, version, io }: { readonly settings: Settings; readonly version: string; readonly io: Io },
): Promise<number> {
  const asked = flags.port ?? settings.port;
  const idleMs = flags.idleMs ?? settings.idleMs;
  const maxWorkers = flags.maxWorkers ?? settings.maxWorkers;
  const say = (sentence: string): void => io.stderr(`nacre serve: ${sentence}\n`);
  const start = (port: number): Promise<RunningServer> =>
    startHttpServer({
      kit: {
        ...toolkitOptionsOf(settings),
        app: "serve",
        ...(maxWorkers === undefined ? {} : { maxWorkers }),
      },
      port,
      host: flags.host,
      allowRemote: flags.allowRemote,
      tokenFile: flags.tokenFile === undefined ? settings.tokenFile : tokenFileOf(flags, settings, io),
      handoverMs: flags.handoverMs ?? settings.handoverMs,
      structured: flags.structured ?? settings.structured,
      limits: idleMs === undefined ? {} : { idleMs },
      version,
      say,
    });
  const server = await startAt(asked, start, say);
  try {
    io.stdout(
      flags.json === true ? `${JSON.stringify(factsOf(server))}\n` : welcome(server, clientNameFor(settings.workspace)),
    );
    await aborted(io.signal);
    return EXIT.ok;
  } finally {
    await server.close();
  }
}

const factsOf = ({ url, mcp, tokenFile, link }: RunningServer): Record<string, string> => ({
  url,
  mcp,
  tokenFile,
  link,
});

const welcome = ({ url, mcp, tokenFile }: RunningServer, client: string): string => `${url}

watch it       nacre watch                   (in another terminal: opens the page, signed in)
MCP endpoint   ${mcp}/${client}
bearer token   in ${tokenFile} (mode 0600)
client name    ${client}, made up for this workspace: every window that uses it shares one session
               and its shells. One name per project, or nacre mcp (stdio), keeps windows apart;
               nacre token NAME makes a token that is good for one name only.
try it         nacre run -- 'echo hi'        (from a clone: npm start -- run 'echo hi')
end it         Ctrl+C; nothing it started stays alive

Connect a client, in its project (--all: every client):

nacre init --http ${url} --client NAME
`;
