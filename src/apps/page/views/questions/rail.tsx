import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sessionRules } from "../../state/held-rules.ts";
import { count, sayAnswer, sayBytes, sayPath, saySpan, sayTime } from "../../state/say.ts";
import type { Series } from "../../state/series.ts";
import { type Asked, isLive, openQuestions, settledQuestions } from "../../state/watched.ts";
import { Icon } from "../icon.tsx";
import { MemoryPlot, OutputPlot } from "../plots.tsx";
import { RuleCard } from "../rules/rule-card.tsx";
import { ageOf } from "../shell-status-words.tsx";
import { Term } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { Code, VisibleText } from "../visible-text.tsx";
import { QuestionCard, wants } from "./question-card.tsx";

const SETTLED_SHOWN = 5;

/** Questions first, then measures of the chosen shell, then what was answered lately. */
export function Rail(): JSX.Element {
  const model = useModel();
  const open = openQuestions(model.watched);
  const settled = settledQuestions(model.watched).slice(0, SETTLED_SHOWN);
  const given = sessionRules(model.watched);
  const [chosen, choose] = useState<string>();
  const shown = open.find(({ question }) => question.id === chosen) ?? open[0];
  return (
    <aside class="column rail" aria-label="Questions" id="questions" tabIndex={-1}>
      <h2>
        <Icon name={open.length === 0 ? "done" : "question"} tone={open.length === 0 ? "ok" : "warn"} />
        {open.length === 0
          ? "No question waits"
          : `${count(open.length, "question")} ${open.length === 1 ? "waits" : "wait"} for you`}
      </h2>
      {open.map((asked) =>
        asked === shown ? (
          <QuestionCard key={asked.question.id} asked={asked} />
        ) : (
          <FoldedCard key={asked.question.id} asked={asked} onOpen={() => choose(asked.question.id)} />
        ),
      )}
      <Measures />
      {settled.length > 0 && (
        <section class="card lately">
          <h3>Answered lately</h3>
          <ul>
            {settled.map(({ question }) => (
              <li key={question.id}>
                <Code text={question.command.slice(0, 300)} look="cut" />
                <span class="dim">{outcomeOf({ question })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {given.length > 0 && <RuleCard name="Rules of sessions" rules={given} />}
    </aside>
  );
}

/** A question that waits behind another one. */
function FoldedCard({
  asked: { host, question },
  onOpen,
}: {
  readonly asked: Asked;
  readonly onOpen: () => void;
}): JSX.Element {
  return (
    <button type="button" class="card question fold" onClick={onOpen}>
      <span class="cut">
        <b>
          <VisibleText text={host.view.client ?? `nacre ${host.view.app}`} />
        </b>{" "}
        <span class="dim">{wants(question)}</span>
      </span>
      <Icon name="down" />
      <Code text={question.command.slice(0, 300)} look="cut" />
    </button>
  );
}

function outcomeOf({ question }: Pick<Asked, "question">): string {
  if (question.state === "expired") return "Nobody answered in time: denied.";
  if (question.state === "withdrawn") return "Withdrawn by the caller.";
  return sayAnswer(question, question.answeredBy);
}

const PLOT = { width: 360, height: 46 };

/** Memory and output of the chosen shell, as far as the page has seen it. */
function Measures(): JSX.Element | null {
  const model = useModel();
  const { found } = model;
  if (found === undefined) return null;
  const { shell, host } = found;
  const series = model.series.get(shell.id);
  const sandbox = host?.view.sandbox;
  const reasons = sandbox?.reasons.map((reason) => `; ${reason}`).join("");
  return (
    <section class="card measures">
      <h3>
        <VisibleText text={(shell.description ?? shell.command).slice(0, 80)} />
      </h3>
      {series !== undefined && series.samples.length > 1 && <Plots series={series} isRunning={isLive(shell)} />}
      <dl class="facts-list">
        <Term name="Started">
          {sayTime(shell.startedAt ?? shell.createdAt)}, {saySpan(ageOf(shell, model.now()))} ago
        </Term>
        {sandbox !== undefined && (
          <Term name="Contained">
            {sandbox.containment}: {sandbox.profile}, network {sandbox.network}
            {reasons}
          </Term>
        )}
        <Term name="Directory">
          <Code text={sayPath(shell.cwd)} />
        </Term>
      </dl>
    </section>
  );
}

function Plots({ series, isRunning }: { readonly series: Series; readonly isRunning: boolean }): JSX.Element {
  const { mostMemory, samples, last } = series;
  const most = `most ${sayBytes(mostMemory)}`;
  const memory = isRunning ? `now ${sayBytes(last?.memory ?? 0)}, ${most}` : most;
  const printed = (last?.bytes ?? 0) - (samples[0]?.bytes ?? 0);
  const seen = saySpan((last?.at ?? 0) - (samples[0]?.at ?? 0));
  const output = `${sayBytes(printed)} in ${seen}`;
  return (
    <>
      {mostMemory > 0 && (
        <>
          <p class="label">
            <span>Memory</span>
            <span class="dim">{memory}</span>
          </p>
          <MemoryPlot series={series} size={PLOT} label={`Memory: ${memory}`} />
        </>
      )}
      <p class="label">
        <span>Output, since this page was opened</span>
        <span class="dim">{output}</span>
      </p>
      {printed > 0 && <OutputPlot series={series} size={PLOT} label={`Output: ${output}`} />}
    </>
  );
}
