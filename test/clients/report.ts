import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Agent } from "./agents/agent.ts";
import { AGENTS } from "./agents/agents.ts";
import type { Driven } from "./drive.ts";
import { textAt } from "./model/json.ts";

/** What reached the model of one result. */
export type Row = {
  readonly agent: Agent;
  readonly run: Driven;
  readonly case: string;
  readonly meant: number;
  readonly reached: number;
  /** Of those, without what the client puts around any server's text. */
  readonly carried: number;
  readonly hasLastLine: boolean;
  readonly isSame: boolean;
};

const PAGE = "docs/clients-measured.md";
const pins: unknown = JSON.parse(readFileSync(resolve("test/clients/package.json"), "utf8"));

const table = (head: readonly string[], body: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The name by which the model calls Bash. A client may offer no tool of that name, but one that calls it. */
const bashIn = ({ model: { offered } }: Driven): string => {
  const name = [...offered].find((one) => one.endsWith("Bash"));
  return name === undefined ? "through another tool" : `\`${name}\``;
};

const agentsTable = (rows: readonly Row[]): string =>
  table(
    ["client", "version", "calls itself", "protocol over stdio", "nacre's tools", "Bash is called"],
    [...new Map(rows.map((row) => [row.agent.name, row])).values()].map(({ agent, run }) => [
      agent.name,
      textAt(pins, "dependencies", agent.from),
      `\`${run.wire.clientInfo.name}\``,
      run.wire.protocol,
      run.model.deferred ? "found by a search" : "in the first request",
      bashIn(run),
    ]),
  );

/** A stopped call has no result: what the model reads is the client's own. */
const lastLine = ({ meant, hasLastLine, isSame }: Row): string => {
  if (meant === 0) return "";
  if (isSame) return "there, as all of it";
  return hasLastLine ? "there" : "**missing**";
};

const casesTable = (rows: readonly Row[]): string =>
  table(
    [
      "client",
      "case",
      "nacre sent",
      "reached the model",
      "of it the client's own frame",
      "ratio without the frame",
      "last line",
    ],
    rows.map((row) => [
      row.agent.name,
      row.case,
      row.meant,
      row.reached,
      row.reached - row.carried,
      row.meant === 0 ? "" : (row.carried / row.meant).toFixed(2),
      lastLine(row),
    ]),
  );

const silent = (rows: readonly Row[]): string =>
  [...new Set(rows.filter(({ agent }) => !agent.cancels).map(({ agent }) => agent.name))].join(", ");

const page = (rows: readonly Row[]): string => `# What reached the model, measured

\`npm run test:clients -- --write\` writes this page: real clients, driven by a scripted model on loopback, with \`nacre mcp\` as each starts it. Figures are characters: of the text in nacre's result, and of the tool result in the client's next request to the model.

${agentsTable(rows)}

${casesTable(rows)}

The frame is what a client puts around the text of any server (a bare server is driven beside nacre to tell): Codex \`Wall time: …\`, Gemini CLI \`<untrusted_context>\`; Gemini CLI and Qwen Code tell an error as JSON in a sentence, Qwen Code twice. A call that the user stops has no result of nacre's: what reaches the model then is the client's own. ${silent(rows)} tells the server nothing when the user stops a call: the command goes on, is handed over after 45 s, and ends with the client.
`;

/** Prints the table, and keeps it as a page where asked to. */
export function tell(rows: readonly Row[]): void {
  const text = page(AGENTS.flatMap((agent) => rows.filter((row) => row.agent === agent)));
  console.log(text);
  if (process.env["WRITE_TABLE"] !== undefined) writeFileSync(resolve(PAGE), text);
}
