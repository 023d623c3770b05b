import type { JSX } from "preact";
import { count } from "../state/say.ts";
import { Brand, Icon } from "./icon.tsx";
import { useModel } from "./use-model.tsx";
import type { ViewName } from "./view-name.tsx";

type TopBarProps = {
  readonly view: ViewName;
  readonly isDrawn: boolean;
  readonly onDrawer: () => void;
  readonly onTheme: () => void;
  readonly onKeys: () => void;
};

const NOW = { name: "now", words: "Now" } as const;

const OTHERS = [
  { name: "history", words: "History", icon: "late" },
  { name: "tries", words: "Tries", icon: "sides" },
  { name: "rules", words: "Rules", icon: "wall" },
] as const;

const current = (isIt: boolean): "page" | undefined => (isIt ? "page" : undefined);

/** Where one is, whether the page is live, and how much waits. */
export function TopBar({ view, isDrawn, onDrawer, onTheme, onKeys }: TopBarProps): JSX.Element {
  const model = useModel();
  const { sessions, running, waiting, questions } = model.counts;
  const away = model.link.kind === "crowded" ? "Resting" : "Reconnecting";
  return (
    <header class="top">
      <h1 class="brand">
        <Brand />
        nacre
      </h1>
      <nav class="views" aria-label="Views">
        {[NOW, ...OTHERS].map(({ name, words }) => (
          <a key={name} href={`#${name}`} aria-current={current(name === view)}>
            {words}
          </a>
        ))}
      </nav>
      {questions > 0 && (
        <button type="button" class="drawer-button" aria-expanded={isDrawn} onClick={onDrawer}>
          <Icon name="question" tone="warn" />
          {count(questions, "question")} <kbd>a</kbd>
        </button>
      )}
      <span class="grow" />
      <p class="state" role="status">
        <span class={`dot ${model.isLive ? "live" : "lost"}`} />
        {model.isLive ? "Live" : away}
      </p>
      <p class="state not-phone">
        {count(sessions, "session")}, {running} running{waiting > 0 && ","}
        {waiting > 0 && (
          <span class="warn">
            {waiting} {waiting === 1 ? "waits" : "wait"} for input
          </span>
        )}
      </p>
      <button type="button" class="quiet not-phone" aria-label="Light or dark" onClick={onTheme}>
        <Icon name="moon" />
      </button>
      <button type="button" class="quiet not-phone" aria-label="Keys" onClick={onKeys}>
        <kbd>?</kbd>
      </button>
    </header>
  );
}

/** The views at the bottom of a phone. */
export function BottomBar({
  view,
  pane,
  onPane,
}: {
  readonly view: ViewName;
  readonly pane: string;
  readonly onPane: (pane: "list" | "rail") => void;
}): JSX.Element {
  const { questions } = useModel().counts;
  return (
    <nav class="bottom" aria-label="Views of a phone">
      <a href="#now" aria-current={current(view === "now" && pane !== "rail")} onClick={() => onPane("list")}>
        <Icon name="list" />
        Shells
      </a>
      <a href="#now" aria-current={current(view === "now" && pane === "rail")} onClick={() => onPane("rail")}>
        <Icon name="question" />
        <span>Questions {questions > 0 && <b class="many">{questions}</b>}</span>
      </a>
      {OTHERS.map(({ name, words, icon }) => (
        <a key={name} href={`#${name}`} aria-current={current(name === view)}>
          <Icon name={icon} />
          {words}
        </a>
      ))}
    </nav>
  );
}
