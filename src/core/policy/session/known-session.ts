import type { Function as FunctionNode } from "unbash";
import { nameSecrecy } from "../../knowledge/secret-names.ts";
import { parseSyntax } from "../read/syntax.ts";
import { ANY, alternatives, bounded, FULL, isKnown, OUTPUT, replaceHoles, type Text } from "../values/abstract-text.ts";
import type { Lists, Variable } from "../values/join.ts";
import type { Functions, SessionView } from "../values/session-view.ts";
import type { Changes, Link, Needs } from "../verdict.ts";
import { expandAliases } from "./alias-text.ts";
import type { HeldState, SessionKnowledge, SessionVariable } from "./session-knowledge.ts";

/** Names whose value bash makes anew whenever it is asked: what a state says of them is old. */
const MADE_BY_BASH =
  /^(?:PWD|PPID|UID|EUID|GROUPS|SHLVL|HOSTNAME|RANDOM|SRANDOM|SECONDS|LINENO|BASHPID|EPOCH\w+|COLUMNS|LINES|PIPESTATUS|FUNCNAME|(?:SHELL|BASH)OPTS|DIRSTACK|BASH_(?!REMATCH$)\w+)$/;

/** The most elements of a list that are followed by their place. */
const MAX_PLACES = 256;
/** Names that stand for names are followed so far. */
const MAX_STEPS = 8;
/** The most files that one judgement asks for. */
const MAX_FILES = 64;

/** One judgement's view of a session: what it takes from it, what it lacked, what the text changes there. */
export class KnownSession implements SessionView {
  readonly #knowledge: SessionKnowledge;
  readonly #changed = new Set<string>(["_"]);
  #changesAll = false;
  readonly #writes = new Set<string>();
  readonly #leads: Link[] = [];
  readonly #lackedFiles = new Set<string>();
  #lacksState = false;
  #lacksProcesses = false;

  constructor(knowledge: SessionKnowledge) {
    this.#knowledge = knowledge;
  }

  variable(name: string): Variable | undefined {
    const state = this.#stateFor(name);
    if (state === undefined || MADE_BY_BASH.test(name) || nameSecrecy(name) === "certain") return undefined;
    if (name === "_") return { kind: "scalar", values: [textOf(state.last)] };
    const held = behindNames(name, state);
    return held?.value === undefined ? undefined : variableOf(held.value);
  }

  exports(name: string): boolean | undefined {
    const state = this.#stateFor(name);
    return state === undefined ? undefined : behindNames(name, state)?.attributes.includes("x");
  }

  lacks(name: string): boolean {
    const state = this.#stateFor(name);
    return state?.isWhole === true && !MADE_BY_BASH.test(name) && name !== "_" && !state.variables.has(name);
  }

  functions(name: string): Functions | undefined {
    const state = this.#stateFor(undefined);
    const definition = state?.functions.get(name);
    return state === undefined || definition === undefined ? undefined : [functionIn(state.functions, name)];
  }

  positionals(): Lists | undefined {
    const state = this.#stateFor("@");
    return state === undefined ? undefined : [state.arguments.map(textOf)];
  }

  /** The aliases that bash expands in the next text. */
  get aliases(): ReadonlyMap<string, string> {
    return this.#stateFor(undefined)?.aliases ?? NO_ALIASES;
  }

  /** Whether this session's bash expands aliases. */
  get expandsAliases(): boolean {
    const state = this.#knowledge.state;
    return state !== undefined && (state.shopts.includes("expand_aliases") || state.options.includes("posix"));
  }

  asRead(text: string): string {
    return (this.expandsAliases ? expandAliases(text, this.aliases)?.text : undefined) ?? text;
  }

