import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Answer, AnswerBody } from "../../page-messages.ts";
import { sayVia } from "../../state/say.ts";
import type { Asked } from "../../state/watched.ts";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { RuleForm } from "./rule-form.tsx";

type Given = Pick<AnswerBody, "answer" | "rule" | "scope" | "until" | "message">;

type QuestionAnswersProps = { readonly asked: Asked; readonly isDeaf: boolean; readonly isHiding: boolean };

/** The answers that a question offers. No key gives one: each is a button. */
export function QuestionAnswers({ asked, isDeaf, isHiding }: QuestionAnswersProps): JSX.Element {
  const { said, problem, isOff, give } = useAnswering(asked, isDeaf);
  const [opened, setOpened] = useState<"rule" | "message">();
  const { answers, suggestion, asks } = asked.question;
  const act = (words: string, given: Given): JSX.Element => (
    <button type="button" disabled={isOff} onClick={() => give(given)}>
      {words}
    </button>
  );
  const opener = (words: string, what: "rule" | "message"): JSX.Element => (
    <button
      type="button"
      class="toggle"
      disabled={isOff}
      aria-expanded={opened === what}
      onClick={() => !isDeaf && setOpened(opened === what ? undefined : what)}
    >
      {words}
    </button>
  );
  if (said !== undefined) {
    return (
      <p class="said" role="status">
        {said}
      </p>
    );
  }
  return (
    <div class="answers" role="group" aria-label="Answers" aria-disabled={isDeaf}>
      <div class="acts">
        {suggestion !== undefined && (
          <button
            type="button"
            class="primary whole"
            disabled={isOff}
            onClick={() => give({ answer: "deny", message: `A safer way: ${suggestion}` })}
          >
            Deny, and tell it the safer way
          </button>
        )}
        {answers.includes("try") && act("Try it first", { answer: "try" })}
        {answers.includes("once") && act(asks === "keep" ? "Keep it" : "Allow once", { answer: "once" })}
        {answers.includes("session") && act("Allow in this session", { answer: "session" })}
        {answers.includes("always") && !isHiding && opener("As a rule…", "rule")}
        {opener("Deny with a message…", "message")}
      </div>
      <Words problem={problem} />
      {opened === "rule" && (
        <RuleForm asked={asked} isOff={isOff} onSave={(rule) => give({ answer: "always", ...rule })} />
      )}
      {opened === "message" && <DenyForm isOff={isOff} onDeny={(message) => give({ answer: "deny", ...message })} />}
    </div>
  );
}

/** Why an answer did not get through, and what the answers mean. */
const Words = ({ problem }: { readonly problem: string | undefined }): JSX.Element => (
  <>
    <Problem words={problem} />
    <p class="dim small">
      Once and session hold for this exact text in this directory. If nobody answers, it is denied.
    </p>
  </>
);

/** Sends an answer, and says what became of it; one that did not get through can be sent again. */
function useAnswering({ host, question }: Asked, isDeaf: boolean) {
  const model = useModel();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const give = (given: Given): void => {
    if (isDeaf || isSending) return;
    setSending(true);
    setProblem(undefined);
    model
      .answer({ host: host.view.id, question: question.id, digest: question.digest, ...given })
      .then((reply) =>
        setSaid(
          reply.won ? outcomeOf(given.answer, question.asks) : `Already answered ${sayVia(reply.by)}: ${reply.answer}.`,
        ),
      )
      .catch((error: Error) => {
        setProblem(error.message);
        setSending(false);
      });
  };
  return { said, problem, isOff: !model.isLive || isSending, give };
}

const outcomeOf = (answer: Answer, asks: "keep" | undefined): string =>
  asks === "keep" && answer === "once" ? "It is being kept." : OUTCOMES[answer];

const OUTCOMES: Readonly<Record<Answer, string>> = {
  once: "You allowed it once.",
  session: "You allowed it for this session.",
  always: "The rule is saved, and the command may run.",
  try: "It is being tried. The question comes back with what it changed.",
  deny: "You denied it, and the model is told so.",
};

type DenyFormProps = { readonly isOff: boolean; readonly onDeny: (message: Pick<AnswerBody, "message">) => void };

function DenyForm({ isOff, onDeny }: DenyFormProps): JSX.Element {
  const [message, setMessage] = useState("");
  return (
    <form
      class="inset"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(message.trim() === "" ? {} : { message: message.trim() });
      }}
    >
      <label class="field">
        <span>What the model is told</span>
        <textarea
          rows={3}
          maxLength={2000}
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <div class="end">
        <button type="submit" class="primary" disabled={isOff}>
          Deny
        </button>
      </div>
    </form>
  );
}
