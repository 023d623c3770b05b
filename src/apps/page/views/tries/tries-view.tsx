import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TriesReply, TryRow } from "../../page-messages.ts";
import { basename } from "../../state/path-name.ts";
import { count, sayMoment, sayPath } from "../../state/say.ts";
import { openQuestions } from "../../state/watched.ts";
import { repeat } from "../../wire/browser-clock.ts";
import { QuestionCard } from "../questions/question-card.tsx";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { useAddress } from "../view-name.tsx";
import { VisibleText } from "../visible-text.tsx";
import { TryChanges } from "./try-changes.tsx";

const COMMAND_CHARS = 300;

/** What was tried on this machine and neither kept nor thrown away: the tries, and what the chosen one changed. */
export function TriesView(): JSX.Element {
  const { reply, problem } = useTries();
  const named = useAddress(nameIn);
  const tries = reply?.tries ?? [];
  const shown = tries.find(({ id }) => id === named) ?? (named === undefined ? tries[0] : undefined);
  const isOver = named !== undefined && reply !== undefined && shown === undefined;
  return (
    <section class="tries" aria-label="Tries">
      <nav class="column try-list" aria-label="Open tries">
        <h2>{reply === undefined ? "Tries" : wordsFor(tries.length)}</h2>
        <ul>
          {tries.map((row) => (
            <TryLink key={row.id} row={row} isShown={row === shown} />
          ))}
        </ul>
        {reply !== undefined && tries.length === 0 && <NoTry />}
      </nav>
      <div class="column try-shown">
        <Problem words={problem} tone="band bad" />
        {isOver && <p class="empty">This try is over: it was kept, or thrown away.</p>}
        {shown !== undefined && <QuestionAbout id={shown.id} />}
        {shown !== undefined && <TryChanges key={shown.id} row={shown} />}
      </div>
    </section>
  );
}

const wordsFor = (many: number): string => {
  if (many === 0) return "No try is open";
  return many === 1 ? "1 try is open" : `${many} tries are open`;
};

const NoTry = (): JSX.Element => (
  <p class="empty">
    <code>nacre try 'npm update'</code> shows what a command would change. So does “Try it first”, where a question
    offers it.
  </p>
);

/** The question that this try was made for, with its answers: the changes below it are what a yes would do. */
function QuestionAbout({ id }: { readonly id: string }): JSX.Element | null {
  const asked = openQuestions(useModel().watched).find(({ question }) => question.tried?.id === id);
  return asked === undefined ? null : <QuestionCard key={asked.question.id} asked={asked} />;
}

function TryLink({ row, isShown }: { readonly row: TryRow; readonly isShown: boolean }): JSX.Element {
  const model = useModel();
  const { id, workspace, startedAt, commands, isRunning } = row;
  const command = commands.at(-1) ?? "";
  return (
    <li>
      <a href={`#tries/${id}`} aria-current={isShown ? "true" : undefined}>
        <code class="cut">
          {command === "" ? id : <VisibleText text={command.replaceAll(/\s+/g, " ").slice(0, COMMAND_CHARS)} />}
        </code>
        <span class="dim cut" title={sayPath(workspace)}>
          <VisibleText text={basename(workspace)} />, {sayMoment(startedAt, model.now())}
          {commands.length > 1 && `, ${count(commands.length, "command")}`}
          {isRunning && ", may still run"}
        </span>
      </a>
    </li>
  );
}

const AGAIN_MS = 3000;

/** The open tries; looked for anew now and then, because other programs of the user begin and end them. */
function useTries() {
  const model = useModel();
  const [reply, setReply] = useState<TriesReply>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const look = (): void =>
      void model.tries().then(
        (said) => {
          setReply(said);
          setProblem(undefined);
        },
        (error: Error) => model.isLive && setProblem(error.message),
      );
    look();
    return repeat(AGAIN_MS, look);
  }, [model, model.isLive, model.written]);
  return { reply, problem };
}

/** The try that the address names. */
const nameIn = (hash: string): string | undefined => /^#tries\/(\w+)$/.exec(hash)?.[1];
