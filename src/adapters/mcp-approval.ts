/**
 * How the user behind an MCP client is asked.
 *
 * The newer protocol has no requests from server to client: a call that needs an answer ends with the question in it, and
 * the client calls again with the answer. The SDK does the same for the older one, with a request of its own. So a call
 * is made up to twice, and the answer counts only for exactly the question that was asked, once, for ten minutes.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { steadyMs } from "../core/base/clock.ts";
import { keptLine, reasonsOf, stdinLines, visible, widerLines } from "../tools/question-text.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { Answer, Approver, Question, RefusedBy } from "../tools/toolkit-options.ts";
import { WORDS } from "../tools/words.ts";

const KEY = "approval";
const TTL_SECONDS = 600;
/** The most questions that may be open at once; the oldest are forgotten, and an answer to one is refused. */
const MOST_OPEN = 1000;
/** No user reads a question and refuses within this time: the client, which runs without one, declined by itself. */
const INSTANT_MS = 500;

/** The client gets this with a question and sends it back with the answer: it names the question. It is signed and valid once. */
type Asked = { readonly nonce: string; readonly digest: string };

/** The questions of one toolkit that were sent to a client and not answered yet. */
export class Approvals {
  readonly #codec: RequestStateCodec<Asked> = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: TTL_SECONDS,
  });
  /** When each question was sent, by its nonce. */
  readonly #open = new Map<string, number>();

  readonly verify = (state: string, context: ServerContext): Promise<Asked> => this.#codec.verify(state, context);

  /** The approver of one call. It takes the answer that came with the call, if there is one. */
  begin(context: ServerContext, caller: Caller): PendingApproval {
    const { mcpReq } = context;
    const asked = mcpReq.requestState<Asked>();
    const sentAt = asked === undefined ? undefined : this.#open.get(asked.nonce);
    if (asked === undefined || sentAt === undefined) return this.#pending(caller, undefined);
    this.#open.delete(asked.nonce);
    const reply = replyIn(mcpReq.inputResponses, steadyMs() - sentAt);
    return this.#pending(caller, reply === undefined ? undefined : { digest: asked.digest, reply });
  }

  #pending(caller: Caller, answered: Answered | undefined): PendingApproval {
    return new PendingApproval({ caller, answered, remember: (digest) => this.#remember(digest) });
  }

  #remember(digest: string): Promise<string> {
    const nonce = randomBytes(16).toString("hex");
    this.#open.set(nonce, steadyMs());
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(oldest);
    }
    return this.#codec.mint({ nonce, digest });
  }
}

/** The client, the tool and the input of a call: an answer counts only for the same three. */
type Caller = {
  readonly scope: string | undefined;
  readonly tool: string;
  readonly input: unknown;
};

/** What the user chose; `wider` is `always` with the wider rule. */
type Choice = Answer | "wider";

/** What came back for a question: a choice, or who refused to make one. */
type Reply = Choice | { readonly refusedBy: RefusedBy; readonly message?: string };

type Answered = { readonly digest: string; readonly reply: Reply };

/** Adds to a refusal for want of an approver that this client could not ask. */
export function withoutPerson(result: ToolResult): ToolResult {
  const { error, metadata } = result;
  const wantsAnswer = metadata.error_kind === "blocked" && metadata["decision"] === "ask";
  if (error === undefined || !wantsAnswer || (metadata["refused_by"] ?? "nobody") !== "nobody") return result;
  return { ...result, error: `${error}\n${WORDS.cannotElicit()}` };
}

/** The approver of one call, and its open question. */
export class PendingApproval {
  readonly #caller: Caller;
  readonly #answered: Answered | undefined;
  readonly #remember: (digest: string) => Promise<string>;
  #question: Question | undefined;

  constructor(parts: {
    readonly caller: Caller;
    readonly answered: Answered | undefined;
    readonly remember: (digest: string) => Promise<string>;
  }) {
    this.#caller = parts.caller;
    this.#answered = parts.answered;
    this.#remember = parts.remember;
  }

