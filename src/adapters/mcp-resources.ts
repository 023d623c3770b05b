import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { sessionOf, shellOf } from "../tools/session-scope.ts";
import { renderState } from "../tools/shells/shell-view.ts";
import type { ExecutionContext } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";

type Shell = NonNullable<Awaited<ReturnType<typeof shellOf>>>;
type Caller = Pick<ExecutionContext, "sessionId" | "scope">;

const URI = /^shell:\/\/([^/]+)\/(log|status)$/;
const MIME_TYPE = "text/plain";
/** The most that one read returns; the middle of a longer log is left out, with a notice. */
const LOG_CHARS = 1_000_000;
const NAME_CHARS = 80;

const logUri = (id: string): string => `shell://${id}/log`;
const statusUri = (id: string): string => `shell://${id}/status`;

/** What there is of a shell for those who subscribe. */
export const shellUris = (id: string): readonly string[] => [statusUri(id), logUri(id)];

/** The addresses by which a client reads of an id that it knows. */
export const TEMPLATES: ResourceTemplateType[] = [
  {
    name: "shell-log",
    title: "Output of a background shell",
    uriTemplate: logUri("{bash_id}"),
    mimeType: MIME_TYPE,
  },
  {
    name: "shell-status",
    title: "Whether a background shell runs, waits for input or has ended",
    uriTemplate: statusUri("{bash_id}"),
    mimeType: MIME_TYPE,
  },
];

/** The logs of the caller's own session, oldest shell first. */
export const logResources = ({ shells }: Toolkit, caller: Caller): Resource[] =>
  shells.listShells(sessionOf(caller)).map(({ id, command, status }) => ({
    uri: logUri(id),
    name: id,
    title: shortened(shells.redact(command)),
    description: `Output of a background shell (${status})`,
    mimeType: MIME_TYPE,
  }));

const shortened = (command: string): string =>
  command.length > NAME_CHARS ? `${command.slice(0, NAME_CHARS)}…` : command;

/** The shell that an address is about; throws where the caller has none. */
export async function shellAt({ shells }: Toolkit, uri: string, caller: Caller): Promise<Shell> {
  const [, id = ""] = URI.exec(uri) ?? [];
  const shell = await shellOf(shells, id, caller);
  if (shell !== undefined) return shell;
  throw new ResourceNotFoundError(
    uri,
    `No such resource: ${uri}; there are shell://BASH_ID/log and shell://BASH_ID/status for each background shell of yours`,
  );
}

/** A log, or a status. Reading a log does not count its output as read. */
export async function readResource(kit: Toolkit, uri: string, caller: Caller): Promise<ReadResourceResult> {
  const shell = await shellAt(kit, uri, caller);
  const text = uri === logUri(shell.id) ? shell.read({ maxChars: LOG_CHARS }).text : renderState(shell);
  return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
}
