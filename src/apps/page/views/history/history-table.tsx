import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CommandRow, HistoryRow } from "../../../../core/journal/history-row.ts";
import { basename } from "../../state/path-name.ts";
import { sayMoment, saySpan } from "../../state/say.ts";
import { useModel } from "../use-model.tsx";
import { Code, VisibleText } from "../visible-text.tsx";
import { RowDetails } from "./row-details.tsx";
import { answerWords, exitWords } from "./row-words.tsx";

const SHOWN_CHARS = 500;
const COLUMNS = 7;

const keyOf = ({ host, seq, kind }: HistoryRow): string => `${host} ${seq} ${kind}`;

/** One row for each command; a row opens to all that is known of it. */
export function HistoryTable({ rows }: { readonly rows: readonly HistoryRow[] }): JSX.Element {
  const [opened, open] = useState<string>();
  return (
    <table class="history-table">
      <thead>
        <tr>
          {["Time", "Verdict", "Answer", "Command", "Session", "Exit", "Took"].map((name) => (
            <th key={name} scope="col" class={name.toLowerCase()}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) => {
          const key = keyOf(row);
          if (row.kind !== "command") return [<EventLine key={key} row={row} />];
          const isOpen = key === opened;
          const line = (
            <CommandLine key={key} row={row} isOpen={isOpen} onToggle={() => open(isOpen ? undefined : key)} />
          );
          return isOpen ? [line, <OpenedLine key={`${key} opened`} row={row} />] : [line];
        })}
      </tbody>
    </table>
  );
}

const OpenedLine = ({ row }: { readonly row: CommandRow }): JSX.Element => (
  <tr class="opened">
    <td colSpan={COLUMNS}>
      <RowDetails row={row} />
    </td>
  </tr>
);

type CommandLineProps = { readonly row: CommandRow; readonly isOpen: boolean; readonly onToggle: () => void };

function CommandLine({ row, isOpen, onToggle }: CommandLineProps): JSX.Element {
  const model = useModel();
  const isThere = model.watched.hosts.has(row.host);
  const { words: exit, tone } = exitWords(row, isThere);
  const { words: answer, tone: answerTone } = answerWords(row, isThere);
  return (
    <tr class={isOpen ? "open" : ""} onClick={onToggle}>
      <td class="time">{sayMoment(row.time, model.now())}</td>
      <td class="verdict">
        <span class={`badge ${row.decision}`}>{row.decision}</span>
      </td>
      <td class={`answer ${answerTone}`}>{answer}</td>
      <td class="command">
        <button
          type="button"
          class="quiet cut"
          aria-expanded={isOpen}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Code text={row.command.slice(0, SHOWN_CHARS)} />
        </button>
      </td>
      <td class="session cut dim">
        <VisibleText text={`${basename(row.cwd)} ${row.session ?? ""}`} />
      </td>
      <td class={`exit ${tone}`}>{exit}</td>
      <td class="took dim">{row.ran?.durationMs === undefined ? "" : saySpan(row.ran.durationMs)}</td>
    </tr>
  );
}

const NAMES = { "shell-lost": "lost", "shell-killed": "kill", containment: "wall", gap: "gap" } as const;

const EventLine = ({ row }: { readonly row: Exclude<HistoryRow, CommandRow> }): JSX.Element => (
  <tr class="event">
    <td class="time">{sayMoment(row.time, useModel().now())}</td>
    <td class="verdict">
      <span class={`badge ${row.kind}`}>{NAMES[row.kind]}</span>
    </td>
    <td class="answer dim">host</td>
    <td class="command dim" colSpan={COLUMNS - 3}>
      <VisibleText text={`${row.words}${row.shell === undefined ? "" : ` ${row.shell}`}`} />
    </td>
  </tr>
);
