import type { JSX } from "preact";
import { areaPath, linePath, type Size, stackedPaths } from "../state/plot-paths.ts";
import type { Series } from "../state/series.ts";

type PlotProps = { readonly series: Series; readonly size: Size; readonly label: string };

/** Memory over time. The figure stands beside it in words. */
export function MemoryPlot({ series, size, label }: PlotProps): JSX.Element {
  const line = linePath(
    series.samples.map(({ at, memory }) => [at, memory]),
    size,
    series.mostMemory * 1.15,
  );
  return (
    <Frame size={size} label={label}>
      <path class="area" d={areaPath(line, size)} />
      <path class="edge" d={line} />
    </Frame>
  );
}

const STEPS = 40;

/** Output of each step of time. */
export function OutputPlot({ series, size, label }: PlotProps): JSX.Element {
  const first = series.samples[0]?.at ?? 0;
  const span = Math.max(STEPS * 1000, (series.last?.at ?? first) - first);
  const steps = series.outputSteps(STEPS, span / STEPS);
  return (
    <Frame size={size} label={label}>
      <path class="bar" d={stackedPaths([steps], size)[0]} />
    </Frame>
  );
}

type FrameProps = { readonly size: Size; readonly label: string; readonly children: JSX.Element | JSX.Element[] };

const Frame = ({ size: { width, height }, label, children }: FrameProps): JSX.Element => (
  <svg class="plot" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
    {children}
  </svg>
);
