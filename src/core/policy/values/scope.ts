import type { Function as FunctionNode } from "unbash";
import { IN_TEMP } from "../../knowledge/system-places.ts";
import { ANY, alternatives, bounded, type Text } from "./abstract-text.ts";
import {
  distinctLists,
  type Joining,
  joinContents,
  joinLists,
  joinValues,
  joinVariables,
  type Lists,
  type Variable,
} from "./join.ts";
import { SharedMap } from "./shared-map.ts";
import { isShellVariable, unsetValue } from "./shell-variables.ts";

/** The directories and the session's variables a command is judged in. Only letters: none of it need exist. */
export type Place = {
  readonly cwd: string;
  readonly home: string;
  readonly variables?: ReadonlyMap<string, string>;
  readonly workspace?: string;
  readonly workspaces?: readonly string[];
};

/** The functions a name may be; `undefined` among them: it may be none. */
export type Functions = readonly (FunctionNode | undefined)[];

const NO_FUNCTION: Functions = [undefined];
/** Names that one name may stand for. */
const MAX_TARGETS = 8;

/**
 * What is known while walking. Changes in place; a subshell gets a fork that is thrown away, a branch gets a fork that is
 * merged back. Files written on the way are shared by all forks, as the disk is.
 */
export class Scope {
  readonly #place: Place;
  #variables: SharedMap<Variable>;
  #functions: SharedMap<Functions>;
  #files: SharedMap<Text>;
  /** Names that stand for other names (`declare -n`). */
  #references: SharedMap<readonly string[]>;
  #cwd: readonly Text[];
  #positionals: Lists | undefined;

  constructor(place: Place, from?: Scope) {
    this.#place = place;
    if (from === undefined) {
      this.#variables = new SharedMap(sessionVariables(place));
      this.#functions = new SharedMap();
      this.#files = new SharedMap();
      this.#references = new SharedMap();
      this.#cwd = [place.cwd];
      this.#positionals = undefined;
    } else {
      this.#variables = from.#variables.fork();
      this.#functions = from.#functions.fork();
      this.#files = from.#files.fork();
      this.#references = from.#references.fork();
      this.#cwd = from.#cwd;
      this.#positionals = from.#positionals;
    }
  }

  /** Whether what lies at a path may be another user's: every user may write there, and it is not part of the work. */
  isForeign(path: Text): boolean {
    const { workspace, workspaces = [] } = this.#place;
    const own = workspace === undefined ? workspaces : [workspace, ...workspaces];
    return IN_TEMP.test(path) && !own.some((root) => `${path}/`.startsWith(`${root}/`));
  }

  get cwd(): readonly Text[] {
    return this.#cwd;
  }

