import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Where } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";

/** The place every label of the corpus assumes. */
export const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

export type CorpusLine = {
  readonly id: string;
  readonly command: string;
  readonly class: string;
  readonly expect: Decision;
};
export type BypassLine = { readonly command: string; readonly technique: string };
export type PeerLine = { readonly command: string; readonly expect: Decision; readonly why: string };

const DIRECTORY = join("..", "shared", "corpus");

/** Whether the labelled lines lie beside this repository. Where tools are required they must. */
export const hasCorpus = existsSync(join(DIRECTORY, "policy.jsonl"));
if (!hasCorpus) {
  const message = "the labelled corpus (../shared/corpus) is not here: its tests are skipped";
  if (process.env["REQUIRE_TOOLS"] === "1") throw new Error(message);
  console.warn(message);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const decision = (value: unknown): Decision => (value === "deny" || value === "ask" ? value : "allow");

function records(name: string): readonly Record<string, unknown>[] {
  if (!hasCorpus) return [];
  const lines = readFileSync(join(DIRECTORY, name), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord);
}

export const policyLines = (): readonly CorpusLine[] =>
  records("policy.jsonl").map((line) => ({
    id: text(line["id"]),
    command: text(line["command"]),
    class: text(line["class"]),
    expect: decision(line["expect"]),
  }));

export const bypassLines = (): readonly BypassLine[] =>
  records("bypass.jsonl").map((line) => ({ command: text(line["command"]), technique: text(line["technique"]) }));

export const peerLines = (): readonly PeerLine[] =>
  records("peers.jsonl").map((line) => ({
    command: text(line["command"]),
    expect: decision(line["expect"]),
    why: text(line["why"]),
  }));
