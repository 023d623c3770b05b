import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { sayLeft, sayPath, sayTime } from "../../state/say.ts";
import type { Asked } from "../../state/watched.ts";
import { hasHidden } from "../../text/hidden-characters.ts";
import { later } from "../../wire/browser-clock.ts";
import { Term } from "../terms.tsx";
import { TriedLines } from "../tries/tried-lines.tsx";
import { useModel, useTick } from "../use-model.tsx";
import { Code, CommandText, VisibleText } from "../visible-text.tsx";
import { QuestionAnswers } from "./question-answers.tsx";

/** A card that has just come, or moved, does not hear clicks: they were meant for what stood there before. */
const DEAF_MS = 500;

/** One question that waits: what is asked, why, what it would cost, and the answers. */
export function QuestionCard({ asked }: { readonly asked: Asked }): JSX.Element {
  const model = useModel();
  useTick();
  const { host, question } = asked;
  const card = useRef<HTMLElement>(null);
  const isDeaf = useDeafness(card);
  const left = question.expiresAt - model.now();
  const isHiding = hasHidden(question.command.replaceAll(/[\t\n]/g, ""));
  const marks = question.findings.filter(({ decision }) => decision === "ask").map(({ span }) => span);
  return (
    <article class="card question" ref={card} aria-labelledby={`q-${question.id}`} tabIndex={-1}>
      <header>
        <h3 id={`q-${question.id}`} class="cut">
          <VisibleText text={host.view.client ?? `nacre ${host.view.app}`} /> <span class="dim">{wants(question)}</span>
        </h3>
        <span class="grow" />
        <span class="warn time" aria-hidden="true">
          {model.isLive ? `${sayLeft(left)} left` : `asked at ${sayTime(question.askedAt)}`}
        </span>
      </header>
      <pre class="asked" tabIndex={0} aria-label="The command">
        <CommandText text={question.command} marks={marks} />
      </pre>
      <Why asked={asked} />
      {question.tried !== undefined && <TriedLines tried={question.tried} />}
      {isHiding && (
        <p class="warn">
          This text has characters that cannot be seen; they are shown by name. It cannot become a rule here.
        </p>
      )}
      <QuestionAnswers asked={asked} isDeaf={isDeaf} isHiding={isHiding} />
    </article>
  );
}

/** What a yes would do. */
export const wants = ({ asks }: Asked["question"]): string =>
  asks === "keep" ? "asks to keep what a try changed" : "asks to run";

/** Where, why, what would be lost, and the safer way. */
function Why({ asked: { question } }: { readonly asked: Asked }): JSX.Element {
  const { lost, suggestion, stdin, findings } = question;
  return (
    <dl class="why">
      <Term name="Where">
        <Code text={sayPath(question.cwd)} />
      </Term>
      <Term name="Why">
        {findings
          .filter(({ decision }) => decision === "ask")
          .filter(({ reason }, at, asks) => asks.findIndex((one) => one.reason === reason) === at)
          .map(({ reason, rule }) => (
            <div key={rule}>
              <VisibleText text={reason} /> <span class="dim">{rule}</span>
            </div>
          ))}
      </Term>
      <Term name="Lost">
        {lost === undefined || lost === "not known" ? (
          <span class="dim">not known</span>
        ) : (
          <>
            <VisibleText text={lost.text} /> <span class="dim">As of {sayTime(lost.asOf)}.</span>
          </>
        )}
      </Term>
      {suggestion !== undefined && (
        <Term name="Safer">
          <Code text={suggestion} />
        </Term>
      )}
      {stdin !== undefined && (
        <>
          <dt>Input</dt>
          <dd class="dim">The caller gives it standard input, which is part of what you allow.</dd>
        </>
      )}
    </dl>
  );
}

/** Whether the card came or moved within the last moments. */
function useDeafness(card: { readonly current: HTMLElement | null }): boolean {
  const [isDeaf, setDeaf] = useState(true);
  const place = useRef<number>(undefined);
  const hear = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    const top = card.current?.offsetTop;
    if (top === place.current) return;
    place.current = top;
    hear.current();
    setDeaf(true);
    hear.current = later(DEAF_MS, () => setDeaf(false));
  });
  useLayoutEffect(() => () => hear.current(), []);
  return isDeaf;
}
