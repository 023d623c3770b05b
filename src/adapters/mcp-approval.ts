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
/** The most questions that may be open at once; the oldest are forgotten, and an answer to one is refused. */
const MOST_OPEN = 1000;

/** The client gets this with a question and sends it back with the answer: it names the question. It is signed and valid once. */
type Asked = { readonly nonce: string; readonly digest: string };

/** The questions of one toolkit that were sent to a client and not answered yet. */
export class Approvals {
  readonly #codec: RequestStateCodec<Asked> = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: TTL_SECONDS,
  });
  readonly #open = new Set<string>();

  readonly verify = (state: string, context: ServerContext): Promise<Asked> => this.#codec.verify(state, context);

  /** The approver of one call. It takes the answer that came with the call, if there is one. */
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

/** The client, the tool and the input of a call: an answer counts only for the same three. */
type Caller = {
  readonly scope: string | undefined;
  readonly tool: string;
  readonly input: unknown;
};

type Reply = { readonly answer: Answer; readonly message?: string };

const CANNOT_ASK =
  "Nobody can be asked through this client: it does not declare the elicitation capability. A client that does, or a rule in nacre.rules.json, would let a person allow it.";

/** Adds to a refusal without an answer how the user could have been asked. */
export function withoutPerson(result: ToolResult): ToolResult {
  const { error, metadata } = result;
  if (error === undefined || metadata.error_kind !== "blocked" || metadata["decision"] !== "ask") return result;
  return { ...result, error: `${error}\n${CANNOT_ASK}` };
}

/** The approver of one call, and its open question. */
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

  /** Returns the user's answer to this question; any other question is refused for now, and `request` asks it. */
  readonly approver: Approver = async (question) => {
    if (this.#answered?.digest === digestOf(this.#caller, question)) return this.#answered.answer;
    this.#question = question;
    return { answer: "deny", message: "A person is being asked." };
  };

  /** The question to send to the client instead of a result, when one is open. */
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

/** Makes characters visible that move, hide or reorder other text, so that the user sees what the command is. */
const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );

const ANSWERS: readonly Answer[] = ["once", "session", "always", "deny"];

/** The user's answer. Anything but a clear yes is a no. */
function answerOf(responses: Readonly<Record<string, unknown>> | undefined): Reply | undefined {
  const view = inputResponse(responses, KEY);
  if (view.kind === "missing") return undefined;
  if (view.kind !== "elicit" || view.action !== "accept") return { answer: "deny", message: "The person refused." };
  const given = view.content?.["answer"];
  const answer = ANSWERS.find((known) => known === given) ?? "deny";
  return answer === "deny" ? { answer, message: "The person refused." } : { answer };
}
