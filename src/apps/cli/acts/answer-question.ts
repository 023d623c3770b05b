import { wallMs } from "../../../core/base/clock.ts";
import type { LineClient } from "../../../core/line/line-client.ts";
import type { AnswerAsk, HostView } from "../../../core/line/line-messages.ts";
import type { Answer, QuestionView } from "../../../core/permission/approver.ts";
import { connectToAll } from "../../../core/shell/host/all-hosts.ts";
import { keptLines, reasonsOf, stdinLines, triedOf, widerLines } from "../../../tools/question-text.ts";
import { EXIT, type Io } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { oneLine, renderSpan } from "../table.ts";
import { refusesAgent } from "../users-act.ts";
import { whoOf } from "./rules-of-sessions.ts";

/** A question, and the line of the host that put it. */
type Found = { readonly question: QuestionView; readonly line: LineClient; readonly host: HostView };

/** Calls `act` with the questions of every live host; hosts that do not answer are named. */
async function withQuestions(
  { stateDir, io }: Surroundings,
  act: (found: readonly Found[]) => Promise<number>,
): Promise<number> {
  const hosts = await connectToAll(stateDir);
  try {
    const found = await Promise.all(
      hosts.map(async (one): Promise<readonly Found[]> => {
        const said = "no" in one ? one : await one.line.ask({ do: "questions" });
        if ("no" in said) io.stderr(`nacre: the host ${one.pid} does not tell its questions: ${said.no.sentence}\n`);
        if ("no" in one || "no" in said || !("is" in said)) return [];
        return said.is.questions.map((question) => ({ question, line: one.line, host: one.host }));
      }),
    );
    return await act(found.flat());
  } finally {
    for (const one of hosts) if (!("no" in one)) one.line.close();
  }
}

/** nacre questions: lists what waits for an answer, on every host of this user. */
export const listQuestions = (flags: { readonly json?: boolean }, surroundings: Surroundings): Promise<number> =>
  withQuestions(surroundings, async (found) => {
    const { io } = surroundings;
    const open = found.filter(({ question }) => question.state === "open");
    if (flags.json === true)
      io.stdout(`${JSON.stringify(open.map(({ question, host }) => ({ ...question, host: host.id })))}\n`);
    else if (open.length === 0) io.stdout("no questions\n");
    else io.stdout(open.map(renderQuestion).join("\n"));
    return EXIT.ok;
  });

function renderQuestion({ question, host }: Found): string {
  const { id, command, cwd, lost, suggestion, wider, answers, expiresAt } = question;
  const [first = "It would be asked about.", ...others] = reasonsOf(question);
  const lines = [
    `${id}  ${whoOf(host)}, lives another ${renderSpan(Math.max(0, expiresAt - wallMs()))}`,
    `  ${first}`,
    ...command.split("\n").map((line) => `  │ ${oneLine(line, Number.MAX_SAFE_INTEGER)}`),
    ...stdinLines(question).map((line) => `  ${line}`),
    `  in ${oneLine(cwd, 500)}`,
    ...others.map((reason) => `  also: ${reason}`),
    ...(lost === undefined ? [] : [`  lost: ${oneLine(lost === "not known" ? lost : lost.text, 500)}`]),
    ...(suggestion === undefined ? [] : [`  safer: ${oneLine(suggestion, 500)}`]),
    ...triedOf(question).map((line) => `  ${line}`),
    ...keptLines(question).map((line) => `  ${line}`),
    ...(wider === undefined ? [] : widerLines(wider).map((line) => `  ${line}`)),
    `  nacre answer ${id} ${answers.join("|")}${wider === undefined ? "" : " [--rule RULE]"} [-m TEXT]`,
  ];
  return `${lines.join("\n")}\n`;
}

export type AnswerFlags = {
  readonly message?: string;
  readonly rule?: string;
  readonly until?: string;
  readonly user?: boolean;
  readonly json?: boolean;
};

/** nacre answer ID ANSWER. */
export async function answerQuestion(
  id: string,
  answer: Answer,
  { flags, ...surroundings }: Surroundings & { readonly flags: AnswerFlags },
): Promise<number> {
  const { io } = surroundings;
  // A question is put to the user, never to the agent.
  if (refusesAgent("answer", io)) return EXIT.refused;
  return withQuestions(surroundings, async (all) => {
    const found = meant(id, all, io);
    return found === undefined ? EXIT.failed : give(found, askOf(found, answer, flags), { flags, io });
  });
}

/** The one question that the user means: its id, or the beginning of it if that is enough. */
function meant(id: string, all: readonly Found[], io: Io): Found | undefined {
  const fits = ({ question }: Found): boolean => [id, `question_${id}`].some((start) => question.id.startsWith(start));
  const exact = all.filter(({ question }) => question.id === id);
  const some = exact.length > 0 ? exact : all.filter(fits);
  if (some.length === 1) return some[0];
  const known = (some.length > 1 ? some : all.filter(({ question }) => question.state === "open"))
    .map(({ question }) => question.id)
    .join(", ");
  const none = `no question ${oneLine(id)}; ${known === "" ? "there are none" : `there are ${known}`}`;
  io.stderr(`nacre: ${some.length > 1 ? `${oneLine(id)} could be any of ${known}` : none}\n`);
  return undefined;
}

const askOf = ({ question }: Found, answer: Answer, flags: AnswerFlags): AnswerAsk => ({
  question: question.id,
  digest: question.digest,
  answer,
  via: "answer",
  ...(flags.message === undefined ? {} : { message: flags.message }),
  ...(flags.rule === undefined ? {} : { rule: flags.rule }),
  ...(flags.until === undefined ? {} : { until: flags.until }),
  ...(flags.user === true ? { scope: "user" } : {}),
});

async function give(
  { line, question }: Found,
  ask: AnswerAsk,
  { flags, io }: { readonly flags: AnswerFlags; readonly io: Io },
): Promise<number> {
  const said = await line.ask({ do: "answer", ...ask });
  if ("no" in said) {
    io.stderr(`nacre: ${said.no.sentence}\n`);
    return said.no.code === "invalid" ? EXIT.usage : EXIT.failed;
  }
  const { is } = said;
  if (flags.json === true) io.stdout(`${JSON.stringify({ question: question.id, ...is })}\n`);
  else if (is.won) io.stdout(`answered ${ask.answer}: ${oneLine(question.command)}\n`);
  else io.stderr(`nacre: too late: it was settled before (${is.answer}, ${is.by})\n`);
  return is.won ? EXIT.ok : EXIT.failed;
}
