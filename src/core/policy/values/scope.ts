import type { Function as FunctionNode } from "unbash";
import { ANY, alternatives, type Text } from "./abstract-text.ts";
import { elementOf } from "./elements.ts";
import {
  appended,
  distinctLists,
  type Joining,
  joinDistinct,
  joinLists,
  joinValues,
  joinVariables,
  type Lists,
  type Variable,
} from "./join.ts";
import { NameReferences } from "./name-references.ts";
import { isForeignPlace, type Place, seenVariables, stackOf } from "./place.ts";
import type { Functions } from "./session-view.ts";
import { SharedMap } from "./shared-map.ts";
import { ALIAS, ATTRIBUTE, given, heldBefore, isShellVariable, passedOn, unsetValue } from "./shell-variables.ts";
import { WrittenFiles } from "./written-files.ts";

const NO_FUNCTION: Functions = [undefined];

/**
 * What is known while walking. Changes in place; a subshell gets a fork that is thrown away, a branch gets a fork that is
 * merged back. Files written on the way are shared by all forks, as the disk is.
 */
export class Scope {
  readonly #place: Place;
  #variables: SharedMap<Variable>;
  #functions: SharedMap<Functions>;
  #files: WrittenFiles;
  #references: NameReferences;
  #cwd: readonly Text[];
  /** The session's own until the text sets others. */
  #positionals: Lists | undefined | "held";
  /** Another shell than the session's has only what was exported. */
  #isOther = false;

  constructor(place: Place, from?: Scope) {
    this.#place = place;
    if (from === undefined) {
      this.#variables = new SharedMap(seenVariables(place));
      this.#functions = new SharedMap();
      this.#files = new WrittenFiles(place.view);
      this.#references = new NameReferences();
      this.#cwd = [place.cwd];
      this.#positionals = "held";
    } else {
      this.#variables = from.#variables.fork();
      this.#functions = from.#functions.fork();
      this.#files = from.#files.fork();
      this.#references = from.#references.fork();
      this.#cwd = from.#cwd;
      this.#positionals = from.#positionals;
      this.#isOther = from.#isOther;
    }
  }

