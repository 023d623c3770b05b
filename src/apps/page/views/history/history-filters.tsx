import type { JSX, RefObject } from "preact";
import type { HistoryReply, Verdict } from "../../page-messages.ts";
import { type HistoryFilter, type Span, toggled } from "../../state/history-filter.ts";
import { sayNumber, sayTime } from "../../state/say.ts";
import { saveFile } from "../../wire/save-file.ts";
import { Choice } from "../choice.tsx";
import { Icon } from "../icon.tsx";

type HistoryFiltersProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly filter: HistoryFilter;
  readonly reply: HistoryReply | undefined;
  readonly onChange: (filter: HistoryFilter) => void;
};

const VERDICTS: readonly Verdict[] = ["allow", "ask", "deny"];
const EXITS = { "": "any exit", ok: "exit 0", failed: "failed", "not-run": "not run" } as const;
const SPANS = { hour: "last hour", day: "last 24 hours", week: "last 7 days", all: "all time" } as const;

/** What of the history is shown. */
export const HistoryFilters = ({ field, filter, reply, onChange }: HistoryFiltersProps): JSX.Element => (
  <form class="filters" role="search" aria-label="Filter the history" onSubmit={(event) => event.preventDefault()}>
    <div class="search">
      <Icon name="search" tone="dim" />
      <input
        ref={field}
        type="text"
        aria-label="Text in command, reason, answer"
        placeholder="Text in command, reason, answer"
        spellcheck={false}
        value={filter.text}
        onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
    </div>
    <div class="verdicts" role="group" aria-label="Verdicts">
      {VERDICTS.map((verdict) => (
        <button
          key={verdict}
          type="button"
          aria-pressed={filter.verdicts.includes(verdict)}
          onClick={() => onChange(toggled(filter, verdict))}
        >
          {verdict} <span class="dim">{least(reply, reply?.verdicts[verdict])}</span>
        </button>
      ))}
    </div>
    <Choice label="Exit" options={EXITS} value={filter.exit} onChoose={(exit) => onChange({ ...filter, exit })} />
    <Choice
      label="Session"
      options={{ "": "all sessions", ...Object.fromEntries(sessionsOf(filter, reply).map((id) => [id, id])) }}
      value={filter.session}
      onChoose={(session) => onChange({ ...filter, session })}
    />
    {filter.between === undefined ? (
      <Choice
        label="Time"
        options={SPANS}
        value={filter.span}
        onChoose={(span: Span) => onChange({ ...filter, span })}
      />
    ) : (
      <button type="button" onClick={() => onChange(withoutBetween(filter))}>
        {sayTime(filter.between[0])} to {sayTime(filter.between[1])} ×<span class="unseen">: show other times</span>
      </button>
    )}
    <span class="grow" />
    {reply !== undefined && (
      <span class="dim" role="status">
        {sayNumber(reply.found)} of {least(reply, reply.total)}
      </span>
    )}
    {reply !== undefined && (
      <button type="button" class="not-phone" onClick={() => saveRows(reply)}>
        <Icon name="save" />
        JSON
      </button>
    )}
  </form>
);

const withoutBetween = ({ between: _, ...filter }: HistoryFilter): HistoryFilter => filter;

/** A figure is true, or says that it is the least there is. */
const least = (reply: HistoryReply | undefined, figure = 0): string =>
  reply === undefined ? "" : `${reply.isCut ? "at least " : ""}${sayNumber(figure)}`;

const sessionsOf = ({ session }: HistoryFilter, reply: HistoryReply | undefined): readonly string[] => {
  const known = reply?.sessions ?? [];
  return session === "" || known.includes(session) ? known : [session, ...known];
};

/** The rows as they are shown, as a file. */
const saveRows = ({ rows }: HistoryReply): void =>
  saveFile(new Blob([JSON.stringify(rows, undefined, 2)], { type: "application/json" }), "nacre-history.json");
