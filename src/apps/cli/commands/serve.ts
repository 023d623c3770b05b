import { isFault } from "../../../core/base/fault.ts";
import { codeOf } from "../../../core/base/system-error.ts";
import { type RunningServer, startHttpServer } from "../../server/http.ts";
import { aborted } from "../../server/stdio.ts";
import { clientNameFor } from "../client-name.ts";
import { USUAL_PORT } from "../flags.ts";
import { EXIT, type Io } from "../io.ts";
import { type Settings, tokenFileOf, toolkitOptionsOf } from "../settings.ts";

export type ServeFlags = {
  readonly port?: number;
  readonly host?: string;
  readonly allowRemote?: boolean;
  readonly tokenFile?: string;
  readonly handoverMs?: number;
  readonly structured?: boolean;
  readonly idleMs?: number;
  readonly json?: boolean;
};

/** nacre serve: serves until it is told to end, and then ends everything it started. */
export async function serve(
  flags: ServeFlags,
  { settings, version, io }: { readonly settings: Settings; readonly version: string; readonly io: Io },
): Promise<number> {
  const asked = flags.port ?? settings.port;
  const idleMs = flags.idleMs ?? settings.idleMs;
  const start = (port: number): Promise<RunningServer> =>
    startHttpServer({
      kit: toolkitOptionsOf(settings),
      port,
      host: flags.host,
      allowRemote: flags.allowRemote,
      tokenFile: flags.tokenFile === undefined ? settings.tokenFile : tokenFileOf(flags, settings, io),
      handoverMs: flags.handoverMs ?? settings.handoverMs,
      structured: flags.structured ?? settings.structured,
      limits: idleMs === undefined ? {} : { idleMs },
      version,
      say: (sentence) => io.stderr(`nacre serve: ${sentence}\n`),
    });
  const server = await (asked === undefined
    ? start(USUAL_PORT).catch((error: unknown) => anyPort(error, start, io))
    : start(asked));
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

function anyPort(error: unknown, start: (port: number) => Promise<RunningServer>, io: Io): Promise<RunningServer> {
  if (!isTaken(error)) throw error;
  io.stderr(`nacre serve: port ${USUAL_PORT} is in use; taking a free one (--port N chooses)\n`);
  return start(0);
}

/** Whether another process has the port. */
const isTaken = (error: unknown): boolean => isFault(error) && codeOf(error.cause) === "EADDRINUSE";

const factsOf = ({ url, mcp, tokenFile }: RunningServer): Record<string, string> => ({ url, mcp, tokenFile });

const welcome = ({ url, mcp, tokenFile }: RunningServer, client: string): string => `${url}

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
