import type { Function as FunctionNode } from "unbash";
import { IN_TEMP } from "../../knowledge/system-places.ts";
import { ANY, alternatives, bounded, type Text } from "./abstract-text.ts";
import { isShellVariable, unsetValue } from "./shell-variables.ts";

/** What is known of a variable: the values it may have, or the elements of an array. */
export type Variable =
  | { readonly kind: "scalar"; readonly values: readonly Text[] }
  | { readonly kind: "array"; readonly elements: readonly Text[] };

/** The directories and the session's variables a command is judged in. Only letters: none of it need exist. */
export type Place = {
  readonly cwd: string;
  readonly home: string;
  readonly variables?: ReadonlyMap<string, string>;
  readonly workspace?: string;
  readonly workspaces?: readonly string[];
};

/**
 * What is known while walking. Changes in place; a subshell gets a fork that is thrown away, a branch gets a fork that is
 * merged back. Files written on the way are shared by all forks, as the disk is.
 */
export class Scope {
  readonly #place: Place;
  #variables: Map<string, Variable>;
  #functions: Map<string, FunctionNode>;
  #files: Map<string, Text>;
  /** Names that stand for other names (`declare -n`). */
  #references: Map<string, string> = new Map();
  /** Whether a fork looks at the same maps: then the first change copies them. */
  #shared = false;
  #cwd: readonly Text[];
  #positionals: readonly Text[] | undefined;

  constructor(place: Place) {
    this.#place = place;
    this.#variables = new Map();
    for (const [name, value] of place.variables ?? []) this.#variables.set(name, { kind: "scalar", values: [value] });
    this.#functions = new Map();
    this.#files = new Map();
    this.#cwd = [place.cwd];
    this.#positionals = undefined;
  }

  /** Whether what lies at a path may be somebody else's: anybody may have put it there, and it is not part of the work. */
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

  get positionals(): readonly Text[] | undefined {
    return this.#positionals;
  }

  set positionals(values: readonly Text[] | undefined) {
    this.#positionals = values;
  }

  #own(): void {
    if (!this.#shared) return;
    this.#shared = false;
    this.#variables = new Map(this.#variables);
    this.#functions = new Map(this.#functions);
    this.#files = new Map(this.#files);
    this.#references = new Map(this.#references);
  }

  /** Makes a name stand for another one; a name that cannot be known stands for nothing that is. */
  refer(name: string, target: string): void {
    this.#own();
    this.#references.set(name, target);
  }

  /** The name behind a name, a few steps on at most. */
  #meant(name: string): string {
    let meant = name;
    for (let step = 0; step < 8; step++) meant = this.#references.get(meant) ?? meant;
    return meant;
  }

  set(name: string, values: readonly Text[]): void {
    this.#own();
    this.#variables.set(this.#meant(name), { kind: "scalar", values: alternatives(values) });
  }

  setArray(name: string, elements: readonly Text[]): void {
    this.#own();
    this.#variables.set(this.#meant(name), { kind: "array", elements: elements.slice(0, 256) });
  }

  append(name: string, values: readonly Text[]): void {
    const before = this.variable(name);
    if (before?.kind === "array") this.setArray(name, [...before.elements, ...values]);
    else
      this.set(
        name,
        this.valuesOf(name).flatMap((text) => values.map((value) => bounded(text + value))),
      );
  }

  unset(name: string): void {
    this.#own();
    this.#variables.set(this.#meant(name), { kind: "scalar", values: [""] });
  }

  variable(name: string): Variable | undefined {
    return this.#variables.get(this.#meant(name));
  }

  /** True when this script or session gave it a value; `HOME` and the like count. */
  isSet(name: string): boolean {
    return this.variable(name) !== undefined || isShellVariable(name);
  }

  /** The values a name may stand for, as one word. */
  valuesOf(name: string): readonly Text[] {
    const meant = this.#meant(name);
    const known = this.#variables.get(meant);
    if (known?.kind === "scalar") return known.values;
    if (known?.kind === "array") return [known.elements[0] ?? ""];
    return this.#builtIn(meant);
  }

  #builtIn(name: string): readonly Text[] {
    if (name === "PWD") return this.#cwd;
    if (!/^\d+$/.test(name)) return [unsetValue(name, this.#place.home)];
    if (name === "0") return ["bash"];
    return this.#positionals === undefined ? [ANY] : [this.#positionals[Number(name) - 1] ?? ""];
  }

  defineFunction(name: string, node: FunctionNode): void {
    this.#own();
    this.#functions.set(name, node);
  }

  functionOf(name: string): FunctionNode | undefined {
    return this.#functions.get(name);
  }

  forgetFunction(name: string): void {
    this.#own();
    this.#functions.delete(name);
  }

  /** Remembers what a file would hold; a directory is remembered with a trailing slash. */
  writeFile(path: Text, content: Text): void {
    if (this.#files.size >= 512) return;
    this.#own();
    this.#files.set(path, content);
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
    const copy = new Scope(this.#place);
    copy.#variables = this.#variables;
    copy.#functions = this.#functions;
    copy.#files = this.#files;
    copy.#references = this.#references;
    copy.#cwd = this.#cwd;
    copy.#positionals = this.#positionals;
    copy.#shared = true;
    this.#shared = true;
    return copy;
  }

  /** Takes over what a fork wrote to disk. */
  keepFiles(fork: Scope): void {
    if (fork.#files === this.#files) return;
    for (const [path, content] of fork.#files) this.writeFile(path, content);
  }

  /** Afterwards everything may be as it was or as the branch left it. */
  merge(branch: Scope): void {
    if (branch.#variables !== this.#variables) this.#mergeVariables(branch);
    this.#cwd = alternatives([...this.#cwd, ...branch.#cwd]);
    this.keepFiles(branch);
  }

  #mergeVariables(branch: Scope): void {
    this.#own();
    for (const [name, variable] of branch.#variables) {
      const before = this.#variables.get(name);
      if (before === variable) continue;
      if (variable.kind === "array" || before?.kind === "array") this.#variables.set(name, variable);
      else this.set(name, [...this.valuesOf(name), ...variable.values]);
    }
    for (const [name, node] of branch.#functions) this.#functions.set(name, node);
  }
}