  isForeign(path: Text): boolean {
    return isForeignPlace(path, this.#place);
  }

  /** `$_` of the next command. */
  noteLast(argv: readonly Text[]): void {
    this.#variables.set("_", { kind: "scalar", values: argv.slice(-1) });
  }

  get cwd(): readonly Text[] {
    return this.#cwd;
  }

  set cwd(directories: readonly Text[]) {
    this.set("OLDPWD", this.#cwd);
    this.#cwd = alternatives(directories);
    if (this.#variables.get("DIRSTACK") !== undefined) this.setArray("DIRSTACK", [stackOf(this)]);
  }

  /** What `~` stands for. */
  get home(): string {
    const set = this.variable("HOME");
    const [only = ""] = set?.kind === "scalar" && set.values.length === 1 ? set.values : [];
    return only || this.#place.home;
  }

  /** The argument lists there may be; `undefined` when nothing is known of them. */
  get positionals(): Lists | undefined {
    return this.#positionals === "held" ? this.#place.view?.positionals() : this.#positionals;
  }

  set positionals(lists: Lists | undefined) {
    this.#place.view?.changes("@");
    this.#positionals = lists;
  }

  /** The text as this shell reads it: the session's has aliases. */
  asRead(text: string): string {
    return this.#isOther ? text : (this.#place.view?.asRead(text) ?? text);
  }

  ownsProcess(pid: number): boolean {
    return this.#place.view?.ownsProcess(pid) === true;
  }

  /** The text may change anything in the session from here on. */
  unsettle(): void {
    this.#place.view?.changesAll();
  }

  /** Makes a name stand for another one; a name that cannot be known stands for nothing that is. */
  refer(name: string, target: string): void {
    this.changes(name);
    this.#references.refer(name, target);
  }

  /** One name is set; of several that may be meant each may keep what it has. */
  #assign(name: string, variable: Variable): void {
    const names = this.#references.meant(name);
    for (const one of names) this.changes(one);
    for (const one of names) {
      const value = given(variable, this.#variables.get(ATTRIBUTE + one), () => this.#valued(one));
      this.#variables.set(one, names.length === 1 ? value : joinVariables(this.#valued(one), value, "exact"));
    }
  }

  changes(name: string): void {
    if (name.startsWith(ALIAS)) this.unsettle();
    else this.#place.view?.changes(name);
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
    const lists = variable?.kind === "array" ? variable.lists : this.positionals;
    const filled = lists?.filter((list) => list.length > 0) ?? [];
    if (filled.length === 0) return;
    if (name === undefined) this.#positionals = filled;
    else this.setArray(name, filled);
  }

  append(name: string, values: readonly Text[]): void {
    this.#assign(name, appended(this.variable(name) ?? { kind: "scalar", values: this.valuesOf(name) }, values));
  }

  unset(name: string): void {
    this.#variables.replace(ATTRIBUTE + name, undefined);
    this.#assign(name, { kind: "scalar", values: [""] });
  }

  /** Gives a name back what a local variable hid. */
  restore(name: string, variable: Variable | undefined): void {
    this.#variables.replace(name, variable);
  }

  variable(name: string): Variable | undefined {
    const [only = name, ...others] = this.#references.meant(name);
    if (others.length === 0) return this.#held(only);
    return others.reduce((known, other) => joinVariables(known, this.#valued(other), "exact"), this.#valued(only));
  }

  #held(name: string): Variable | undefined {
    if (name.endsWith("]")) return elementOf(name, (array) => this.variable(array));
    return this.#variables.get(name) ?? heldBefore(name, this.#place.view, this.#isOther);
  }

  #valued(name: string): Variable {
    return this.#held(name) ?? { kind: "scalar", values: this.#unset(name) };
  }

  /** True when this script or session gave it a value; `HOME` and the like count. */
  isSet(name: string): boolean {
    return this.variable(name) !== undefined || isShellVariable(name);
  }

  /** Surely without a value, from this script and from the session before it. */
  isUnset(name: string): boolean {
    const [only = name] = this.#references.meant(name);
    return this.variable(name) === undefined && this.#place.view?.lacks(only) === true;
  }

  /** The values a name may stand for, as one word. */
  valuesOf(name: string): readonly Text[] {
    const known = this.variable(name);
    if (known?.kind === "scalar") return known.values;
    if (known?.kind === "array") return alternatives(known.lists.map(([first = ""]) => first));
    return this.#unset(this.#references.meant(name)[0] ?? name);
  }

  #unset(name: string): readonly Text[] {
    if (name === "PWD") return this.#cwd;
    if (!/^\d+$/.test(name)) return [unsetValue(name, this.#place.home)];
    if (name === "0") return ["bash"];
    return alternatives(this.positionals?.map((list) => list[Number(name) - 1] ?? "") ?? [ANY]);
  }

  defineFunction(name: string, node: FunctionNode): void {
    this.unsettle();
    this.#functions.set(name, [node]);
  }

  functionsOf(name: string): Functions {
    return this.#functions.get(name) ?? this.#heldFunctions(name);
  }

  #heldFunctions(name: string): Functions {
    const held = this.#place.view?.functions(name) ?? NO_FUNCTION;
    return this.#isOther ? [...held, undefined] : held;
  }

  forgetFunction(name: string): void {
    this.unsettle();
    this.#functions.set(name, NO_FUNCTION);
  }

  /** Another shell begins: only what was exported is there, and what it is given. */
  enterOtherShell(given: ReadonlyMap<string, readonly Text[]>): void {
    this.#isOther = true;
    this.#variables = passedOn(this.#variables, given);
    this.#functions = this.#functions.mapped((nodes) => (nodes.includes(undefined) ? nodes : [...nodes, undefined]));
  }

  /** What the text or the session put there, if it did. */
  fileContent(path: Text): Text | undefined {
    return this.#files.content(path);
  }

  get files(): WrittenFiles {
    return this.#files;
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
    this.#isOther = fork.#isOther;
  }

  /** Takes over what a fork wrote to disk. */
  keepFiles(fork: Scope): void {
    this.#files.keep(fork.#files);
  }

  /** Afterwards everything may be as it was or as the branch left it; whether that is more than was known. */
  merge(branch: Scope, joining: Joining = "exact"): boolean {
    const changes = [
      this.#variables.join(branch.#variables, (name, before, after) =>
        joinVariables(before ?? this.#unsetAs(after, name), after, joining),
      ),
      this.#functions.join(branch.#functions, (name, before, after) =>
        joinDistinct(before ?? this.#heldFunctions(name), after),
      ),
      this.#files.merge(branch.#files, joining),
      this.#references.merge(branch.#references),
      this.#mergePlace(branch, joining),
    ];
    return changes.includes(true);
  }

  /** What a variable was that only the branch has set: an array nobody set is empty. */
  #unsetAs({ kind }: Variable, name: string): Variable {
    const held = this.#place.view?.variable(name);
    if (held !== undefined) return held;
    return kind === "array" ? { kind, lists: [[]] } : { kind, values: this.#unset(name) };
  }

  #mergePlace(branch: Scope, joining: Joining): boolean {
    const cwd = joinValues(this.#cwd, branch.#cwd, joining);
    const changed = cwd !== this.#cwd;
    this.#cwd = cwd;
    if (this.#positionals === branch.#positionals) return changed;
    const [before, after] = [this.positionals, branch.positionals];
    const positionals = before === undefined || after === undefined ? undefined : joinLists(before, after, joining);
    if (positionals === before) return changed;
    this.#positionals = positionals;
    return true;
  }
}
