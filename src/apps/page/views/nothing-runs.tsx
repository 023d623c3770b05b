import type { JSX } from "preact";
import { sayPath } from "../state/say.ts";
import type { WatchedHost } from "../state/watched.ts";
import { Icon } from "./icon.tsx";
import { useModel } from "./use-model.tsx";
import { Code, VisibleText } from "./visible-text.tsx";

type Paste = { readonly words: string; readonly text: string };

/** The clients that most users have; `nacre init` names those of this machine. */
const CLIENTS = ["claude-code", "codex", "gemini", "cursor"];

const PASTE: readonly Paste[] = [
  {
    words: "In your project: the next command for each client on this machine.",
    text: "nacre init",
  },
  ...CLIENTS.map((name) => ({
    words: `${name}: sets it up, its own shell switched off, after it has shown the change.`,
    text: `nacre init --write ${name}`,
  })),
  {
    words: "Or see this page move at once:",
    text: "nacre run -- 'for i in 1 2 3 4 5; do echo tick $i; sleep 1; done'",
  },
  { words: "What this machine can contain:", text: "nacre doctor" },
];

/** What to do where nothing runs yet. */
export function NothingRuns(): JSX.Element {
  const { watched } = useModel();
  const hosts = [...watched.hosts.values()];
  return (
    <section class="middle" aria-labelledby="nothing-runs">
      <div class="box">
        <h2 id="nothing-runs">Nothing runs yet</h2>
        <p class="dim">As soon as a client runs a command through nacre on this machine, it shows here.</p>
        {hosts.length > 0 && <Waiting hosts={hosts} />}
        <dl class="pastes">
          {PASTE.map(({ words, text }) => (
            <>
              <dt>{words}</dt>
              <dd class="paste">
                <code>{text}</code>
                <button
                  type="button"
                  aria-label={`Copy: ${text}`}
                  onClick={() => void navigator.clipboard.writeText(text)}
                >
                  <Icon name="copy" />
                  Copy
                </button>
              </dd>
            </>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Hosts that are there and ran nothing. */
const Waiting = ({ hosts }: { readonly hosts: readonly WatchedHost[] }): JSX.Element => (
  <ul class="waiting" aria-label="Connected">
    {hosts.map(({ view }) => (
      <li key={view.id}>
        <span class="dot live" /> <VisibleText text={view.client ?? `nacre ${view.app}`} /> is connected
        {view.workspace !== undefined && (
          <>
            {" in "}
            <Code text={sayPath(view.workspace)} />
          </>
        )}
      </li>
    ))}
  </ul>
);
