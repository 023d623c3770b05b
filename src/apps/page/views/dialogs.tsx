import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Found } from "../state/watched.ts";
import { NoticeButton } from "./notice-button.tsx";
import { Problem } from "./terms.tsx";
import { useModel } from "./use-model.tsx";
import { CommandText, VisibleText } from "./visible-text.tsx";

type DialogProps = { readonly label: string; readonly onClose: () => void; readonly children: ComponentChildren };

function Dialog({ label, onClose, children }: DialogProps): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  // Before anything is painted: a key typed right away belongs to the dialog, not to what is behind it.
  useLayoutEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} aria-labelledby={label} onClose={onClose}>
      {children}
    </dialog>
  );
}

/** Asks before a shell is ended. What keeps it running comes first. */
export function KillDialog({ found, onClose }: { readonly found: Found; readonly onClose: () => void }): JSX.Element {
  const model = useModel();
  const { shell, host } = found;
  const [problem, setProblem] = useState<string>();
  const kill = (): void => {
    model
      .kill({ host: host?.view.id ?? "", shell: shell.id })
      .then(({ survivors }) => {
        if (survivors.length === 0) onClose();
        else setProblem(`These processes could not be ended: ${survivors.join(", ")}.`);
      })
      .catch((error: Error) => setProblem(error.message));
  };
  return (
    <Dialog label="kill-title" onClose={onClose}>
      <h2 id="kill-title">
        Kill “<VisibleText text={(shell.description ?? shell.command).slice(0, 80)} />
        ”?
      </h2>
      <p>
        <code class="command">
          <CommandText text={shell.command.slice(0, 2000)} />
        </code>
      </p>
      <p class="dim">
        Ends it with everything it started: TERM, then KILL for what is left. Its ports close. What it printed stays
        readable.
      </p>
      <Problem words={problem} />
      <div class="end">
        {/* The first button, which has the focus, does nothing. */}
        <button type="button" onClick={onClose}>
          Keep running
        </button>
        <button type="button" class="danger solid" disabled={!model.isLive} onClick={kill}>
          Kill
        </button>
      </div>
    </Dialog>
  );
}

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [["j", "k"], "next, previous shell, or change of a try"],
  [["Enter"], "to its output; Esc goes back to the list"],
  [["/"], "search the output, or the history"],
  [["n", "N"], "next, previous match"],
  [["g", "G"], "start, end of the output"],
  [["f"], "follow"],
  [["w"], "wrap long lines"],
  [["x"], "kill, after a question"],
  [["a"], "to the oldest question; no key allows by itself"],
  [["1", "2", "3", "4"], "now, history, tries, rules"],
  [["?"], "this list"],
];

export const KeysDialog = ({
  onClose,
  onSignOut,
}: {
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}): JSX.Element => (
  <Dialog label="keys-title" onClose={onClose}>
    <h2 id="keys-title">Keys</h2>
    <dl class="key-list">
      {KEYS.map(([keys, words]) => (
        <>
          <dt>
            {keys.map((key) => (
              <kbd>{key}</kbd>
            ))}
          </dt>
          <dd>{words}</dd>
        </>
      ))}
    </dl>
    <div class="end">
      <button type="button" onClick={onClose}>
        Close
      </button>
      <NoticeButton />
      <button type="button" onClick={onSignOut}>
        Sign out this browser
      </button>
    </div>
  </Dialog>
);
