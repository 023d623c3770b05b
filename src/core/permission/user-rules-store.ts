import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { wallMs } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { randomHex } from "../base/ids.ts";
import { RECORD_BYTES } from "../base/limits.ts";
import { isMissing, systemReason } from "../base/system-error.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { readUntrustedBytes } from "../files/read-untrusted.ts";
import { NO_RULES, type RuleSet } from "../policy/rules/user-rules.ts";
import {
  createRuleId,
  isOver,
  type KeptRule,
  type NewRule,
  parseKeptRule,
  renderKeptRule,
  userRuleOf,
} from "./kept-rule.ts";

/** Which commands a rule is for: those of one workspace, or all of this user's. */
export type RuleScope = "workspace" | "user";

/** A rule, with its file. */
export type ListedRule = KeptRule & { readonly scope: RuleScope; readonly path: string };

/** The directory of one scope, and those above it that must be the user's too. */
type Place = {
  readonly scope: RuleScope;
  readonly directory: string;
  readonly above: string;
  readonly workspace: string | undefined;
};
type ReadFile = { readonly path: string; readonly version: string; readonly rule: KeptRule };
type Read = { readonly version: string; readonly at: number; readonly files: readonly ReadFile[] };

const ENDING = ".json";
/** Two changes within one tick of a disk's clock leave a directory with the same time: a list this young is read again. */
const TICK_MS = 1000;

/**
 * The rules of a user: a file for each, in one directory for all workspaces and in one for each workspace, named after its
 * real path. To add a rule is to make a file and to remove it is to remove the file, so that processes which do it at the
 * same time lose nothing. The directories lie in the user's configuration, which commands can neither see in a sandbox nor
 * write by the policy. Read again whenever they change.
 */
export class UserRulesStore {
  readonly #places: readonly Place[];
  readonly #read = new Map<string, Read>();
  #current: { readonly name: string; readonly set: RuleSet } = { name: "[]", set: NO_RULES };

  /** `directory` is nacre's own in the user's configuration; `workspace` a real path. */
  constructor(directory: string, workspace: string) {
    const name = createHash("sha256").update(workspace).digest("hex").slice(0, 32);
    const all = join(directory, "workspaces");
    this.#places = [
      { scope: "workspace", directory: join(all, name), above: all, workspace },
      { scope: "user", directory: join(directory, "rules"), above: directory, workspace: undefined },
    ];
  }

  /** The rules that hold now: the same object until another set holds. A broken file is a fault that names the place. */
  current(): RuleSet {
    const listed = this.list();
    const name = JSON.stringify(listed);
    if (name !== this.#current.name) {
      const rules = listed.map((rule) => userRuleOf(rule, rule.path));
      this.#current = { name, set: rules.length === 0 ? NO_RULES : { ...NO_RULES, rules } };
    }
    return this.#current.set;
  }

  /** Those that hold now, in the order in which they were made, this workspace's first. */
  list(): readonly ListedRule[] {
    const now = wallMs();
    return this.#places.flatMap((place) => this.#listed(place).filter((rule) => !isOver(rule, now)));
  }

  /** Rules of the same scope that are over leave the disk with it. */
  add(scope: RuleScope, rule: NewRule): ListedRule {
    const now = wallMs();
    const place = this.#places.find((one) => one.scope === scope);
    if (place === undefined) throw new TypeError(`no directory for ${scope}`);
    const { directory, workspace } = place;
    const id = createRuleId();
    const made = { ...(workspace === undefined ? {} : { workspace }), ...rule, madeAt: new Date(now).toISOString() };
    userRuleOf({ id, ...made }, "the rule");
    makePrivate(directory);
    for (const { path } of this.#listed(place).filter((one) => isOver(one, now))) rmSync(path, { force: true });
    const path = join(directory, id + ENDING);
    write(path, renderKeptRule(made));
    return { id, ...made, scope, path };
  }

  /** The rule that was removed; undefined when none has this id, or another process removed it first. */
  remove(id: string): ListedRule | undefined {
    const found = this.#places.flatMap((place) => this.#listed(place)).find((rule) => rule.id === id);
    return found === undefined || !isRemoved(found.path) ? undefined : found;
  }

  #listed(place: Place): readonly ListedRule[] {
    const { scope } = place;
    return this.#filesIn(place)
      .map(({ path, rule }) => ({ ...rule, scope, path }))
      .toSorted((a, b) => (a.madeAt < b.madeAt || (a.madeAt === b.madeAt && a.id < b.id) ? -1 : 1));
  }

  #filesIn(place: Place): readonly ReadFile[] {
    const { directory, above } = place;
    const stat = statOf(above) && statOf(directory);
    if (stat === undefined) return [];
    const version = versionOf(stat);
    const known = this.#read.get(directory);
    if (known?.version === version && known.at - stat.ctimeMs > TICK_MS && known.files.every(isUnchanged))
      return known.files;
    const at = wallMs();
    const files = rulesIn(directory).flatMap((path) => readRule(path, place) ?? []);
    this.#read.set(directory, { version, at, files });
    return files;
  }
}

/** What a directory is; undefined where it is not there, a fault where it is a link, or anybody else's. */
function statOf(directory: string): Stats | undefined {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat !== undefined && !(stat.isDirectory() && isPrivate(stat)))
    throw refusal(directory, "is no directory of this user that only this user can write");
  return stat;
}

const isUnchanged = ({ path, version }: ReadFile): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && versionOf(stat) === version;
};

function rulesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).flatMap((name) => (name.endsWith(ENDING) ? [join(directory, name)] : []));
  } catch (cause) {
    throw refusal(directory, `cannot be read (${systemReason(cause)})`, cause);
  }
}

/** The rule in a file; undefined where another process has removed it meanwhile. */
function readRule(path: string, { workspace }: Place): ReadFile | undefined {
  const read = readUntrustedBytes(path, RECORD_BYTES, isPrivate);
  if (read !== undefined) {
    const rule = parseKeptRule(read.bytes.toString("utf8"), { path, id: basename(path, ENDING), workspace });
    return { path, version: versionOf(read.stat), rule };
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  throw refusal(path, "is no plain file of this user that only this user can write");
}

/** Of this user, or of root, and written by no other. */
const isPrivate = ({ uid, mode }: Stats): boolean => (uid === process.getuid?.() || uid === 0) && (mode & 0o022) === 0;

const versionOf = ({ dev, ino, size, ctimeMs, mtimeMs }: Stats): string => [dev, ino, size, ctimeMs, mtimeMs].join(" ");

function makePrivate(directory: string): void {
  try {
    makeDirectory(directory, 0o700);
  } catch (cause) {
    throw refusal(directory, `cannot be made (${systemReason(cause)})`, cause);
  }
}

/** Writes aside and renames: a reader finds the whole rule, or none. */
function write(path: string, text: string): void {
  const aside = `${path}.${randomHex(4)}`;
  try {
    const fd = openSync(aside, "wx", 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, path);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw refusal(path, `cannot be written (${systemReason(cause)})`, cause);
  }
}

/** Removes a file. False when it is gone already. */
function isRemoved(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw refusal(path, `cannot be removed (${systemReason(cause)})`, cause);
  }
}

const refusal = (path: string, why: string, cause?: unknown): Fault =>
  new Fault("RULES_INVALID", `${path} ${why}`, cause === undefined ? undefined : { cause });
