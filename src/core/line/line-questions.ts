import { wallMs } from "../base/clock.ts";
import { isFault } from "../base/fault.ts";
import { MOMENT_FORMS, parseMoment } from "../base/time/moment.ts";
import type { FullReply } from "../permission/approver.ts";
import type { Questions } from "../permission/questions.ts";
import type { UserRulesStore } from "../permission/user-rules-store.ts";
import { type LineQuestions, refuse } from "./line-host.ts";
import type { AnswerAsk, AnswerReply, CheckAsk, QuestionView, Refusal, RuleCheck, Said } from "./line-messages.ts";

/** The questions of a toolkit, as the line of its host asks for them. */
export function lineQuestionsOf(questions: Questions, userRules: UserRulesStore | undefined): LineQuestions {
  const find = (id: string): QuestionView | undefined => questions.list().find((view) => view.id === id);
  return {
    list: () => questions.list(),
    addWatcher: () => questions.addWatcher(),
    onChange: (listener) => questions.onChange(listener),
    answer: async (ask) => answered(ask, find(ask.question), questions),
    check: async (ask) => checked(ask, find(ask.question)),
    reloadRules: async () => reloaded(userRules),
  };
}

const noSuch = (id: string): { readonly no: Refusal } =>
  refuse("unknown", `there is no question ${id}; it was settled some time ago, or never put`);

function answered(ask: AnswerAsk, view: QuestionView | undefined, questions: Questions): Said<AnswerReply> {
  if (view === undefined) return noSuch(ask.question);
  if (view.digest !== ask.digest) return refuse("changed", "the question is another one than the one that was shown");
  const problem = problemOf(ask, view);
  if (problem !== undefined) return refuse("invalid", problem);
  const outcome = questions.answer(view.id, replyOf(ask), ask.via);
  return outcome === undefined ? noSuch(view.id) : { is: outcome };
}

function problemOf({ answer, rule, until }: AnswerAsk, view: QuestionView): string | undefined {
  if (!view.answers.includes(answer)) return `${answer} is not offered here; ${view.answers.join(", ")} are`;
  if (rule !== undefined && !offered(view).includes(rule)) return `the rule ${rule} was not offered with the question`;
  const now = wallMs();
  if (until !== undefined && (parseMoment(until, now) ?? 0) <= now) return `until must be ahead: ${MOMENT_FORMS}`;
  return undefined;
}

/** `always` for the session alone is `session`. */
function replyOf({ answer, rule, until, scope, message }: AnswerAsk): FullReply {
  const isSession = answer === "always" && scope === "session";
  const lasting = { ...(rule === undefined ? {} : { rule }), ...(until === undefined ? {} : { until }) };
  return {
    answer: isSession ? "session" : answer,
    ...(isSession ? {} : lasting),
    ...(scope === undefined || scope === "session" ? {} : { scope }),
    ...(message === undefined || message === "" ? {} : { message }),
  };
}

const offered = ({ always = [], wider }: QuestionView): readonly string[] => [
  ...always,
  ...(wider === undefined ? [] : [wider.rule]),
];

/** What the policy said of a rule when it was offered. */
function checked({ question, rule }: CheckAsk, view: QuestionView | undefined): Said<RuleCheck> {
  if (view === undefined) return noSuch(question);
  const { wider, always = [], command } = view;
  if (wider?.rule === rule) return { is: { lets: wider.lets, stops: wider.stops } };
  if (always.includes(rule)) return { is: { lets: [command], stops: wider?.lets ?? [] } };
  return { is: { problem: "this rule was not offered with the question", lets: [], stops: [] } };
}

function reloaded(userRules: UserRulesStore | undefined): Said<{ readonly rules: number }> {
  try {
    return { is: { rules: userRules?.current().rules.length ?? 0 } };
  } catch (error) {
    if (!isFault(error)) throw error;
    return refuse("failed", error.message);
  }
}
