import { clientNameFor } from "../client-name.ts";
import { changesFor, textAfter } from "./changes.ts";
import type { Client, Whereabouts } from "./client.ts";

/** What to paste into which file of a client, over stdio or over HTTP, and what to know about it. */
export function renderSnippet(client: Client, where: Whereabouts, url?: string): string {
  const blocks = changesFor(client, where, url).map(
    (change) => `# ${client.title}: ${change.path}\n${textAfter("", change)}`,
  );
  const remarks = remarksOn(client, url).map((remark) => `# ${remark}\n`);
  return `${[...blocks, remarks.join("")].join("\n")}\n`;
}

/** Sentences about a client: its own shell, and what else to know. */
export function remarksOn(client: Client, url?: string): readonly string[] {
  const { title, http, notes } = client;
  const none = url !== undefined && http === undefined ? [`${title} takes no address; leave --http out.`] : [];
  return [...none, shellRemark(client), ...notes];
}

function shellRemark({ title, shell, why }: Client): string {
  if (shell.kind === "settings") return `This turns off the shell that ${title} has of its own: ${why}.`;
  if (shell.kind === "words") return `Start it with ${shell.words}: ${why}.`;
  return `No verified switch turns off a shell that ${title} has of its own; ${why}.`;
}

/** What a client over HTTP needs besides its settings. */
export const aboutHttp = (
  cwd: string,
): string => `# nacre serve must run. The name ${clientNameFor(cwd)} was made up for this project.
# nacre token ${clientNameFor(cwd)} prints its token; where settings name NACRE_TOKEN, the client needs that variable.
# All windows that use this name share its sessions and shells (in the 2026 protocol); over stdio each has its own.

`;
