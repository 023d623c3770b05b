import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { HistoryReply, JournalCheck } from "../../page-messages.ts";
import { addressOf, filterIn, type HistoryFilter, queryOf } from "../../state/history-filter.ts";
import { count, sayNumber } from "../../state/say.ts";
import { later } from "../../wire/browser-clock.ts";
import { Icon } from "../icon.tsx";
import { useShortcuts } from "../shortcuts.tsx";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryTable } from "./history-table.tsx";
import { MinutesPlot } from "./minutes-plot.tsx";

const FIRST_ROWS = 200;
const MOST_ROWS = 2000;

/** What happened before: one row for each command, out of the journals of all hosts. */
export function HistoryView(): JSX.Element {
  const [filter, setFilter] = useFilter();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const { reply, problem } = useHistory(filter, limit);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => field.current?.focus() });
  const isMore = reply !== undefined && reply.rows.length < reply.found && limit < MOST_ROWS;
  return (
    <section class="history" aria-label="History">
      <h2 class="unseen">History</h2>
      <div class="history-top">
        <MinutesPlot
          minutes={reply?.minutes}
          between={filter.between}
          onChoose={(between) => setFilter(withBetween(filter, between))}
        />
        <ChainState />
      </div>
      <HistoryFilters field={field} filter={filter} reply={reply} onChange={setFilter} />
      <Problem words={problem} tone="band bad" />
      <div class="history-rows" tabIndex={0} role="region" aria-label="Rows of the history">
        {reply !== undefined && <HistoryTable rows={reply.rows} />}
        {reply !== undefined && reply.rows.length === 0 && <p class="empty">{emptyWords(reply)}</p>}
        {isMore && (
          <button type="button" class="more" onClick={() => setLimit(Math.min(MOST_ROWS, limit * 4))}>
            Show more
          </button>
        )}
        {reply?.isCut === true && !isMore && (
          <p class="empty">Older entries are not read here: nacre journal in a terminal shows all of them.</p>
        )}
      </div>
    </section>
  );
}

const emptyWords = ({ total }: HistoryReply): string =>
  total === 0 ? "Nothing was written in that time." : `None of ${count(total, "row")} fits.`;

function withBetween(
  { between: _, ...filter }: HistoryFilter,
  between: readonly [number, number] | undefined,
): HistoryFilter {
  return between === undefined ? filter : { ...filter, between };
}

/** The filter is what the address says; to change it is to change the address. */
function useFilter(): readonly [HistoryFilter, (filter: HistoryFilter) => void] {
  const [filter, setFilter] = useState(() => filterIn(location.hash));
  useEffect(() => {
    const look = (): void => {
      if (location.hash.startsWith("#history")) setFilter(filterIn(location.hash));
    };
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const change = (next: HistoryFilter): void => {
    setFilter(next);
    history.replaceState(undefined, "", addressOf(next));
  };
  return [filter, change];
}

const TYPING_MS = 150;

/** What the server says of a filter; read anew when something was written, and when the server is back. */
function useHistory(filter: HistoryFilter, limit: number) {
  const model = useModel();
  const [reply, setReply] = useState<HistoryReply>();
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    return later(TYPING_MS, () => {
      const isLate = (): boolean => mine !== asked.current;
      model
        .history(queryOf(filter, { now: model.now(), limit }))
        .then((said) => {
          if (isLate()) return;
          setReply(said);
          setProblem(undefined);
        })
        .catch((error: Error) => {
          if (!isLate() && model.isLive) setProblem(error.message);
        });
    });
  }, [addressOf(filter), limit, model.written, model.isLive]);
  return { reply, problem };
}

/** Whether the chains are whole: walked when the history is opened, and on demand. */
function ChainState(): JSX.Element {
  const model = useModel();
  const [check, setCheck] = useState<JournalCheck | "walking" | "not known">("walking");
  const walk = (): void => {
    setCheck("walking");
    model.checkJournal().then(setCheck, () => setCheck("not known"));
  };
  useEffect(walk, []);
  if (check === "walking") return <p class="state">Checking the journal…</p>;
  if (check === "not known") return <p class="state">Whether the journal is whole is not known.</p>;
  const isWhole = check.flaws.length === 0;
  return (
    <details class="chain">
      <summary>
        <Icon name={isWhole ? "done" : "question"} tone={isWhole ? "ok" : "bad"} />{" "}
        {isWhole ? (
          <>
            Journal whole: <b>{sayNumber(check.lines)}</b> entries of {count(check.chains, "host")}
          </>
        ) : (
          <b class="bad">The journal is not whole</b>
        )}
      </summary>
      <div class="chain-more">
        {check.flaws.map((flaw) => (
          <p key={flaw} class="bad">
            {flaw}
          </p>
        ))}
        {!isWhole && (
          <p>
            <code>nacre journal verify</code> says everything that it finds.
          </p>
        )}
        <p class="dim">The last hash of each host. Kept elsewhere, it shows later whether an end was cut off:</p>
        <ul>
          {check.heads.slice(-20).map(({ host, hash }) => (
            <li key={host}>
              <code>
                {host} {hash}
              </code>
            </li>
          ))}
        </ul>
        <button type="button" onClick={walk}>
          Check again
        </button>
      </div>
    </details>
  );
}
