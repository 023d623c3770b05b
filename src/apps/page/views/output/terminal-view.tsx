import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ScreenView } from "../../../../core/line/line-messages.ts";
import type { Model } from "../../state/model.ts";
import { type Found, isLive } from "../../state/watched.ts";
import { runsOf } from "../../text/styled-runs.ts";
import { classesOf } from "../../text/text-style.ts";
import { useModel } from "../use-model.tsx";
import { VisibleText } from "../visible-text.tsx";

/** Keys that a line of text cannot hold, as they are named on the button and to the host. */
const KEYS: readonly (readonly [shown: string, name: string])[] = [
  ["Enter", "Enter"],
  ["Tab", "Tab"],
  ["Esc", "Escape"],
  ["↑", "Up"],
  ["↓", "Down"],
  ["←", "Left"],
  ["→", "Right"],
  ["⌫", "Backspace"],
  ["Ctrl-C", "C-c"],
  ["Ctrl-D", "C-d"],
  ["Ctrl-Z", "C-z"],
];

/** The terminal of the chosen shell: what it shows, a line to type, a row of keys. Nothing where it has none. */
export function TerminalView({ found: { shell, host } }: { readonly found: Found }): JSX.Element | null {
  const model = useModel();
  const { screen } = model;
  if (shell.hasTerminal !== true || screen === undefined) return null;
  const canType = isLive(shell) && host !== undefined && model.isLive;
  return (
    <section class="terminal" aria-label="Terminal">
      <Screen screen={screen} />
      {canType && <Typing model={model} host={host.view.id} shell={shell.id} />}
    </section>
  );
}

function Screen({ screen: { rows, cursor, isCursorHidden } }: { readonly screen: ScreenView }): JSX.Element {
  return (
    <pre class="screen" dir="ltr">
      {rows.slice(0, shownRows(rows, cursor.row)).map((row, at) => (
        <div class={!isCursorHidden && at + 1 === cursor.row ? "here" : ""}>
          {runsOf(row).map(({ text, style }) => (
            <span class={classesOf(style)}>
              <VisibleText text={text} />
            </span>
          ))}
          {"\n"}
        </div>
      ))}
    </pre>
  );
}

/** Empty rows at the end are left out, but for the cursor's. */
function shownRows(rows: readonly string[], cursor: number): number {
  let end = rows.length;
  while (end > cursor && rows[end - 1] === "") end -= 1;
  return end;
}

type TypingProps = { readonly model: Model; readonly host: string; readonly shell: string };

function Typing({ model, host, shell }: TypingProps): JSX.Element {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [isSecret, setSecret] = useState(false);
  const send = (typed: { readonly text?: string; readonly keys?: string }): void => {
    model.type({ host, shell, ...typed }).then(
      () => setProblem(""),
      (error: unknown) => setProblem(error instanceof Error ? error.message : "It was not typed."),
    );
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    setText("");
    send({ text: `${text}\n` });
  };
  const field = {
    "aria-label": "Type a line",
    placeholder: "Type a line; Enter sends it",
    autocomplete: "off",
    spellcheck: false,
    value: text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
  } as const;
  return (
    <form class="typing" onSubmit={submit}>
      {isSecret ? <input type="password" {...field} /> : <input type="text" {...field} />}
      <label>
        <input type="checkbox" checked={isSecret} onChange={(event) => setSecret(event.currentTarget.checked)} /> hidden
      </label>
      <span class="key-row">
        {KEYS.map(([shown, name]) => (
          <button type="button" aria-label={name} onClick={() => send({ keys: name })}>
            {shown}
          </button>
        ))}
      </span>
      {problem !== "" && (
        <span class="bad" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
