/**
 * How the user behind an MCP client is asked.
 *
 * The older protocol has requests from server to client: the call waits for the answer to one, as long as it can. The newer
 * one has none: a call that needs an answer ends with the question in it, and the client calls again with the answer, which
 * counts only for exactly the question that was asked, once, for ten minutes. In both a user may answer elsewhere first.
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
import { askedFor, keptLines, reasonsOf, stdinLines, triedOf, visible, widerLines } from "../tools/question-text.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import type { Answer, Approver, Question } from "../tools/toolkit-options.ts";
import { WORDS } from "../tools/words.ts";

const KEY = "approval";
const TTL_SECONDS = 600;
/** The most questions that may be open at once; the oldest are forgotten, and an answer to one is refused. */
const MOST_OPEN = 1000;
/** No user reads a question and refuses within this time: the client, which runs without one, declined by itself. */
const INSTANT_MS = 500;

/** The client gets this with a question and sends it back with the answer: it names the question. It is signed and valid once. */
type Asked = { readonly nonce: string; readonly digest: string };

/** A question that was sent, when, and its id where it waits for answers from elsewhere too. */
type Sent = { readonly at: number; readonly question: Question; readonly id: string | undefined };

/** The questions of one toolkit that were sent to a client and not answered yet. */
export class Approvals {
  readonly #codec: RequestStateCodec<Asked> = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: TTL_SECONDS,
  });
  /** By their nonces. */
  readonly #open = new Map<string, Sent>();
  readonly #questions: Toolkit["questions"];

  constructor(questions: Toolkit["questions"]) {
    this.#questions = questions;
  }

  readonly verify = (state: string, context: ServerContext): Promise<Asked> => this.#codec.verify(state, context);

  /** The approver of one call. It takes the answer that came with the call, if there is one. */
  begin(context: ServerContext, caller: Caller): PendingApproval {
    const { mcpReq } = context;
    const asked = mcpReq.requestState<Asked>();
    const sent = asked === undefined ? undefined : this.#open.get(asked.nonce);
    if (asked === undefined || sent === undefined) return this.#pending(context, caller, undefined);
    this.#open.delete(asked.nonce);
    const view = inputResponse(mcpReq.inputResponses, KEY);
    if (view.kind === "missing") return this.#pending(context, caller, undefined);
    const reply = replyTo(sent.question, view.kind === "elicit" ? view : {}, steadyMs() - sent.at);
    const isSame = digestOf(caller, sent.question) === asked.digest;
    if (sent.id !== undefined && isSame) this.#questions.answer(sent.id, reply, VIA);
    return this.#pending(context, caller, { digest: asked.digest, reply, id: sent.id });
  }

  #pending(context: ServerContext, caller: Caller, answered: Answered | undefined): PendingApproval {
    return new PendingApproval({
      caller,
      answered,
      remember: (digest, sent) => this.#remember(digest, sent),
      ...(context.mcpReq.envelope === undefined ? { elicit: inCall(context) } : {}),
    });
  }

  #remember(digest: string, sent: Sent): Promise<string> {
    const nonce = randomBytes(16).toString("hex");
    this.#open.set(nonce, sent);
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

type Reply = Extract<Awaited<ReturnType<Approver>>, object>;

type Answered = { readonly digest: string; readonly reply: Reply; readonly id: string | undefined };

/** What a client sends back for an elicitation. */
type Response = { readonly action?: string; readonly content?: Readonly<Record<string, unknown>> | undefined };

/** Asks the client's user during the call. */
type Elicit = (question: Question, signal: AbortSignal | undefined) => Promise<Reply>;

const VIA = "client";

