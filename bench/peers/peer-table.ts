/** An echo of nacre beside one of its peers, as data and for a terminal. */
import { amount } from "../measure.ts";
import type { PeerSample } from "./measure-peers.ts";

export type PeerRow = {
  readonly name: string;
  readonly kind: PeerSample["kind"];
  readonly ratio: number;
  readonly spread: readonly [number, number];
};

export type PeersResult = {
  readonly rows: readonly PeerRow[];
  readonly missing: readonly string[];
  readonly failed: Readonly<Record<string, string>>;
};

/** The median of the passes, the fastest first; without the floors, which are 1 by themselves. */
export function peerRows(samples: readonly PeerSample[]): readonly PeerRow[] {
  const names = [...new Set(samples.map(({ name }) => name))].filter((name) => !name.startsWith("floor "));
  return names
    .flatMap((name) => {
      const own = samples.filter((sample) => sample.name === name);
      const ratios = own.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
      const [low, middle, high] = [ratios[0], ratios[(ratios.length - 1) >> 1], ratios.at(-1)];
      if (own[0] === undefined || low === undefined || middle === undefined || high === undefined) return [];
      return [{ name, kind: own[0].kind, ratio: middle, spread: [low, high] as const }];
    })
    .toSorted((a, b) => a.ratio - b.ratio);
}

const HEADS = {
  library: "echo / spawning bash -c with pipes",
  server: "echo over MCP stdio / a server on the same SDK that spawns bash -c",
} as const;

export function peerTable({ rows, missing, failed }: PeersResult): string {
  const part = (kind: PeerRow["kind"]): readonly string[] => [
    `  ${HEADS[kind]}`,
    ...rows
      .filter((row) => row.kind === kind)
      .map(
        ({ name, ratio, spread }) =>
          `  ${name.padEnd(44)} ${`${amount(ratio)}x`.padStart(8)}  ${spread.map(amount).join(" … ")}`,
      ),
  ];
  return [
    ...part("library"),
    "",
    ...part("server"),
    ...(missing.length > 0 ? ["", `not installed, so not measured: ${missing.join(", ")}`] : []),
    ...Object.entries(failed).map(([name, why]) => `✗ ${name} failed: ${why}`),
  ].join("\n");
}
