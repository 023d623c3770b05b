import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isIdle, isLive } from "../state/watched.ts";
import { KeysDialog, KillDialog } from "./dialogs.tsx";
import { HistoryView } from "./history/history-view.tsx";
import { JournalBand } from "./journal-band.tsx";
import { LostBand } from "./lost-band.tsx";
import { NothingRuns } from "./nothing-runs.tsx";
import { OutputView } from "./output/output-view.tsx";
import { Rail } from "./questions/rail.tsx";
import { RulesView } from "./rules/rules-view.tsx";
import { ShellList } from "./shell-list.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { SignIn } from "./sign-in.tsx";
import { BottomBar, TopBar } from "./top-bar.tsx";
import { TriesView } from "./tries/tries-view.tsx";
import { useModel } from "./use-model.tsx";
import { useViewName } from "./view-name.tsx";

/** What a phone shows, one at a time. */
type Pane = "list" | "output" | "rail";

export function App({ onSignOut }: { readonly onSignOut: (sentence: string) => void }): JSX.Element {
  const model = useModel();
  const view = useViewName();
  const { pane, setPane, isDrawn, setDrawn, toQuestions, back } = usePanes();
  const [dialog, setDialog] = useState<"kill" | "keys">();
  const { found, link } = model;
  useTitle();
  const askKill = (): void => {
    if (found?.host !== undefined && isLive(found.shell)) setDialog("kill");
  };
  useShortcuts({
    x: askKill,
    a: toQuestions,
    "?": () => setDialog("keys"),
    "1": () => show("now"),
    "2": () => show("history"),
    "3": () => show("tries"),
    "4": () => show("rules"),
    Escape: back,
  });
  if (link.kind === "signed-out") return <SignIn sentence={link.sentence} />;
  const isEmpty = model.isLive && isIdle(model.watched);
  const Other = view === "now" ? undefined : OTHERS[view];
  const close = (): void => setDialog(undefined);
  const signOut = (): void =>
    void model.signOut().then(
      () => onSignOut("This browser is signed out."),
      (error: Error) => onSignOut(error.message),
    );
  const onDrawer = (): void => (isDrawn ? setDrawn(false) : toQuestions());
  return (
    <>
      {view === "now" && !isEmpty && <SkipLinks />}
      <TopBar {...{ view, isDrawn, onDrawer, onTheme: toggleTheme, onKeys: () => setDialog("keys") }} />
      <LostBand />
      <JournalBand />
      <main id="main">
        {Other !== undefined && <Other />}
        {view === "now" && isEmpty && <NothingRuns />}
        {view === "now" && !isEmpty && (
          <div class={`panes pane-${pane} ${isDrawn ? "drawn" : ""}`}>
            <ShellList onPick={() => setPane("output")} />
            <OutputView onBack={back} onKill={askKill} />
            <Rail />
          </div>
        )}
      </main>
      <BottomBar view={view} pane={pane} onPane={setPane} />
      <Spoken />
      {dialog === "kill" && found !== undefined && <KillDialog found={found} onClose={close} />}
      {dialog === "keys" && <KeysDialog onClose={close} onSignOut={signOut} />}
    </>
  );
}

/** The views beside what runs now. */
const OTHERS = { history: HistoryView, tries: TriesView, rules: RulesView } as const;

const show = (view: string): void => {
  location.hash = `#${view}`;
};

const SkipLinks = (): JSX.Element => (
  <>
    <a class="skip" href="#questions">
      Skip to questions
    </a>
    <a class="skip" href="#log">
      Skip to output
    </a>
  </>
);

/** What is shown where there is not room for all of it. */
function usePanes() {
  const [pane, setPane] = useState<Pane>("list");
  const [isDrawn, setDrawn] = useState(false);
  const toQuestions = (): void => {
    show("now");
    setPane("rail");
    setDrawn(true);
    requestAnimationFrame(() => {
      const oldest = document.querySelector<HTMLElement>("article.question");
      (oldest ?? document.querySelector<HTMLElement>("#questions"))?.focus();
    });
  };
  const back = (): void => {
    setDrawn(false);
    setPane("list");
    document.querySelector<HTMLElement>(".shell[aria-current]")?.focus();
  };
  return { pane, setPane, isDrawn, setDrawn, toQuestions, back };
}

/** The count of questions is in the title: it is seen when the tab is not. */
function useTitle(): void {
  const { questions, running } = useModel().counts;
  useLayoutEffect(() => {
    const waits = questions === 1 ? "a question waits" : "questions wait";
    document.title = questions > 0 ? `(${questions}) nacre: ${waits}` : `nacre: ${running} running`;
  }, [questions, running]);
}

/** The theme follows the system until the user chooses one. */
function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = dataset["theme"] === undefined ? isSystemDark : dataset["theme"] === "dark";
  dataset["theme"] = isDark ? "light" : "dark";
  localStorage.setItem("theme", dataset["theme"]);
}

/** What a screen reader says: a new question at once, an end or a lost connection when it is quiet. */
function Spoken(): JSX.Element {
  const model = useModel();
  const urgent = useRef<HTMLParagraphElement>(null);
  const polite = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    model.onSay = (sentence, isUrgent) => {
      const place = isUrgent ? urgent.current : polite.current;
      if (place !== null) place.textContent = sentence;
    };
  }, [model]);
  return (
    <div class="unseen">
      <p aria-live="assertive" ref={urgent} />
      <p aria-live="polite" ref={polite} />
    </div>
  );
}
