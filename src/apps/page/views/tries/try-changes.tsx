import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FileDiff, TriedChange, TryReply, TryRow } from "../../page-messages.ts";
import { count, sayPath } from "../../state/say.ts";
import { Icon } from "../icon.tsx";
import { useShortcuts } from "../shortcuts.tsx";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { CommandText, VisibleText } from "../visible-text.tsx";
import { SideBySide } from "./side-by-side.tsx";

/** What one try changed: each file before and after. */
export function TryChanges({ row }: { readonly row: TryRow }): JSX.Element {
  const { reply, problem } = useTried(row);
  const list = useRef<HTMLDivElement>(null);
  useShortcuts({ j: () => step(list.current, 1), k: () => step(list.current, -1) });
  const { id, workspace, commands } = row;
  return (
    <>
      <header class="try-head">
        <h2>
          <code>{id}</code>{" "}
          {reply !== undefined && (
            <span class="dim">
              {reply.changes.length === 0 ? "changed nothing" : `${count(countOf(reply), "change")}, not kept`}
            </span>
          )}
        </h2>
        <p class="dim">
          in <VisibleText text={sayPath(workspace)} />
        </p>
        {commands.map((command, at) => (
          <pre class="command" key={at}>
            <CommandText text={command} />
          </pre>
        ))}
        <Ways id={id} />
        {reply?.escapes.map((words) => (
          <Told key={words} label="Left the try" words={words} />
        ))}
        {reply?.differs.map((words) => (
          <Told key={words} label="Differs" words={words} />
        ))}
      </header>
      <Problem words={problem} tone="band bad" />
      <div ref={list}>
        {reply?.changes.map((change) => (
          <ChangeCard key={change.path} id={id} change={change} />
        ))}
      </div>
      {reply !== undefined && reply.more > 0 && (
        <p class="empty">
          And {count(reply.more, "more change")}: <code>nacre try --show {id}</code>
        </p>
      )}
    </>
  );
}

const countOf = ({ changes, more }: TryReply): number => changes.reduce((sum, { count: many }) => sum + many, more);

const Told = ({ label, words }: { readonly label: string; readonly words: string }): JSX.Element => (
  <p>
    <b class="warn">{label}:</b> <VisibleText text={words} />
  </p>
);

/** To keep is done in a terminal, where it can be undone. */
const Ways = ({ id }: { readonly id: string }): JSX.Element => (
  <p class="dim small">
    <code>nacre try --keep {id}</code> brings it into the workspace, <code>nacre try --discard {id}</code> throws it
    away.
  </p>
);

/** Moves the focus to the next change, or the one before. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>("summary, .one-line") ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = all[at === -1 ? 0 : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

type CardProps = { readonly id: string; readonly change: TriedChange };

/** One line of the changes; it opens to its files. */
function ChangeCard({ id, change }: CardProps): JSX.Element {
  const { whole, isAsked, problem, ask } = useWhole(id, change);
  const { sign, text, marks, diffs, hasMore } = whole ?? change;
  const isCut = hasMore || diffs.some(({ more }) => more > 0);
  const line = (
    <>
      <b class={`sign sign-${sign}`}>{sign}</b> <VisibleText text={text} />
    </>
  );
  if (diffs.length === 0 && !hasMore)
    return (
      <p class="change one-line" tabIndex={-1}>
        {line}
        {change.count > 1 && <span class="dim"> (one line for all of them: nacre try --show {id} --all)</span>}
        <Guarded marks={marks} />
      </p>
    );
  return (
    <details class="change" open>
      <summary>
        {line}
        <Guarded marks={marks} />
      </summary>
      {diffs.map((diff) => (
        <FileView key={`${diff.path} ${diff.facts[0]}`} id={id} diff={diff} />
      ))}
      <Problem words={problem} />
      {isCut && whole === undefined && (
        <button type="button" disabled={isAsked} onClick={ask}>
          Show all of it
        </button>
      )}
      {isCut && whole !== undefined && (
        <p class="dim">
          The rest is too long for a page: <code>nacre try --show {id} --all</code>
        </p>
      )}
    </details>
  );
}

/** What is kept only when the user names it is worth a sentence; a secret says by itself why it is not drawn. */
const Guarded = ({ marks }: { readonly marks: readonly string[] }): JSX.Element | null =>
  marks.includes("guarded") ? (
    <span class="warn small mark">
      <Icon name="question" /> Tools run or obey it by themselves: it is kept only when you name it.
    </span>
  ) : null;

function FileView({ id, diff }: { readonly id: string; readonly diff: FileDiff }): JSX.Element {
  const { path, facts, lines, content } = diff;
  const said = {
    binary: "Binary: its bytes are not shown.",
    large: `Over 1 MiB: nacre try --show ${id} --all shows it.`,
    secret: `It holds secrets by custom, so it is not drawn here: nacre try --show ${id} shows it.`,
    text: "",
  }[content];
  return (
    <>
      {facts.length > 0 && (
        <p class="dim small">
          <VisibleText text={facts.join(", ")} />
        </p>
      )}
      {said !== "" && <p class="dim">{said}</p>}
      {lines.length > 0 && <SideBySide path={path} lines={lines} />}
    </>
  );
}

/** What the server says of a try; read anew when a command of it ended, or something of it was kept. */
function useTried({ id, commands, kept, isRunning }: TryRow) {
  const model = useModel();
  const [reply, setReply] = useState<TryReply>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOver = false;
    model.tried(id).then(
      (said) => !isOver && setReply(said),
      (error: Error) => !isOver && setProblem(error.message),
    );
    return () => {
      isOver = true;
    };
  }, [id, commands.length, kept, isRunning, model.isLive]);
  return { reply, problem };
}

/** All lines of a change, when the user wants them. */
function useWhole(id: string, change: TriedChange) {
  const model = useModel();
  const [whole, setWhole] = useState<{ readonly of: TriedChange; readonly is: TriedChange | undefined }>();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = (): void => {
    setAsked(true);
    model
      .tried(id, change.path)
      .then(
        ({ changes: [is] }) => setWhole({ of: change, is }),
        (error: Error) => setProblem(error.message),
      )
      .finally(() => setAsked(false));
  };
  return { whole: whole?.of === change ? whole.is : undefined, isAsked, problem, ask };
}
