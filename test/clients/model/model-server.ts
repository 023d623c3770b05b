import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.ts";
import type { Dialect, Heard, Offered, Turn } from "./dialect.ts";
import { gemini } from "./gemini.ts";
import { at } from "./json.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

const DIALECTS: readonly Dialect[] = [anthropic, openaiResponses, openaiChat, gemini];

/** A call that the scripted model makes. `input` is given what the model has read so far, by the step's name. */
export type Step = {
  readonly name: string;
  readonly tool: string;
  readonly input: (read: ReadonlyMap<string, string>) => object;
  /** The call may be stopped: a client that then leaves it out of the conversation told the model nothing. */
  readonly stopped?: boolean;
};

export type ModelServer = {
  readonly url: string;
  /** What the model read of each step's result: every character, as it stood in the client's request. */
  readonly read: ReadonlyMap<string, string>;
  /** The names under which the client offered nacre's tools. */
  readonly offered: ReadonlySet<string>;
  /** Whether the model had to search for the tools before it could call them. */
  readonly deferred: boolean;
  /** Turns in which nacre's tools were not there yet. */
  readonly withoutTools: number;
  close(): Promise<void>;
};

/** A model on loopback that follows a script, in every wire format the clients use. It keeps each request in `log`. */
export async function startModel(steps: readonly Step[], log: string): Promise<ModelServer> {
  const model = new ScriptedModel(steps);
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (text) => {
        appendFileSync(log, `${JSON.stringify({ method: request.method, url: request.url, body: text })}\n`);
        answer(model, request, response, text);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(model, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(model: ScriptedModel, request: IncomingMessage, response: ServerResponse, text: string): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const dialect = DIALECTS.find((known) => known.fits(pathname));
  if (dialect === undefined || request.method !== "POST") {
    // Lists of models, token counts and the like: enough that a client goes on.
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: [], models: [], input_tokens: 10, totalTokens: 10 }));
    return;
  }
  const body: unknown = JSON.parse(text);
  const turn = model.next(dialect.read(body));
  if (at(body, "stream") === true || searchParams.get("alt") === "sse") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of dialect.stream(turn)) response.write(event);
    response.end();
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(dialect.whole(turn)));
}

const fullName = ({ namespace, name }: Offered): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** Clients put the server's name in front, each in its own way: mcp__nacre__Bash, nacre-Bash, nacre_Bash. */
const isOf = (tool: string, offered: Offered): boolean =>
  new RegExp(`nacre.*?[^a-zA-Z]${tool}$`).test(fullName(offered));

/** Tools of clients that offer others only after a search: Claude Code adds what it found, Qwen Code calls it by another tool. */
const isSearch = ({ name }: Offered): boolean => /^tool_?search$/i.test(name);
const isCaller = ({ name }: Offered): boolean => name === "tool_call";

class ScriptedModel {
  readonly read = new Map<string, string>();
  readonly offered = new Set<string>();
  deferred = false;
  withoutTools = 0;
  readonly #steps: readonly Step[];
  #calls = 0;
  #pending: { readonly name: string; readonly turn: Turn & { id: string } } | undefined;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  next({ tools, results }: Heard): Turn {
    const ours = tools.filter((tool) => fullName(tool).includes("nacre"));
    for (const tool of ours) this.offered.add(fullName(tool));
    if (ours.length === 0 && !tools.some(isSearch)) {
      // A title, a summary, or a client that started without nacre.
      if (tools.length > 0) this.withoutTools += 1;
      return { say: "ok" };
    }
    if (this.#pending !== undefined) {
      const { name, turn } = this.#pending;
      const text = results.get(turn.id) ?? (this.#steps.find((step) => step.name === name)?.stopped ? "" : undefined);
      if (text === undefined) return turn; // asked again
      this.read.set(name, text);
      this.#pending = undefined;
    }
    const step = this.#steps.find(({ name }) => !this.read.has(name));
    if (step === undefined) return { say: "done" };
    return this.#call(step, tools);
  }

  #call(step: Step, tools: readonly Offered[]): Turn {
    this.#calls += 1;
    const id = `call_${this.#calls}`;
    const found = `mcp__nacre__${step.tool}`;
    const search = `search for ${step.tool}`;
    const tool = tools.find((one) => isOf(step.tool, one));
    if (tool !== undefined) return this.#begin(step.name, { call: tool, id, input: step.input(this.read) });
    const caller = tools.find(isCaller);
    const searcher = tools.find(isSearch);
    if (searcher !== undefined && !this.read.has(search)) {
      this.deferred = true;
      return this.#begin(search, { call: searcher, id, input: { query: `nacre ${step.tool}` } });
    }
    if (caller === undefined) return { say: `there is no ${step.tool}` };
    return this.#begin(step.name, { call: caller, id, input: { name: found, arguments: step.input(this.read) } });
  }

  #begin(name: string, turn: Turn & { id: string }): Turn {
    this.#pending = { name, turn };
    return turn;
  }
}
