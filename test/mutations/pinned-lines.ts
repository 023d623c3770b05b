import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "../../src/core/policy/verdict.ts";
import { PLACE } from "../attacks/shared-corpus.ts";
import type { Entry } from "./entries.ts";
import type { Line } from "./lines.ts";

const fileOf = (kind: "pinned" | "idle", family: string): string => join("test", "mutations", kind, `${family}.txt`);

/** A line that is there for one entry, and how it is judged today. */
export type Pinned = { readonly command: string; readonly judged: string };

/** A verdict in short: the decision and the rules. */
export const inShort = ({ decision, findings }: Verdict): string =>
  `${decision} ${[...new Set(findings.map(({ rule }) => rule))].toSorted().join(" ")}`;

/** Each folder has a file of lines, each family of tools one of its own. */
export function familyOf({ file }: Entry): string {
  const [, family = "", inner = ""] = /^src\/core\/(?:policy\/)?(\w+)\/(?:(\w+)\/)?/.exec(file) ?? [];
  return family === "tools" && inner !== "" ? `${family}-${inner}` : family;
}

const linesIn = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

/** The lines of a family: a file has verdicts, and the lines below them. */
export function readPinned(family: string): readonly Pinned[] {
  let judged = "";
  return linesIn(fileOf("pinned", family)).flatMap((line) => {
    if (line.startsWith("\t")) return [{ command: line.slice(1), judged }];
    judged = line;
    return [];
  });
}

export function writePinned(family: string, pinned: readonly Pinned[]): void {
  const verdicts = [...new Set(pinned.map(({ judged }) => judged))].toSorted();
  const lines = verdicts.flatMap((verdict) => [
    verdict,
    ...pinned.flatMap(({ command, judged }) => (judged === verdict ? [`\t${command}`] : [])).toSorted(),
  ]);
  writeFileSync(fileOf("pinned", family), `${lines.join("\n")}\n`);
}

/** The entries of a family that no line needs. */
export const readIdle = (family: string): ReadonlySet<string> => new Set(linesIn(fileOf("idle", family)));

export const writeIdle = (family: string, titles: readonly string[]): void =>
  writeFileSync(fileOf("idle", family), `${[...new Set(titles)].toSorted().join("\n")}\n`);

export const lineOf = ({ command, judged }: Pinned): Line => ({
  command,
  where: PLACE,
  rules: judged.split(" ").slice(1),
  holds: (verdict) => inShort(verdict) === judged,
});