/** As the older protocol can. The user's answer may come when the call has ended; nacre withdraws what needs none. */
const inCall =
  ({ mcpReq }: ServerContext): Elicit =>
  async (question, signal = mcpReq.signal) => {
    const sentAt = steadyMs();
    const options = { relatedRequestId: mcpReq.id, timeout: TTL_SECONDS * 1000, signal };
    try {
      const response = await mcpReq.elicitInput(formOf(question), options);
      return replyTo(question, response, steadyMs() - sentAt);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { answer: "deny", by: "unanswered", message: WORDS.couldNotAsk(why), via: VIA };
    }
  };

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
  readonly #remember: (digest: string, sent: Sent) => Promise<string>;
  readonly #elicit: Elicit | undefined;
  #asked: Omit<Sent, "at"> | undefined;

  constructor(parts: {
    readonly caller: Caller;
    readonly answered: Answered | undefined;
    readonly remember: (digest: string, sent: Sent) => Promise<string>;
    readonly elicit?: Elicit;
  }) {
    this.#caller = parts.caller;
    this.#answered = parts.answered;
    this.#remember = parts.remember;
    this.#elicit = parts.elicit;
  }

  /** The question that this call has the answer to. */
  get question(): string | undefined {
    return this.#answered?.id;
  }

  /** Asks during the call where that is possible. Else it has the answer, or refuses for now, and `request` asks. */
  readonly approver: Approver = async (question, asked) => {
    if (this.#elicit !== undefined) return this.#elicit(question, asked?.signal);
    if (this.#answered?.digest === digestOf(this.#caller, question)) return this.#answered.reply;
    this.#asked = { question, id: asked?.id };
    return { answer: "deny", by: "unanswered", isLater: true };
  };

  /** The question to send to the client instead of a result, when one is open. */
  async request(): Promise<InputRequiredResult | undefined> {
    if (this.#asked === undefined) return undefined;
    const { question } = this.#asked;
    const state = await this.#remember(digestOf(this.#caller, question), { ...this.#asked, at: steadyMs() });
    return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(formOf(question)) }, requestState: state });
  }
}

function answerOf(choice: Choice, { answers, wider }: Question): Reply {
  if (choice !== "wider") return { answer: choice, via: VIA };
  return wider === undefined || !answers.includes("always")
    ? NO_ANSWER
    : { answer: "always", rule: wider.rule, via: VIA };
}

const NO_ANSWER: Reply = { answer: "deny", by: "unanswered", via: VIA };

/** Everything that the user decides on. */
const digestOf = ({ scope, tool, input }: Caller, question: Question): string => {
  const { command, cwd, findings, always, wider, tried } = question;
  const rules = [findings.map(({ rule }) => rule), always ?? [], wider?.rule ?? null];
  return createHash("sha256")
    .update(JSON.stringify([scope ?? null, tool, input ?? null, command, cwd, rules, tried ?? null]))
    .digest("hex");
};

const TITLES: Readonly<Record<Choice, string>> = {
  once: "Allow once",
  session: "Allow for this session",
  always: "Allow from now on",
  wider: "Allow more from now on",
  try: "Try it first: see what it would change, then answer",
  deny: "Refuse",
};

const KEEP_TITLES: Readonly<Partial<Record<Choice, string>>> = { once: "Keep it", deny: "Leave it in the try" };

type Form = Extract<Parameters<ServerContext["mcpReq"]["elicitInput"]>[0], { mode?: "form" | undefined }>;

/** The question as a form. */
function formOf(question: Question): Form {
  const choices = choicesOf(question);
  return {
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
  };
}

function choicesOf({ answers, wider }: Question): readonly Choice[] {
  const yes = answers.filter((answer) => answer !== "deny");
  return [...yes, ...(wider === undefined || !answers.includes("always") ? [] : (["wider"] as const)), "deny"];
}

function titleOf(choice: Choice, { always = [], wider, asks }: Question): string {
  if (asks === "keep") return KEEP_TITLES[choice] ?? TITLES[choice];
  const rules = { always, wider: wider === undefined ? [] : [wider.rule] };
  const kept = choice === "always" || choice === "wider" ? rules[choice] : [];
  return kept.length === 0 ? TITLES[choice] : `${TITLES[choice]}: ${kept.map(visible).join(", ")}`;
}

/** The first reason stands in the first line: some clients show the first lines only. */
function messageOf(question: Question): string {
  const { command, cwd, suggestion, wider } = question;
  const [first, ...others] = reasonsOf(question);
  const asked = askedFor(question);
  return [
    first === undefined ? asked : `${asked} ${first}`,
    visible(command),
    ...stdinLines(question),
    `in ${visible(cwd)}`,
    ...others.map((reason) => `Also: ${reason}`),
    ...(suggestion === undefined ? [] : [`A safer way: ${visible(suggestion)}`]),
    ...triedOf(question),
    ...keptLines(question),
    ...(wider === undefined ? [] : widerLines(wider)),
  ].join("\n");
}

const CHOICES: readonly Choice[] = ["once", "session", "always", "wider", "try", "deny"];

/** What the client sent back, this long after the question. Anything but a clear yes is a no, and not always the user's. @internal exported for its test. */
export function replyTo(question: Question, { action, content }: Response, afterMs: number): Reply {
  if (action === "decline") return { ...NO_ANSWER, by: afterMs < INSTANT_MS ? "client" : "person" };
  if (action === "cancel") return { ...NO_ANSWER, message: WORDS.dismissed() };
  const choice = action === "accept" ? CHOICES.find((known) => known === content?.["answer"]) : undefined;
  return choice === undefined ? NO_ANSWER : answerOf(choice, question);
}
