import type { JSX } from "preact";
import type { ShellView } from "../../../core/line/line-messages.ts";
import { sayBytes, saySpan } from "../state/say.ts";
import type { Series } from "../state/series.ts";
import { isLive, waitsForInput } from "../state/watched.ts";
import { Icon } from "./icon.tsx";
import { MemoryPlot, OutputPlot } from "./plots.tsx";
import { statusOf } from "./shell-status-words.tsx";
import { Code, VisibleText } from "./visible-text.tsx";

type ShellRowProps = {
  readonly shell: ShellView;
  readonly series: Series | undefined;
  readonly now: number;
  readonly isChosen: boolean;
  readonly onPick: () => void;
};

/** A command of any length in a row of the list. */
const ROW_CHARS = 300;
const SPARK = { width: 58, height: 16 };

export function ShellRow({ shell, series, now, isChosen, onPick }: ShellRowProps): JSX.Element {
  const { icon, tone, words, short } = statusOf(shell, now);
  const command = shell.command.slice(0, ROW_CHARS);
  return (
    <button type="button" class="shell" aria-current={isChosen ? "true" : undefined} onClick={onPick}>
      <Icon name={icon} tone={tone} />
      <span class="name cut">
        <VisibleText text={(shell.description ?? command).slice(0, ROW_CHARS)} />
      </span>
      <span class={`age ${isLive(shell) ? "" : tone}`}>
        <span class="unseen">{words}</span>
        <span aria-hidden="true">{short}</span>
      </span>
      {shell.description !== undefined && <Code text={command} look="command cut" />}
      {!isLive(shell) && shell.durationMs !== undefined && <span class="took">{saySpan(shell.durationMs)}</span>}
      {waitsForInput(shell) && (
        <span class="say warn">
          waits for input: <code>{shell.waitsForInput}</code>
        </span>
      )}
      {isLive(shell) && <Meter shell={shell} series={series} />}
    </button>
  );
}

/** Memory and output while it runs: each as a small plot with its figure. */
function Meter({ shell, series }: Pick<ShellRowProps, "shell" | "series">): JSX.Element {
  const rate = series?.outputRate();
  const hasPlot = series !== undefined && series.samples.length > 1;
  return (
    <span class="meter">
      {shell.memoryBytes !== undefined && (
        <span class="pair">
          {hasPlot && <MemoryPlot series={series} size={SPARK} label="memory since this page was opened" />}
          {sayBytes(shell.memoryBytes)}
        </span>
      )}
      {rate !== undefined && (
        <span class="pair">
          {hasPlot && <OutputPlot series={series} size={SPARK} label="output since this page was opened" />}
          {sayBytes(rate)}/s
        </span>
      )}
      {(shell.ports ?? []).map((port) => (
        <code>:{port}</code>
      ))}
    </span>
  );
}
