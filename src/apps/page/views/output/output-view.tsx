import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { count } from "../../state/say.ts";
import { isLive } from "../../state/watched.ts";
import { Icon } from "../icon.tsx";
import { useShortcuts } from "../shortcuts.tsx";
import { useModel } from "../use-model.tsx";
import { LogView } from "./log-view.tsx";
import { OutputHead } from "./output-head.tsx";
import { SearchBar, useSearch } from "./search-bar.tsx";
import { TerminalView } from "./terminal-view.tsx";

type OutputViewProps = { readonly onBack: () => void; readonly onKill: () => void };

/** The chosen shell: what it is, and what it prints. */
export function OutputView({ onBack, onKill }: OutputViewProps): JSX.Element {
  const { found, lines } = useModel();
  const search = useSearch();
  const { follows, follow, leftAt } = useFollowing();
  const [wraps, setWraps] = useState(() => matchMedia("(max-width: 719px)").matches);
  const step = (by: number): void => {
    if (lines.hits.length === 0) return;
    follow(false);
    search.step(by);
  };
  useShortcuts({
    f: () => follow(!follows),
    w: () => setWraps(!wraps),
    g: () => {
      follow(false);
      document.querySelector("#log")?.scrollTo({ top: 0 });
    },
    G: () => follow(true),
    "/": () => search.field.current?.focus(),
    n: () => step(1),
    N: () => step(-1),
    Escape: onBack,
  });
  const type = (text: string): void => {
    follow(false);
    search.type(text);
  };
  const isOnly = search.isOnly && lines.query !== undefined;
  return (
    <section class="column output" aria-label="Output">
      {found !== undefined && <OutputHead found={found} onBack={onBack} onKill={onKill} />}
      {found !== undefined && <TerminalView found={found} />}
      <div class="tools" role="search">
        <SearchBar search={search} onType={type} onStep={step} />
        <span class="grow" />
        <button type="button" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          Wrap
        </button>
        <button type="button" aria-pressed={follows} onClick={() => follow(!follows)}>
          Follow <kbd class="wide-only">f</kbd>
        </button>
      </div>
      <div class="log-frame">
        <LogView {...{ lines, isOnly, wraps, follows, onFollow: follow, now: search.now }} />
        <Over leftAt={follows ? undefined : leftAt} onEnd={() => follow(true)} />
      </div>
      <KeysLine />
    </section>
  );
}

/** Whether the view stays at the end, and how many lines there were when it ceased to. */
function useFollowing(): {
  readonly follows: boolean;
  readonly follow: (on: boolean) => void;
  readonly leftAt: number;
} {
  const { lines } = useModel();
  const [follows, setFollows] = useState(true);
  const [leftAt, setLeftAt] = useState(0);
  useEffect(() => setFollows(true), [lines]);
  const follow = (on: boolean): void => {
    setFollows(on);
    setLeftAt(lines.dropped + lines.count);
  };
  return { follows, follow, leftAt };
}

/** What lies over the log: that it is empty, or the way back to its end. */
function Over({
  leftAt,
  onEnd,
}: {
  readonly leftAt: number | undefined;
  readonly onEnd: () => void;
}): JSX.Element | null {
  const { lines, found, unread } = useModel();
  const isRunning = found !== undefined && isLive(found.shell);
  if (lines.count === 0) {
    const words = isRunning ? "Nothing printed so far." : "It printed nothing.";
    return <p class="empty over">{found === undefined ? "No shell is chosen." : (unread ?? words)}</p>;
  }
  if (leftAt === undefined) return null;
  const fresh = lines.dropped + lines.count - leftAt;
  return (
    <button type="button" class="to-end" onClick={onEnd}>
      <Icon name="down" />
      {fresh > 0 ? count(fresh, "new line") : "End of output"}
    </button>
  );
}

const KEYS = { "j k": "shells", "/": "search", n: "next match", f: "follow", x: "kill", a: "answer", "?": "all keys" };

const KeysLine = (): JSX.Element => (
  <p class="keys" aria-hidden="true">
    {Object.entries(KEYS).map(([keys, words]) => (
      <span key={keys}>
        {keys.split(" ").map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{" "}
        {words}
      </span>
    ))}
  </p>
);
