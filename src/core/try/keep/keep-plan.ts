import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { isRecord } from "../../base/is-record.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { type Identity, isRunning } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import type { BytePath } from "../byte-path.ts";
import { triesOf, writeWhole } from "../try-record.ts";

/** One path of the workspace that a keep changes. */
export type KeepStep = {
  readonly at: BytePath;
  readonly act: "put" | "remove" | "mode";
  /** The inode of what lies there before, and its rights. */
  readonly before?: { readonly inode: string; readonly mode: number };
  /** With `put`: the inode of what lies there afterwards. */
  readonly inode?: string;
  /** The rights that it has afterwards; not of a link. */
  readonly mode?: number;
  /** With `put`: only a part of what the try has there comes, without what the directory holds. */
  readonly isBare?: boolean;
  /** What the kernel said of it when the keep was done, in ns. */
  readonly ctimeNs?: string;
};

/**
 * What a keep does, written down before it does it. A crash leaves it as it was at that moment:
 * - staging: nothing of the workspace was touched,
 * - applying, undoing: it is undone by the next nacre,
 * - done: it can be undone by the user.
 */
export type KeepPlan = {
  readonly id: string;
  readonly tryId: string;
  readonly workspace: string;
  readonly keptAt: number;
  readonly by: Identity;
  readonly state: "staging" | "applying" | "done" | "undoing";
  /** Where new and old entries lie while they wait: on the disk of the workspace, so that each step is one rename. */
  readonly area: string;
  readonly steps: readonly KeepStep[];
};

const PLAN = "plan.json";

const keptOf = (stateDir: string): string => join(triesOf(stateDir), "kept");

export const placeOfKeep = (stateDir: string, id: string): string => join(keptOf(stateDir), id);

export const createKeepId = (): string => `keep_${randomHex(4)}`;

export function writePlan(stateDir: string, plan: KeepPlan): void {
  const place = placeOfKeep(stateDir, plan.id);
  makeDirectory(place);
  writeWhole(join(place, PLAN), plan);
}

function readPlan(stateDir: string, id: string): KeepPlan | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(placeOfKeep(stateDir, id), PLAN), "utf8"));
    return isRecord(value) && value["id"] === id ? (value as KeepPlan) : undefined;
  } catch {
    return undefined; // not there, or not finished
  }
}

/** All keeps that are remembered, the oldest first. */
export function listPlans(stateDir: string): readonly KeepPlan[] {
  const directory = keptOf(stateDir);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.flatMap((id) => readPlan(stateDir, id) ?? []).toSorted((a, b) => a.keptAt - b.keptAt);
}

/** Whether the process that works at it is still there. */
export const isAtWork = ({ by, state }: KeepPlan): boolean => state !== "done" && isRunning(by);

/** Forgets a keep, with what it holds. */
export function removePlan(stateDir: string, { id, area }: Pick<KeepPlan, "id" | "area">): void {
  removeTree(join(area, "new"));
  removeTree(join(area, "old"));
  if (area !== placeOfKeep(stateDir, id)) removeTree(area);
  removeTree(placeOfKeep(stateDir, id));
}