  /** Returns the user's answer to this question; any other question is refused for now, and `request` asks it. */
  readonly approver: Approver = async (question) => {
    if (this.#answered?.digest === digestOf(this.#caller, question)) return answerOf(this.#answered.reply, question);
    this.#question = question;
    return { answer: "deny", by: "unanswered" };
  };

  /** The question to send to the client instead of a result, when one is open. */
  async request(): Promise<InputRequiredResult | undefined> {
    const question = this.#question;
    if (question === undefined) return undefined;
    const state = await this.#remember(digestOf(this.#caller, question));
    return inputRequired({ inputRequests: { [KEY]: elicitation(question) }, requestState: state });
  }
}

function answerOf(reply: Reply, { answers, wider }: Question): Awaited<ReturnType<Approver>> {
  if (typeof reply === "object") {
    const { refusedBy: by, ...words } = reply;
    return { answer: "deny", by, ...words };
  }
  if (reply !== "wider") return reply;
  return wider === undefined || !answers.includes("always")
    ? { answer: "deny", by: "unanswered" }
    : { answer: "always", rule: wider.rule };
}

/** Everything that the user decides on. */
const digestOf = ({ scope, tool, input }: Caller, { command, cwd, findings, always, wider }: Question): string => {
  const rules = [findings.map(({ rule }) => rule), always ?? [], wider?.rule ?? null];
  return createHash("sha256")
    .update(JSON.stringify([scope ?? null, tool, input ?? null, command, cwd, rules]))
    .digest("hex");
};

const TITLES: Readonly<Record<Choice, string>> = {
  once: "Allow once",
  session: "Allow for this session",
  always: "Allow from now on",
  wider: "Allow more from now on",
  deny: "Refuse",
};

function elicitation(question: Question): ReturnType<typeof inputRequired.elicit> {
  const choices = choicesOf(question);
  return inputRequired.elicit({
    message: messageOf(question),
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Answer",
          oneOf: choices.map((choice) => ({ const: choice, title: titleOf(choice, question) })),
          ...(choices.includes("once") ? { default: "once" } : {}),
        },
      },
      required: ["answer"],
    },
  });
}

function choicesOf({ answers, wider }: Question): readonly Choice[] {
  const yes = answers.filter((answer) => answer !== "deny");
  return [...yes, ...(wider === undefined || !answers.includes("always") ? [] : (["wider"] as const)), "deny"];
}

function titleOf(choice: Choice, { always = [], wider }: Question): string {
  const rules = { always, wider: wider === undefined ? [] : [wider.rule] };
  const kept = choice === "always" || choice === "wider" ? rules[choice] : [];
  return kept.length === 0 ? TITLES[choice] : `${TITLES[choice]}: ${kept.map(visible).join(", ")}`;
}

/** The first reason stands in the first line: some clients show the first lines only. */
function messageOf(question: Question): string {
  const { command, cwd, suggestion, always, wider } = question;
  const [first, ...others] = reasonsOf(question);
  return [
    first === undefined ? "May this run?" : `May this run? ${first}`,
    visible(command),
    ...stdinLines(question),
    `in ${visible(cwd)}`,
    ...others.map((reason) => `Also: ${reason}`),
    ...(suggestion === undefined ? [] : [`A safer way: ${visible(suggestion)}`]),
    ...(always === undefined ? [] : [keptLine(always, cwd)]),
    ...(wider === undefined ? [] : widerLines(wider)),
  ].join("\n");
}

const CHOICES: readonly Choice[] = ["once", "session", "always", "wider", "deny"];

/** What the client sent back, this long after the question. Anything but a clear yes is a no, and not always the user's. */
function replyIn(responses: Readonly<Record<string, unknown>> | undefined, afterMs: number): Reply | undefined {
  const view = inputResponse(responses, KEY);
  if (view.kind === "missing") return undefined;
  if (view.kind === "elicit" && view.action === "decline")
    return { refusedBy: afterMs < INSTANT_MS ? "client" : "person" };
  if (view.kind === "elicit" && view.action === "cancel")
    return { refusedBy: "unanswered", message: WORDS.dismissed() };
  if (view.kind !== "elicit" || view.action !== "accept") return { refusedBy: "unanswered" };
  const given = view.content?.["answer"];
  return CHOICES.find((known) => known === given) ?? { refusedBy: "unanswered" };
}
