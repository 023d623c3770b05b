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
import type { ToolResult } from "../tools/tool.ts";
import type { Answer, Approver, Question } from "../tools/toolkit-options.ts";

const KEY = "approval";
const TTL_SECONDS = 600;
/** Questions that are open at the same time; the oldest are forgotten, which refuses them. */
const MOST_OPEN = 1000;

/** What travels through the client and comes back: which question was asked. Signed, and good for one use. */
type Asked = { readonly nonce: string; readonly digest: string };

/** The questions of one toolkit that were sent to a client and not answered yet. */
export class Approvals {
  readonly #codec: RequestStateCodec<Asked> = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: TTL_SECONDS,
  });
  readonly #open = new Set<string>();

  readonly verify = (state: string, context: ServerContext): Promise<Asked> => this.#codec.verify(state, context);

  /** The approver of one call, and the question it could not answer itself. */
  begin(context: ServerContext, caller: Caller): PendingApproval {
    const { mcpReq } = context;
    const asked = mcpReq.requestState<Asked>();
    const isOpen = asked !== undefined && this.#open.delete(asked.nonce);
    const answer = isOpen ? answerOf(mcpReq.inputResponses) : undefined;
    return new PendingApproval({
      caller,
      answered: asked === undefined || answer === undefined ? undefined : { digest: asked.digest, answer },
      remember: (digest) => this.#remember(digest),
    });
  }

  #remember(digest: string): Promise<string> {
    const nonce = randomBytes(16).toString("hex");
    this.#open.add(nonce);
    for (const oldest of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(oldest);
    }
    return this.#codec.mint({ nonce, digest });
  }
}

/** Who calls which tool with what: an answer is for this and nothing else. */
type Caller = {
  readonly scope: string | undefined;
  readonly tool: string;
  readonly input: unknown;
};

type Reply = { readonly answer: Answer; readonly message?: string };

const CANNOT_ASK =
  "Nobody can be asked through this client: it does not declare the elicitation capability. A client that does, or a rule in nacre.rules.json, would let a person allow it.";

/** A refusal for want of an answer, with what would have made one possible. */
export function withoutPerson(result: ToolResult): ToolResult {
  const { error, metadata } = result;
  if (error === undefined || metadata.error_kind !== "blocked" || metadata["decision"] !== "ask") return result;
  return { ...result, error: `${error}\n${CANNOT_ASK}` };
}

/** One call's way to ask. */
export class PendingApproval {
  readonly #caller: Caller;
  readonly #answered: { readonly digest: string; readonly answer: Reply } | undefined;
  readonly #remember: (digest: string) => Promise<string>;
  #question: Question | undefined;

  constructor(parts: {
    readonly caller: Caller;
    readonly answered: { readonly digest: string; readonly answer: Reply } | undefined;
    readonly remember: (digest: string) => Promise<string>;
  }) {
    this.#caller = parts.caller;
    this.#answered = parts.answered;
    this.#remember = parts.remember;
  }

  /** Answers what was answered; anything else is refused for now, and `request` asks for it. */
  readonly approver: Approver = async (question) => {
    if (this.#answered?.digest === digestOf(this.#caller, question)) return this.#answered.answer;
    this.#question = question;
    return { answer: "deny", message: "A person is being asked." };
  };

  /** What to send to the client instead of a result, when a question is open. */
  async request(): Promise<InputRequiredResult | undefined> {
    const question = this.#question;
    if (question === undefined) return undefined;
    const state = await this.#remember(digestOf(this.#caller, question));
    return inputRequired({ inputRequests: { [KEY]: elicitation(question) }, requestState: state });
  }
}

const digestOf = ({ scope, tool, input }: Caller, { command, cwd, findings }: Question): string =>
  createHash("sha256")
    .update(JSON.stringify([scope ?? null, tool, input ?? null, command, cwd, findings.map(({ rule }) => rule)]))
    .digest("hex");

const TITLES: Readonly<Record<Answer, string>> = {
  once: "Allow once",
  session: "Allow for this session",
  always: "Allow from now on",
  deny: "Refuse",
};

function elicitation(question: Question): ReturnType<typeof inputRequired.elicit> {
  const { answers, always = [] } = question;
  const offered = answers.includes("deny") ? answers : [...answers, "deny" as const];
  const titles = {
    ...TITLES,
    ...(always.length === 0 ? {} : { always: `${TITLES.always}: ${always.map(visible).join(", ")}` }),
  };
  return inputRequired.elicit({
    message: messageOf(question),
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Answer",
          oneOf: offered.map((answer) => ({ const: answer, title: titles[answer] })),
        },
      },
      required: ["answer"],
    },
  });
}

function messageOf({ command, cwd, findings, suggestion }: Question): string {
  const reasons = findings.filter(({ decision }) => decision !== "allow").map(({ reason }) => `- ${visible(reason)}`);
  const safer = suggestion === undefined ? [] : [`A safer way: ${visible(suggestion)}`];
  return [`Run this command in ${visible(cwd)}?`, "", visible(command), "", ...new Set(reasons), ...safer].join("\n");
}

/** Text a user can trust to be what it looks like: nothing that moves, hides or reorders other text. */
const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );

const ANSWERS: readonly Answer[] = ["once", "session", "always", "deny"];

/** What the user said. Whatever is not a clear yes is a no. */
function answerOf(responses: Readonly<Record<string, unknown>> | undefined): Reply | undefined {
  const view = inputResponse(responses, KEY);
  if (view.kind === "missing") return undefined;
  if (view.kind !== "elicit" || view.action !== "accept") return { answer: "deny", message: "The person refused." };
  const given = view.content?.["answer"];
  const answer = ANSWERS.find((known) => known === given) ?? "deny";
  return answer === "deny" ? { answer, message: "The person refused." } : { answer };
}
