import type { Verdict } from "../page-messages.ts";

const SPANS = ["hour", "day", "week", "all"] as const;
export type Span = (typeof SPANS)[number];

/** Which rows of the history are shown. It is in the address, so that it can be sent to a colleague. */
export type HistoryFilter = {
  readonly text: string;
  /** None: all. */
  readonly verdicts: readonly Verdict[];
  readonly exit: "" | "ok" | "failed" | "not-run";
  readonly session: string;
  readonly span: Span;
  /** A time that was chosen on the plot, instead of the span. */
  readonly between?: readonly [from: number, until: number];
};

const VERDICTS: readonly Verdict[] = ["allow", "ask", "deny"];
const EXITS = ["ok", "failed", "not-run"] as const;

/** What an address says; what it cannot mean is left out. */
export function filterIn(hash: string): HistoryFilter {
  const said = new URLSearchParams(hash.split("?")[1] ?? "");
  const verdicts = (said.get("verdict") ?? "").split(",");
  const [from, until] = [Number(said.get("from") ?? Number.NaN), Number(said.get("until") ?? Number.NaN)];
  return {
    text: said.get("text") ?? "",
    verdicts: VERDICTS.filter((one) => verdicts.includes(one)),
    exit: EXITS.find((one) => one === said.get("exit")) ?? "",
    session: said.get("session") ?? "",
    span: SPANS.find((one) => one === said.get("time")) ?? "hour",
    ...(from < until ? { between: [from, until] as const } : {}),
  };
}

/** What the address and the question to the server have in common. */
const common = ({ text, verdicts, exit, session }: HistoryFilter): Record<string, string> => ({
  ...(text !== "" && { text }),
  ...(verdicts.length > 0 && { verdict: verdicts.join(",") }),
  ...(exit !== "" && { exit }),
  ...(session !== "" && { session }),
});

/** The address of a filter. */
export function addressOf(filter: HistoryFilter): string {
  const { span, between } = filter;
  const said = new URLSearchParams({
    ...common(filter),
    ...(span !== "hour" && { time: span }),
    ...(between !== undefined && { from: String(between[0]), until: String(between[1]) }),
  });
  return said.size === 0 ? "#history" : `#history?${said}`;
}

const HOUR_MS = 3_600_000;
const SPAN_MS: Readonly<Record<Span, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  all: Number.POSITIVE_INFINITY,
};

/** What the server is asked for. */
export function queryOf(
  filter: HistoryFilter,
  { now, limit }: { readonly now: number; readonly limit: number },
): string {
  const { span, between } = filter;
  const [since, until] = between ?? [now - SPAN_MS[span]];
  return String(
    new URLSearchParams({
      ...common(filter),
      ...(Number.isFinite(since) && { since: String(Math.round(since)) }),
      ...(until !== undefined && { until: String(until) }),
      limit: String(limit),
    }),
  );
}

/** The same with this verdict shown or not. */
export const toggled = ({ verdicts, ...filter }: HistoryFilter, verdict: Verdict): HistoryFilter => ({
  ...filter,
  verdicts: verdicts.includes(verdict) ? verdicts.filter((one) => one !== verdict) : [...verdicts, verdict],
});
