import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { HistoryReply } from "../../page-messages.ts";
import { stackedPaths } from "../../state/plot-paths.ts";
import { count, sayTime } from "../../state/say.ts";

const SIZE = { width: 1020, height: 44 };
const MINUTE_MS = 60_000;

type MinutesPlotProps = {
  readonly minutes: HistoryReply["minutes"] | undefined;
  readonly between: readonly [number, number] | undefined;
  readonly onChoose: (between: readonly [number, number] | undefined) => void;
};

/** Commands of each of the last sixty minutes, by verdict. To draw over some of them shows these alone. */
export function MinutesPlot({ minutes, between, onChoose }: MinutesPlotProps): JSX.Element {
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const bars = minutes === undefined ? [[], [], []] : [minutes.allow, minutes.ask, minutes.deny];
  const [allow = "", ask = "", deny = ""] = stackedPaths(bars, SIZE);
  const many = bars[0]?.length ?? 0;
  const [first, last] = from === undefined || to === undefined ? [0, -1] : [Math.min(from, to), Math.max(from, to)];
  const choose = (): void => {
    setFrom(undefined);
    if (minutes !== undefined && last >= first)
      onChoose([minutes.start + first * MINUTE_MS, minutes.start + (last + 1) * MINUTE_MS]);
  };
  const at = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(many - 1, Math.floor(((event.clientX - left) / width) * many)));
  };
  const step = SIZE.width / Math.max(1, many);
  return (
    <figure class="minutes">
      <figcaption>
        <b>Commands per minute</b>
        <span class="dim not-phone">{between === undefined ? "drag to choose a time" : "a time is chosen"}</span>
        <span class="grow" />
        <span class="key allowed">allowed</span>
        <span class="key asked-bar">asked</span>
        <span class="key refused">refused</span>
      </figcaption>
      <svg
        class="plot"
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={wordsOf(minutes)}
        onPointerDown={(event) => {
          setFrom(at(event));
          setTo(at(event));
        }}
        onPointerMove={(event) => from !== undefined && setTo(at(event))}
        onPointerUp={choose}
        onPointerLeave={() => setFrom(undefined)}
      >
        {last >= first && (
          <rect class="chosen" x={first * step} y="0" width={(last - first + 1) * step} height="100%" />
        )}
        <path class="allowed" d={allow} />
        <path class="asked-bar" d={ask} />
        <path class="refused" d={deny} />
      </svg>
    </figure>
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function wordsOf(minutes: HistoryReply["minutes"] | undefined): string {
  if (minutes === undefined) return "Commands per minute";
  const { start, allow, ask, deny } = minutes;
  const all = allow.map((value, at) => value + (ask[at] ?? 0) + (deny[at] ?? 0));
  const most = Math.max(...all);
  const busiest =
    most === 0 ? "" : `; most in the minute from ${sayTime(start + all.indexOf(most) * MINUTE_MS)}: ${most}`;
  return `${count(sum(all), "command")} in the last hour: ${sum(allow)} allowed, ${sum(ask)} asked, ${sum(deny)} refused${busiest}`;
}
