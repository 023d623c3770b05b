import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { sessionOf, shellOf } from "../tools/session-scope.ts";
import type { ExecutionContext } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";

type Caller = Pick<ExecutionContext, "sessionId" | "scope">;

const URI = /^shell:\/\/([^/]+)\/log$/;
const MIME_TYPE = "text/plain";
/** The most that one read returns; the middle of a longer log is left out, with a notice. */
const LOG_CHARS = 1_000_000;
const NAME_CHARS = 80;

/** The address by which a client reads the log of an id that it knows. */
export const LOG_TEMPLATE: ResourceTemplateType = {
  name: "shell-log",
  title: "Output of a background shell",
  uriTemplate: "shell://{bash_id}/log",
  mimeType: MIME_TYPE,
};

/** The logs of the caller's own session, oldest shell first. */
export const logResources = ({ shells }: Toolkit, caller: Caller): Resource[] =>
  shells.listShells(sessionOf(caller)).map(({ id, command, status }) => ({
    uri: `shell://${id}/log`,
    name: id,
    title: command.length > NAME_CHARS ? `${command.slice(0, NAME_CHARS)}…` : command,
    description: `Output of a background shell (${status})`,
    mimeType: MIME_TYPE,
  }));

/** One log. Reading it does not count its output as read. */
export async function readLog({ shells }: Toolkit, uri: string, caller: Caller): Promise<ReadResourceResult> {
  const [, id = ""] = URI.exec(uri) ?? [];
  const shell = await shellOf(shells, id, caller);
  if (shell === undefined) {
    throw new ResourceNotFoundError(
      uri,
      `No such resource: ${uri}; there is shell://BASH_ID/log for each background shell of yours`,
    );
  }
  return { contents: [{ uri, mimeType: MIME_TYPE, text: shell.read({ maxChars: LOG_CHARS }).text }] };
}
