import type { UserRule } from "../policy/rules/user-rules.ts";
import type { Answer, Approver, Question, RefusedBy } from "./approver.ts";
import { type Asked, isRepeatable } from "./asked-part.ts";
import { type Offer, offerFor } from "./offer.ts";

/** Puts the question to the approver; without one nobody can be asked. */
export async function consult(approver: Approver | undefined, asked: Asked, sessionId: string): Promise<Settled> {
  if (approver === undefined) return { answer: "deny", by: "nobody", rules: [] };
  const offer = offerFor(asked);
  const question = questionOf(asked, sessionId, offer);
  return settled(await approver(question), question, offer);
}

function questionOf({ text, cwd, stdin, verdict }: Asked, sessionId: string, offer: Offer | undefined): Question {
  const answers: readonly Answer[] = [
    "once",
    ...(isRepeatable(verdict) ? (["session"] as const) : []),
    ...(offer === undefined ? [] : (["always"] as const)),
    "deny",
  ];
  return {
    command: text,
    cwd,
    ...(stdin === undefined ? {} : { stdin }),
    sessionId,
    findings: verdict.findings,
    parts: verdict.parts,
    answers,
    ...(offer === undefined ? {} : { always: offer.always }),
    ...(offer?.wider === undefined ? {} : { wider: offer.wider.form }),
    ...(verdict.suggestion === undefined ? {} : { suggestion: verdict.suggestion }),
  };
}

/** The approver's answer, narrowed to what was offered, with the rules to keep and the approver's own words. */
type Settled = {
  readonly answer: Answer;
  readonly by: RefusedBy;
  readonly rules: readonly UserRule[];
  readonly said?: string;
};

function settled(reply: Awaited<ReturnType<Approver>>, question: Question, offer: Offer | undefined): Settled {
  const { answer, message, rule, by } = typeof reply === "string" ? { answer: reply } : reply;
  const words = message === undefined ? {} : { said: message };
  // An answer that does not exist is none; only `deny` is the user's no.
  const no = { answer: "deny", by: by ?? (answer === "deny" ? "person" : "unanswered"), rules: [], ...words } as const;
  const kept = question.answers.includes(answer) ? answer : narrower(answer, question.answers);
  if (kept === "deny") return no;
  const rules = rule === undefined ? offer?.exact : offeredRule(rule, offer);
  if (kept === "always" && rules === undefined) return { ...no, answer: "once" };
  return { ...no, answer: kept, rules: rules ?? [] };
}

/** The rules behind one that the approver named; undefined for one that was not offered. */
function offeredRule(rule: string, offer: Offer | undefined): readonly UserRule[] | undefined {
  if (offer?.wider?.form.rule === rule) return [offer.wider.rule];
  const at = offer?.always.indexOf(rule) ?? -1;
  return at === -1 ? undefined : offer?.exact.slice(at, at + 1);
}

/** A yes that was not offered counts as the widest yes that was; anything else counts as no. */
const narrower = (answer: string, offered: readonly Answer[]): Answer => {
  if (answer === "always" && offered.includes("session")) return "session";
  return answer === "always" || answer === "session" ? "once" : "deny";
};
