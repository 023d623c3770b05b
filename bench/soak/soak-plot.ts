/** A soak over time as a picture (SVG): one panel for each figure, with its slope after the beginning. */
import { escaped, svgOf } from "../report/svg.ts";
import {
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  faultsOf,
  type SoakResult,
  type SoakSample,
  slopeOf,
} from "./soak-report.ts";

const WIDTH = 980;
const PANEL = { width: 460, height: 150 };
const GAP = 20;
const TOP = 66;
/** Room beside and above a curve, for its scale and its words. */
const INSIDE = { left: 52, top: 34, right: 8, bottom: 22 };

type Frame = { readonly x: (minute: number) => number; readonly y: (value: number) => number; readonly top: number };

const label = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(2)).toString();
};

/** From zero, because a scale that begins elsewhere makes noise look like growth. */
function frameOf(samples: readonly SoakSample[], figure: Figure, [left, top]: readonly [number, number]): Frame {
  const highest = Math.max(...samples.map((sample) => sample[figure]).filter(Number.isFinite), 1e-9) * 1.1;
  const last = Math.max(samples.at(-1)?.minute ?? 1, 1e-9);
  const [width, height] = [PANEL.width - INSIDE.left - INSIDE.right, PANEL.height - INSIDE.top - INSIDE.bottom];
  return {
    x: (minute) => Number((left + INSIDE.left + (minute / last) * width).toFixed(1)),
    y: (value) => Number((top + INSIDE.top + height * (1 - value / highest)).toFixed(1)),
    top: highest,
  };
}

function panel(result: SoakResult, figure: Figure, corner: readonly [number, number]): string {
  const { samples, warmUp, trends } = result;
  const [left, top] = corner;
  const { what, unit } = FIGURES[figure];
  const frame = frameOf(samples, figure, corner);
  const bottom = frame.y(0);
  const line = samples
    .filter((sample) => Number.isFinite(sample[figure]))
    .map((sample) => `${frame.x(sample.minute)},${frame.y(sample[figure])}`)
    .join(" ");
  const ticks = [0, frame.top / 2.2, frame.top / 1.1];
  const end = samples.at(-1)?.minute ?? 0;
  const isRising = trends[figure].course === "rising";
  return [
    `<text class="head" x="${left}" y="${top + 14}">${escaped(what)}<tspan class="soft" dx="4">${escaped(unit)}</tspan></text>`,
    `<text class="${isRising ? "figure missed" : "soft"} end" x="${left + PANEL.width}" y="${top + 14}">${escaped(`${trends[figure].course}, ${slopeOf(trends[figure], "")}`)}</text>`,
    `<rect class="begin" x="${frame.x(0)}" y="${top + INSIDE.top}" width="${(frame.x(Math.min(warmUp, end)) - frame.x(0)).toFixed(1)}" height="${(bottom - top - INSIDE.top).toFixed(1)}"/>`,
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${frame.x(0)}" y1="${frame.y(tick)}" x2="${frame.x(end)}" y2="${frame.y(tick)}"/><text class="soft end" x="${frame.x(0) - 6}" y="${frame.y(tick) + 4}">${label(tick)}</text>`,
    ),
    `<polyline class="curve" points="${line}"/>`,
    ...[0, end].map(
      (minute) =>
        `<text class="soft ${minute === 0 ? "" : "end"}" x="${frame.x(minute)}" y="${bottom + 16}">${label(minute)}${minute === 0 ? "" : " min"}</text>`,
    ),
  ].join("");
}

export function soakPlot(result: SoakResult): string {
  const rows = Math.ceil(FIGURE_NAMES.length / 2);
  const bottom = TOP + rows * (PANEL.height + GAP);
  const total = Object.values(result.steps).reduce((sum, count) => sum + count, 0);
  const faults = faultsOf(result);
  const words = `${total.toLocaleString("en")} steps, ${result.problems.length} wrong answers. Shaded: the beginning, which counts for no slope. ${result.at.slice(0, 10)}, ${result.commit}`;
  return svgOf({
    width: WIDTH,
    height: bottom + 34,
    title: `A soak of ${label(result.minutes)} minutes, ${result.sessions} sessions: ${faults.length === 0 ? "passed" : "not passed"}`,
    parts: [
      ...FIGURE_NAMES.map((figure, index) =>
        panel(result, figure, [
          20 + (index % 2) * (PANEL.width + GAP),
          TOP + Math.floor(index / 2) * (PANEL.height + GAP),
        ]),
      ),
      `<text class="soft" x="20" y="${bottom + 16}">${escaped(words)}</text>`,
    ],
  });
}
