import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Where } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";

/** The place every label of the corpus assumes. */
export const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

/** The other place that lines of real.jsonl assume: a container that root works in. */
const APP: Where = { cwd: "/app", home: "/root", workspace: "/app" };

export type CorpusLine = {
  readonly id: string;
  readonly command: string;
  readonly class: string;
  readonly expect: Decision;
};
export type BypassLine = { readonly command: string; readonly technique: string };
export type RealLine = CorpusLine & { readonly where: Where };
export type PeerLine = { readonly command: string; readonly expect: Decision; readonly why: string };

const DIRECTORY = join("..", "shared", "corpus");

/** Whether a file of labelled lines lies beside this repository. Where tools are required it must. */
function isHere(name: string): boolean {
  const path = join(DIRECTORY, name);
  if (existsSync(path)) return true;
  const message = `the labelled lines of ${path} are not here: their tests are skipped`;
  if (process.env["REQUIRE_TOOLS"] === "1") throw new Error(message);
  console.warn(message);
  return false;
}

export const hasCorpus = isHere("policy.jsonl");
export const hasRealLines = isHere("real.jsonl");

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const decision = (value: unknown): Decision => (value === "deny" || value === "ask" ? value : "allow");

function records(name: string): readonly Record<string, unknown>[] {
  if (!existsSync(join(DIRECTORY, name))) return [];
  const lines = readFileSync(join(DIRECTORY, name), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord);
}

const corpusLine = (line: Record<string, unknown>): CorpusLine => ({
  id: text(line["id"]),
  command: text(line["command"]),
  class: text(line["class"]),
  expect: decision(line["expect"]),
});

export const policyLines = (): readonly CorpusLine[] => records("policy.jsonl").map(corpusLine);

/** Lines that agents, READMEs, build scripts and attack collections really hold: read where they lie, never copied. */
export const realLines = (): readonly RealLine[] =>
  records("real.jsonl").map((line) => ({ ...corpusLine(line), where: line["place"] === "app" ? APP : PLACE }));

export const bypassLines = (): readonly BypassLine[] =>
  records("bypass.jsonl").map((line) => ({ command: text(line["command"]), technique: text(line["technique"]) }));

export const peerLines = (): readonly PeerLine[] =>
  records("peers.jsonl").map((line) => ({
    command: text(line["command"]),
    expect: decision(line["expect"]),
    why: text(line["why"]),
  }));