  set cwd(directories: readonly Text[]) {
    this.set("OLDPWD", this.#cwd);
    this.#cwd = alternatives(directories);
  }

  get home(): string {
    return this.#place.home;
  }

  /** The argument lists there may be; `undefined` when nothing is known of them. */
  get positionals(): Lists | undefined {
    return this.#positionals;
  }

  set positionals(lists: Lists | undefined) {
    this.#positionals = lists;
  }

  /** Makes a name stand for another one; a name that cannot be known stands for nothing that is. */
  refer(name: string, target: string): void {
    this.#references.set(name, [target]);
  }

  /** The names behind a name, a few steps on at most. */
  #meant(name: string): readonly string[] {
    let names: readonly string[] = [name];
    if (this.#references.get(name) === undefined) return names;
    for (let step = 0; step < 8; step++)
      names = [...new Set(names.flatMap((one) => this.#references.get(one) ?? [one]))].slice(0, MAX_TARGETS);
    return names;
  }

  /** One name is set; of several that may be meant each may keep what it has. */
  #assign(name: string, variable: Variable): void {
    const names = this.#meant(name);
    for (const one of names)
      this.#variables.set(one, names.length === 1 ? variable : joinVariables(this.#valued(one), variable, "exact"));
  }

  set(name: string, values: readonly Text[]): void {
    this.#assign(name, { kind: "scalar", values: alternatives(values) });
  }

  /** The lists of elements an array may have. */
  setArray(name: string, lists: Lists): void {
    this.#assign(name, { kind: "array", lists: distinctLists(lists) });
  }

  /** There is at least one argument, or one element in this array, where there may be. */
  refineFilled(name: string | undefined): void {
    const variable = name === undefined ? undefined : this.variable(name);
    const lists = variable?.kind === "array" ? variable.lists : this.#positionals;
    const filled = lists?.filter((list) => list.length > 0) ?? [];
    if (filled.length === 0) return;
    if (name === undefined) this.#positionals = filled;
    else this.setArray(name, filled);
  }

  append(name: string, values: readonly Text[]): void {
    const before = this.variable(name);
    if (before?.kind === "array")
      this.setArray(
        name,
        before.lists.flatMap((list) => values.map((value) => [...list, value])),
      );
    else
      this.set(
        name,
        this.valuesOf(name).flatMap((text) => values.map((value) => bounded(text + value))),
      );
  }

  unset(name: string): void {
    this.#assign(name, { kind: "scalar", values: [""] });
  }

  /** Gives a name back what a local variable hid. */
  restore(name: string, variable: Variable | undefined): void {
    if (variable === undefined) this.#variables.delete(name);
    else this.#variables.set(name, variable);
  }

  variable(name: string): Variable | undefined {
    const [only = name, ...others] = this.#meant(name);
    if (others.length === 0) return this.#variables.get(only);
    return others.reduce((known, other) => joinVariables(known, this.#valued(other), "exact"), this.#valued(only));
  }

  #valued(name: string): Variable {
    return this.#variables.get(name) ?? { kind: "scalar", values: this.#unset(name) };
  }

  /** True when this script or session gave it a value; `HOME` and the like count. */
  isSet(name: string): boolean {
    return this.variable(name) !== undefined || isShellVariable(name);
  }

  /** The values a name may stand for, as one word. */
  valuesOf(name: string): readonly Text[] {
    const known = this.variable(name);
    if (known?.kind === "scalar") return known.values;
    if (known?.kind === "array") return alternatives(known.lists.map(([first = ""]) => first));
    return this.#unset(this.#meant(name)[0] ?? name);
  }

  #unset(name: string): readonly Text[] {
    if (name === "PWD") return this.#cwd;
    if (!/^\d+$/.test(name)) return [unsetValue(name, this.#place.home)];
    if (name === "0") return ["bash"];
    return this.#positionals === undefined
      ? [ANY]
      : alternatives(this.#positionals.map((list) => list[Number(name) - 1] ?? ""));
  }

  defineFunction(name: string, node: FunctionNode): void {
    this.#functions.set(name, [node]);
  }

  functionsOf(name: string): Functions {
    return this.#functions.get(name) ?? NO_FUNCTION;
  }

  forgetFunction(name: string): void {
    this.#functions.set(name, NO_FUNCTION);
  }

  /** Another shell begins: only functions that were exported are there. */
  doubtFunctions(): void {
    this.#functions = this.#functions.mapped((nodes) => (nodes.includes(undefined) ? nodes : [...nodes, undefined]));
  }

  /** Remembers what a file would hold; a directory is remembered with a trailing slash. */
  writeFile(path: Text, content: Text): void {
    if (this.#files.size < 512) this.#files.set(path, content);
  }

  appendFile(path: Text, content: Text): void {
    this.writeFile(path, bounded((this.#files.get(path) ?? "") + content));
  }

  /** What the script itself put there, if it did. A directory speaks for what is below it. */
  fileContent(path: Text): Text | undefined {
    const own = this.#files.get(path);
    if (own !== undefined) return own;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const below = this.#files.get(path.slice(0, end + 1));
      if (below !== undefined) return below;
    }
    return undefined;
  }

  /** A copy for a subshell or a branch; files stay shared. */
  fork(): Scope {
    return new Scope(this.#place, this);
  }

  /** Everything is as the fork left it. */
  become(fork: Scope): void {
    this.#variables = fork.#variables.fork();
    this.#functions = fork.#functions.fork();
    this.#files = fork.#files.fork();
    this.#references = fork.#references.fork();
    this.#cwd = fork.#cwd;
    this.#positionals = fork.#positionals;
  }

  /** Takes over what a fork wrote to disk. */
  keepFiles(fork: Scope): void {
    this.#files.join(fork.#files, (_path, before, after) => (this.#files.size < 512 ? after : (before ?? after)));
  }

  /** Afterwards everything may be as it was or as the branch left it; whether that is more than was known. */
  merge(branch: Scope, joining: Joining = "exact"): boolean {
    const changes = [
      this.#variables.join(branch.#variables, (name, before, after) =>
        joinVariables(before ?? this.#unsetAs(after, name), after, joining),
      ),
      this.#functions.join(branch.#functions, (_name, before = NO_FUNCTION, after) => joinFunctions(before, after)),
      this.#files.join(branch.#files, (_path, before, after) =>
        before === undefined ? after : bounded(joinContents(before, after, joining)),
      ),
      this.#references.join(branch.#references, (name, before = [name], after) =>
        after.every((target) => before.includes(target)) ? before : [...new Set([...before, ...after])],
      ),
      this.#mergePlace(branch, joining),
    ];
    return changes.includes(true);
  }

  /** What a variable was that only the branch has set: an array nobody set is empty. */
  #unsetAs({ kind }: Variable, name: string): Variable {
    return kind === "array" ? { kind, lists: [[]] } : { kind, values: this.#unset(name) };
  }

  #mergePlace(branch: Scope, joining: Joining): boolean {
    const cwd = joinValues(this.#cwd, branch.#cwd, joining);
    const positionals =
      this.#positionals === undefined || branch.#positionals === undefined
        ? undefined
        : joinLists(this.#positionals, branch.#positionals, joining);
    const changed = cwd !== this.#cwd || positionals !== this.#positionals;
    this.#cwd = cwd;
    this.#positionals = positionals;
    return changed;
  }
}

const sessionVariables = (place: Place): Map<string, Variable> =>
  new Map([...(place.variables ?? [])].map(([name, value]) => [name, { kind: "scalar", values: [value] }]));

const joinFunctions = (before: Functions, after: Functions): Functions =>
  after.every((node) => before.includes(node)) ? before : [...new Set([...before, ...after])];
