import { linkSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { wallMs } from "../../base/clock.ts";
import { Fault, isFault } from "../../base/fault.ts";
import { doInSlices, type Steps } from "../../base/slices.ts";
import { codeOf } from "../../base/system-error.ts";
import { systemFault } from "../../base/system-fault.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { identityOf } from "../../process/identity.ts";
import { type BytePath, below, bytePathOf, bytesOf, lookAt, shownPath } from "../byte-path.ts";
import { rightsOf } from "../change.ts";
import { type CopyTree, copyEntry, linksAmongCopies } from "./copy-entry.ts";
import { type HeldTree, setRights } from "./held-tree.ts";
import {
  createKeepId,
  isAtWork,
  type KeepPlan,
  type KeepStep,
  listPlans,
  placeOfKeep,
  removePlan,
  writePlan,
} from "./keep-plan.ts";
import { KEPT_RIGHTS } from "./keep-steps.ts";
import { bringEntry, moveEntry } from "./move-entry.ts";
import { rollBack } from "./undo-keep.ts";

export type KeepWork = {
  readonly stateDir: string;
  readonly tryId: string;
  readonly workspace: string;
  readonly tree: HeldTree;
  /** Where the changes lie. */
  readonly tried: BytePath;
  readonly steps: readonly KeepStep[];
  /** Files of the try that are as they are in the workspace and have further names, by inode. */
  readonly links: ReadonlyMap<bigint, BytePath>;
  /**
   * Asked once more when everything is ready, with the ctimes that nacre gave meanwhile: a fault there leaves the workspace
   * as it is.
   */
  readonly check: (own: Readonly<Record<BytePath, string>>) => Promise<void>;
};

/**
 * Brings steps into the workspace. All that comes is written first, beside the workspace; then each step is a rename or
 * two. What fails in the middle is undone at once, a crash by the next nacre.
 */
export async function applyKeep(work: KeepWork): Promise<KeepPlan> {
  const { stateDir, tryId, workspace, tree, check } = work;
  const rival = listPlans(stateDir).find((plan) => plan.workspace === workspace && isAtWork(plan));
  if (rival !== undefined)
    throw new Fault("TRY_UNAVAILABLE", `another nacre (pid ${rival.by.pid}) is keeping something in ${workspace}`);
  const by = identityOf(process.pid);
  if (by === undefined) throw new Fault("PROC_UNUSABLE");
  const id = createKeepId();
  const begun = { id, tryId, workspace, keptAt: wallMs(), by, state: "staging", steps: [] } as const;
  let plan: KeepPlan = { ...begun, area: placeOfKeep(stateDir, id) };
  try {
    plan = { ...begun, area: areaFor(stateDir, id, workspace) };
    const own = { "": String(tree.at("", lookAt)?.ctimeNs) };
    writePlan(stateDir, plan);
    const { area } = plan;
    for (const name of ["new", "old"]) makeDirectory(join(area, name));
    const steps = await doInSlices(stage(work, area));
    await check(own);
    plan = { ...plan, state: "applying", steps };
    writePlan(stateDir, plan);
    steps.forEach((step, at) => applyStep(step, { tree, at, area }));
    await bringHome(stateDir, plan);
    const done: KeepPlan = { ...plan, state: "done", steps: steps.map((step) => asDone(step, tree)) };
    writePlan(stateDir, done);
    if (area !== placeOfKeep(stateDir, id)) rmSync(area, { recursive: true, force: true });
    return done;
  } catch (error) {
    if (plan.state === "staging") removePlan(stateDir, plan);
    else rollBack(stateDir, plan);
    throw nothingKept(error);
  }
}

/** Only the last keep in a workspace can be undone: forgets the others. */
export function forgetOlder(stateDir: string, { id, workspace }: KeepPlan): void {
  for (const older of listPlans(stateDir))
    if (older.workspace === workspace && older.id !== id && older.state === "done") removePlan(stateDir, older);
}

/** The reason why a keep came to nothing. */
export function nothingKept(error: unknown): unknown {
  return isFault(error) || codeOf(error) === "" ? error : systemFault(error, { what: "nothing was kept" });
}

/** Among nacre's own files where a rename leads from there into the workspace, else in the workspace. */
function areaFor(stateDir: string, id: string, workspace: string): string {
  const own = placeOfKeep(stateDir, id);
  makeDirectory(own);
  const [from, to] = [join(own, "probe"), join(workspace, `.nacre-${id}`)];
  mkdirSync(from);
  try {
    renameSync(from, to);
    rmSync(to, { recursive: true });
    return own;
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (codeOf(error) !== "EXDEV") throw error;
    return to;
  }
}

/** Copies what comes, and looks at what it replaces. */
function* stage({ steps, tree, tried, links }: KeepWork, area: string): Steps<readonly KeepStep[]> {
  const among = linksAmongCopies();
  const link: CopyTree["link"] = (stat, to) => linkToReal(links.get(stat.ino), to, tree) || among(stat, to);
  const staged: KeepStep[] = [];
  for (const step of steps) {
    yield;
    const was = tree.at(step.at, lookAt);
    const before = was === undefined ? {} : { before: { inode: String(was.ino), mode: rightsOf(was) } };
    if (step.act !== "put") {
      staged.push({ ...step, ...before });
      continue;
    }
    const to = bytePathOf(join(area, "new", String(staged.length)));
    if (step.isBare === true) mkdirSync(bytesOf(to), { mode: 0o700 });
    else yield* copyEntry(below(tried, step.at), to, { rights: KEPT_RIGHTS, link });
    const made = lookAt(to);
    if (made === undefined) continue; // a socket
    // A directory that its owner may not write could not change its place.
    if (made.isDirectory()) setRights(to, rightsOf(made) | 0o700);
    staged.push({ ...step, ...before, inode: String(made.ino) });
  }
  return staged;
}

/** A further name of a file that the try left as it is. False where it is none, or lies on another disk. */
function linkToReal(at: BytePath | undefined, to: BytePath, tree: HeldTree): boolean {
  if (at === undefined) return false;
  try {
    return tree.at(at, (path) => linkSync(bytesOf(path), bytesOf(to)) === undefined) ?? false;
  } catch (error) {
    if (["EXDEV", "EPERM", "EMLINK", "ENOENT"].includes(codeOf(error))) return false;
    throw error;
  }
}

type Applied = { readonly tree: HeldTree; readonly at: number; readonly area: string };

function applyStep(step: KeepStep, { tree, at, area }: Applied): void {
  const place = (name: string): BytePath => bytePathOf(join(area, name, String(at)));
  const done = tree.at(step.at, (path) => {
    if (step.act === "mode") setRights(path, step.mode ?? 0o644);
    else putOrRemove(step, { path, old: place("old"), made: place("new") });
    return true;
  });
  if (done === undefined)
    throw new Fault("TRY_UNAVAILABLE", `the directory of ${shownPath(step.at)} is gone, or leads through a link now`);
}

type Moved = { readonly path: BytePath; readonly old: BytePath; readonly made: BytePath };

function putOrRemove(step: KeepStep, { path, old, made }: Moved): void {
  const was = lookAt(path);
  if (String(was?.ino) !== String(step.before?.inode))
    throw new Fault("TRY_UNAVAILABLE", `${shownPath(step.at)} was replaced while it was kept`);
  const isDirectory = was?.isDirectory() === true || lookAt(made)?.isDirectory() === true;
  if (was !== undefined) putAside(path, old, step.act === "put" && !isDirectory);
  if (step.act !== "put") return;
  renameSync(bytesOf(made), bytesOf(path));
  if (step.mode !== undefined) setRights(path, step.mode);
}

/** A file that is replaced stays in its place until the new one takes it: at no moment is there none. */
function putAside(path: BytePath, old: BytePath, isReplaced: boolean): void {
  if (!isReplaced) return moveEntry(path, old);
  try {
    linkSync(bytesOf(path), bytesOf(old));
  } catch (error) {
    if (!["EPERM", "EMLINK", "EACCES", "ENOTSUP"].includes(codeOf(error))) throw error;
    moveEntry(path, old); // a file system without hard links, or a file of another user
  }
}

/** What was replaced lies in the workspace where a rename did not lead out of it: it must not stay there. */
async function bringHome(stateDir: string, { area, id, steps }: KeepPlan): Promise<void> {
  const home = placeOfKeep(stateDir, id);
  if (area === home) return;
  makeDirectory(join(home, "old"));
  steps.forEach((_, at) => {
    const from = join(area, "old", String(at));
    if (lstatSync(from, { throwIfNoEntry: false }) !== undefined)
      bringEntry(bytePathOf(from), bytePathOf(join(home, "old", String(at))));
  });
}

function asDone(step: KeepStep, tree: HeldTree): KeepStep {
  const stat = tree.at(step.at, lookAt);
  return stat === undefined ? step : { ...step, ctimeNs: String(stat.ctimeNs) };
}