  file(path: Text): Text | undefined {
    if (!isKnown(path) || !this.#wrote(path)) return undefined;
    const read = this.#knowledge.files?.get(path);
    switch (read?.kind) {
      case "text":
        return textOf(read.text);
      case "program":
        return OUTPUT;
      case "unreadable":
        return ANY;
      case "missing":
        return undefined;
      case undefined:
        if (this.#lackedFiles.size < MAX_FILES) this.#lackedFiles.add(path);
        return ANY;
    }
  }

  #wrote(path: string): boolean {
    const { written = NO_FILES } = this.#knowledge;
    return written.has(path) || (written.size > 0 && written.has(`*${path.slice(path.lastIndexOf("/"))}`));
  }

  writtenFiles(): readonly Text[] {
    return [...(this.#knowledge.written ?? [])].filter((path) => !path.startsWith("*"));
  }

  links(): ReadonlyMap<Text, readonly Text[]> {
    const links = [...(this.#knowledge.links ?? [])];
    return new Map(
      links.map(([path, targets]) => [path, targets.map((target) => (target === undefined ? FULL : textOf(target)))]),
    );
  }

  ownsProcess(pid: number): boolean | undefined {
    this.#lacksProcesses ||= this.#knowledge.processes === undefined;
    return this.#knowledge.processes?.has(pid);
  }

  /** The commands of traps that an earlier text set. */
  get traps(): readonly string[] {
    return this.#stateFor(undefined)?.traps ?? [];
  }

  changes(variable: string): void {
    this.#changed.add(variable);
  }

  changesAll(): void {
    this.#changesAll = true;
  }

  writes(path: Text): void {
    const name = path.slice(path.lastIndexOf("/"));
    if (isKnown(path)) this.#writes.add(path);
    else if (isKnown(name) && /^\/[\w.-]+$/.test(name)) this.#writes.add(`*${name}`);
  }

  leads(path: Text, target: Text): void {
    if (isKnown(path)) this.#leads.push({ path, target: isKnown(target) ? target : undefined });
  }

  get changed(): Changes {
    return this.#changesAll ? "all" : [...this.#changed];
  }

  get written(): readonly string[] {
    return [...this.#writes];
  }

  get led(): readonly Link[] {
    return this.#leads;
  }

  /** Undefined when the judgement had all it asked for. */
  get needs(): Needs | undefined {
    if (!this.#lacksState && !this.#lacksProcesses && this.#lackedFiles.size === 0) return undefined;
    return {
      ...(this.#lacksProcesses ? { processes: true } : {}),
      ...(this.#lacksState ? { state: true } : {}),
      ...(this.#lackedFiles.size > 0 ? { files: [...this.#lackedFiles] } : {}),
    };
  }

  /** The state, unless it is older than what a command did to this name. */
  #stateFor(name: string | undefined): HeldState | undefined {
    const { state, changed = [] } = this.#knowledge;
    if (changed === "all" || (name !== undefined && changed.includes(name))) {
      this.#lacksState = true;
      return undefined;
    }
    return state;
  }
}

const NO_FILES: ReadonlySet<string> = new Set();
const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/** A value may hold the characters that holes are written with: nobody knows what it means by them. */
const textOf = (value: string): Text => bounded(isKnown(value) ? value : replaceHoles(value, ANY));

function behindNames(name: string, { variables }: HeldState): SessionVariable | undefined {
  let held = variables.get(name);
  for (let step = 0; step < MAX_STEPS && held?.attributes.includes("n") === true; step++)
    held = typeof held.value === "string" ? variables.get(held.value) : undefined;
  return held;
}

/** A list with gaps, with keys or of great length is followed as one of its elements. */
function variableOf(value: string | ReadonlyMap<string, string>): Variable {
  if (typeof value === "string") return { kind: "scalar", values: [textOf(value)] };
  const elements = [...value.values()].map(textOf);
  const isPlaced = elements.length <= MAX_PLACES && [...value.keys()].every((key, index) => key === String(index));
  return isPlaced ? { kind: "array", lists: [elements] } : { kind: "scalar", values: alternatives(elements) };
}

/** Definitions that were read, by the map that holds them: a state with thousands is not read anew at each call. */
const readDefinitions = new WeakMap<ReadonlyMap<string, string>, Map<string, FunctionNode>>();
/** The text that the positions of a function's nodes count in. */
const sources = new WeakMap<FunctionNode, string>();

/** The text of a function that the session holds; undefined for one of the judged text. */
export const heldSource = (node: FunctionNode): string | undefined => sources.get(node);

function functionIn(definitions: ReadonlyMap<string, string>, name: string): FunctionNode | undefined {
  const read = readDefinitions.get(definitions) ?? new Map<string, FunctionNode>();
  readDefinitions.set(definitions, read);
  const known = read.get(name) ?? functionNode(definitions.get(name) ?? "") ?? functionNode(UNREAD);
  if (known !== undefined) read.set(name, known);
  return known;
}

/** What stands for a definition that cannot be read: unknown code. */
const UNREAD = 'unread() { eval "$nacre_unread"; }';

function functionNode(definition: string): FunctionNode | undefined {
  const { script, errors, doubts } = parseSyntax(definition);
  const [statement, ...others] = script.commands;
  const node = statement?.command;
  if (node?.type !== "Function" || others.length > 0 || errors.length > 0 || doubts.length > 0) return undefined;
  sources.set(node, definition);
  return node;
}
