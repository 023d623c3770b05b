import type { Command, Function as FunctionNode } from "unbash";
import { heldSource } from "../session/known-session.ts";
import { ARGUMENT, OUTPUT, type Text } from "../values/abstract-text.ts";
import type { Variable } from "../values/join.ts";
import type { Scope } from "../values/scope.ts";
import { ALIAS } from "../values/shell-variables.ts";
import { quotedWord } from "./code-in-files.ts";
import { Exit, Turns } from "./loop-heads.ts";
import { apart, type Engine, type Frame, type Invocation, MAX_DEPTH, type Origin, wholeOf } from "./walk-types.ts";

/** What functions need from the walk around them. */
interface Visitor {
  visit(node: FunctionNode["body"], frame: Frame): Text;
  each<T>(items: readonly T[], frame: Frame, run: (item: T, frame: Frame) => Text): Text;
}

/** A call that has not come back yet: what it and the calls of itself may begin and end with. */
export class Activation {
  readonly owner: FunctionWalk;
  readonly turns: Turns = new Turns();
  readonly entry: Scope;
  #exit: Scope | undefined;
  #isRecursive = false;

  constructor(owner: FunctionWalk, entry: Scope) {
    this.owner = owner;
    this.entry = entry;
  }

  /** The function calls itself in this state, which becomes one of those it may come back in. */
  again(scope: Scope, args: readonly Text[]): void {
    this.#isRecursive = true;
    const before = scope.positionals;
    scope.positionals = [args];
    this.turns.note(this.entry.merge(scope, this.turns.joining));
    if (this.#exit !== undefined) scope.merge(this.#exit);
    scope.positionals = before;
  }

  /** Whether the body must be walked again now that it has come back like this. */
  mustRepeat(end: Scope): boolean {
    if (!this.#isRecursive) return false;
    if (this.#exit === undefined) this.turns.note(true);
    this.#exit ??= end.fork();
    this.turns.note(this.#exit.merge(end, this.turns.joining));
    return this.turns.isChanged;
  }
}

const HANDLER = "command_not_found_handle";

/** A function, and where it is called. */
type Called = { readonly name: string; readonly origin: Origin };
type Call = Called & { readonly args: readonly Text[] };

/** Functions of the text and of the session: defined, called, called by themselves. */
export class FunctionWalk {
  readonly #walk: Visitor;
  readonly #engine: Engine;
  readonly #defined = new Map<string, { readonly node: FunctionNode; readonly frame: Frame; called: boolean }>();

  constructor(walk: Visitor, engine: Engine) {
    this.#walk = walk;
    this.#engine = engine;
  }

  define(node: FunctionNode, frame: Frame): void {
    const name = node.name.value;
    frame.scope.defineFunction(name, node);
    const before = this.#defined.get(name);
    this.#defined.set(name, { node, frame, called: before?.node === node && before.called });
  }

  /** Calls what was defined and never called, with arguments of which nothing is known. */
  callUncalled(): void {
    for (const [name, { frame, called }] of this.#defined) {
      if (called) continue;
      const inner = apart(frame);
      const scope = withArguments(frame.scope.fork(), [ARGUMENT]);
      this.#settled({ name, origin: wholeOf(frame) }, { ...inner, scope });
    }
  }

  /** Runs a function or an alias of the script; `undefined` where the name may also be neither. */
  run(name: string, { argv, stdin, origin }: Invocation, frame: Frame): Text | undefined {
    const [word = "", ...args] = argv;
    const functions = word === name ? frame.scope.functionsOf(name) : [];
    if (functions.some((node) => node !== undefined)) {
      const call = { name, args, origin };
      if (!functions.includes(undefined) && !frame.started) return this.#call(call, { ...frame, stdin });
      const branch = frame.scope.fork();
      this.#call(call, { ...frame, stdin, scope: branch });
      frame.scope.merge(branch);
    }
    const alias = frame.scope.variable(ALIAS + word);
    if (alias?.kind !== "scalar" || frame.calls.includes(ALIAS + word)) return undefined;
    const inner = { ...frame, calls: [...frame.calls, ALIAS + word], stdin };
    this.#walk.each(alias.values, inner, (code, at) =>
      this.#engine.code(aliasedText(code, args, frame.scope), at, origin),
    );
    return undefined; // a quoted word, a text on one line or a shell without `expand_aliases` runs what is behind the alias
  }

  /** bash hands a command that it does not find to this function, in another process. */
  handle(name: string, { argv, stdin, origin }: Invocation, frame: Frame): void {
    if (!frame.scope.functionsOf(HANDLER).some((node) => node !== undefined) || frame.activations.has(HANDLER)) return;
    const call = { name: HANDLER, args: [name, ...argv.slice(1)], origin };
    this.#call(call, { ...frame, stdin, scope: frame.scope.fork(), forked: true });
  }

  /** Remembers what the local variables of a declaration hide, before it sets them. */
  hide(node: Command, { hidden, scope }: Frame): void {
    if (hidden === undefined || !/^(?:local|declare|typeset)$/.test(node.name?.value ?? "")) return;
    if (node.args.some((word) => word.type === "Word" && /^-[a-zA-Z]*g/.test(word.value))) return;
    for (const word of node.args) {
      const name = word.type === "Word" ? word.value : word.name;
      if (!/^[A-Za-z_]\w*$/.test(name) || hidden.has(name)) continue;
      hidden.set(name, scope.variable(name));
      scope.refer(name, name);
      if (word.type === "Word") scope.unset(name);
    }
  }

  #call({ name, args, origin }: Call, frame: Frame): Text {
    const activation = frame.activations.get(name);
    if (activation !== undefined) {
      if (frame.forked) this.#engine.report("fork-bomb", wholeOf(frame));
      if (activation.owner === this) activation.again(frame.scope, args);
      return OUTPUT;
    }
    if (frame.depth > MAX_DEPTH) return OUTPUT;
    const before = frame.scope.positionals;
    const hidden = new Map<string, Variable | undefined>();
    const output = this.#settled(
      { name, origin },
      {
        ...frame,
        scope: withArguments(frame.scope, args),
        depth: frame.depth + 1,
        started: false,
        hidden,
      },
    );
    frame.scope.positionals = before;
    for (const [local, variable] of hidden) {
      frame.scope.refer(local, local);
      frame.scope.restore(local, variable);
    }
    return output;
  }

  /** Walks the body until the calls of itself bring nothing new. */
  #settled(called: Called, frame: Frame): Text {
    const { name } = called;
    const activation = new Activation(this, frame.scope.fork());
    const inner = { ...frame, activations: new Map([...frame.activations, [name, activation]]), exits: [] };
    const outputs = new Set([this.#body(called, inner)]);
    while (activation.mustRepeat(frame.scope) && !this.#engine.isSpent()) {
      if (!activation.turns.next()) {
        this.#engine.report("too-many", wholeOf(frame));
        break;
      }
      frame.scope.become(activation.entry);
      outputs.add(this.#body(called, inner));
    }
    return [...outputs].join("");
  }

  #body({ name, origin }: Called, frame: Frame): Text {
    const nodes = frame.scope.functionsOf(name).filter((node) => node !== undefined);
    const entry = this.#defined.get(name);
    if (entry !== undefined) entry.called = true;
    const returned = new Exit();
    const output = this.#walk.each(nodes, { ...frame, returned }, (node, inner) =>
      this.#walk.visit(node.body, inBody(node, inner, origin)),
    );
    returned.into(frame.scope);
    return output;
  }
}

/** The text of an alias with its arguments; behind a blank at its end bash looks for another alias. */
function aliasedText(code: Text, args: readonly Text[], scope: Scope): Text {
  const [first, ...rest] = args;
  const next = first === undefined || !/\s$/.test(code) ? undefined : scope.variable(ALIAS + first);
  if (first === undefined || next?.kind !== "scalar") return [code, ...args.map(quotedWord)].join(" ");
  return `${code}${aliasedText(next.values.join(" "), rest, scope)}`;
}

/** What a function of the session does is reported where it is called. */
function inBody(node: FunctionNode, frame: Frame, origin: Origin): Frame {
  const source = heldSource(node);
  return source === undefined ? frame : { ...frame, source, within: origin };
}

function withArguments(scope: Scope, args: readonly Text[]): Scope {
  scope.positionals = [args];
  return scope;
}
