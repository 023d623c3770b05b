import type {
  AndOr,
  Command,
  CompoundCommand,
  CompoundList,
  For,
  PipelineNode,
  Redirected,
  Script,
  Select,
  Statement,
  While,
} from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { ANY, ENDLESS, holesOf, OUTPUT, type Text } from "../values/abstract-text.ts";
import { argumentLists, assignedValues, grows, MAX_WORDS } from "../values/expand-arguments.ts";
import { arithmetic, fieldsOf, type Surroundings, textsOf } from "../values/expand-word.ts";
import { evaluateCondition } from "./conditions.ts";
import { loopsForever, multiplies } from "./loops.ts";
import { type Redirected as Resolved, resolveRedirects } from "./redirects.ts";
import type { Engine, Frame, Origin } from "./walk-types.ts";

type Node = PipelineNode | AndOr | CompoundList;

/** Longest output followed letter by letter. */
const MAX_OUTPUT = 16 * 1024;

/**
 * Tree → every simple command that could run. Code is walked as if every branch were taken; each visit returns what the
 * node would print, as far as that is known.
 */
export class Walk {
  readonly #engine: Engine;
  readonly #seen = new WeakSet<Command>();
  readonly #functions = new Map<string, { readonly frame: Frame; called: boolean }>();
  #channels = 0;
  #pending: { readonly script: Script; readonly frame: Frame }[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether this command was reached; what was not is judged on its own, so nothing hides behind a node kind. */
  hasSeen(command: Command): boolean {
    return this.#seen.has(command);
  }

  /** Functions that were defined and never called. */
  uncalled(): readonly { readonly name: string; readonly frame: Frame }[] {
    return [...this.#functions].filter(([, { called }]) => !called).map(([name, { frame }]) => ({ name, frame }));
  }

  markCalled(name: string): void {
    const entry = this.#functions.get(name);
    if (entry !== undefined) entry.called = true;
  }

  script(script: Script, frame: Frame): Text {
    return this.statements(script.commands, this.inScript(script, frame));
  }

  /** A script inside escaped backticks has positions of its own; it is reported where the outer text stands. */
  inScript(script: Script, frame: Frame): Frame {
    if (script.source === undefined) return frame;
    const within = frame.within ?? { text: script.source, span: [0, frame.source.length] as const };
    return { ...frame, source: script.source, within };
  }

  statements(statements: readonly Statement[], frame: Frame): Text {
    let output = "";
    for (const statement of statements) {
      const inner = statement.background === true ? { ...frame, forked: true } : frame;
      output += this.visit(statement.command, inner);
      if (output.length > MAX_OUTPUT) output = OUTPUT;
    }
    return output;
  }

  visit(node: Node, frame: Frame): Text {
    switch (node.type) {
      case "CompoundList":
        return this.statements(node.commands, frame);
      case "AndOr":
        return this.#andOr(node, frame);
      case "Pipeline": {
        const [only] = node.commands;
        if (node.commands.length === 1 && only !== undefined) return this.visit(only, frame);
        return node.commands.reduce<Text>(
          (stdin, command) => this.#subshell(command, { ...frame, stdin, forked: true }),
          frame.stdin,
        );
      }
      case "Command":
        return this.command(node, frame);
      case "Redirected":
        return this.#redirected(node, frame);
      case "Function":
        frame.scope.defineFunction(node.name.value, node);
        this.#functions.set(node.name.value, { frame, called: false });
        return "";
      case "Coproc":
        return this.#subshell(node.body, { ...frame, forked: true });
      case "Subshell":
      case "BraceGroup":
      case "If":
      case "For":
      case "Select":
      case "ArithmeticFor":
      case "While":
      case "Case":
      case "TestCommand":
      case "ArithmeticCommand":
        return this.#compound(node, frame);
      default:
        return assertNever(node);
    }
  }

  /** A function's body with the caller's arguments. */
  callBody(name: string, frame: Frame): Text {
    const nodes = frame.scope.functionsOf(name).filter((node) => node !== undefined);
    if (nodes.length === 0) return OUTPUT;
    this.markCalled(name);
    return this.each(nodes, frame, ({ body }, inner) => this.visit(body, inner));
  }

  /** One of these runs; what it prints is taken from the last. */
  each<T>(items: readonly T[], frame: Frame, run: (item: T, frame: Frame) => Text): Text {
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0) return run(only, frame);
    let output = "";
    const scopes = items.map((item) => {
      const scope = frame.scope.fork();
      output = run(item, { ...frame, scope });
      frame.scope.keepFiles(scope);
      return scope;
    });
    const [first, ...rest] = scopes;
    if (first !== undefined) frame.scope.become(first);
    for (const scope of rest) frame.scope.merge(scope);
    return output;
  }

  #andOr(node: AndOr, frame: Frame): Text {
    let output = "";
    node.commands.forEach((command, index) => {
      if (node.operators[index - 1] === "||") {
        const branch = frame.scope.fork();
        output += this.visit(command, { ...frame, scope: branch });
        frame.scope.merge(branch);
      } else output += this.visit(command, frame);
    });
    return output;
  }

  #subshell(node: Node, frame: Frame): Text {
    const scope = frame.scope.fork();
    const output = this.visit(node, { ...frame, scope });
    frame.scope.keepFiles(scope);
    return output;
  }

  #branch(list: CompoundList | undefined, frame: Frame): Text {
    if (list === undefined) return "";
    const scope = frame.scope.fork();
    const output = this.visit(list, { ...frame, scope });
    frame.scope.merge(scope);
    return output;
  }

  #compound(node: CompoundCommand, frame: Frame): Text {
    if ((node.type === "For" || node.type === "ArithmeticFor") && multiplies(node))
      this.#engine.report("fork-bomb", originOf(node, frame));
    switch (node.type) {
      case "Subshell":
        return this.#subshell(node.body, frame);
      case "BraceGroup":
        return this.visit(node.body, frame);
      case "If":
        return (
          this.visit(node.clause, frame) +
          this.#branch(node.then, frame) +
          node.elif.map((elif) => this.visit(elif.clause, frame) + this.#branch(elif.then, frame)).join("") +
          this.#branch(node.else, frame)
        );
      case "For":
      case "Select":
        return this.#for(node, frame);
      case "ArithmeticFor": {
        const around = this.around(frame);
        for (const part of [node.initialize, node.test, node.update]) arithmetic(part, around);
        return this.#loop(node.body, frame, loopsForever(node));
      }
      case "While":
        return this.#while(node, frame);
      case "Case": {
        textsOf(node.word, this.around(frame));
        for (const item of node.items) for (const pattern of item.pattern) textsOf(pattern, this.around(frame));
        return node.items.map((item) => this.#branch(item.body, frame)).join("");
      }
      case "TestCommand":
        evaluateCondition(node.expression, this.around(frame));
        return "";
      case "ArithmeticCommand":
        arithmetic(node.expression, this.around(frame));
        return "";
      default:
        return assertNever(node);
    }
  }

  #for(node: For | Select, frame: Frame): Text {
    const around = this.around(frame);
    const words =
      node.wordlist === undefined
        ? (frame.scope.positionals?.flat() ?? [ANY])
        : node.wordlist.flatMap((word) => fieldsOf(word, around).flat());
    if (words.length > 0) frame.scope.set(node.name.value, words);
    return this.#loop(node.body, frame, false);
  }

  #while(node: While, frame: Frame): Text {
    const endless = loopsForever(node, frame.stdin.includes(ENDLESS));
    const inner = { ...frame, endless: frame.endless || endless };
    return this.visit(node.clause, inner) + this.#loop(node.body, frame, endless);
  }

  /** Twice, so that what the first turn leaves behind is known to the second. */
  #loop(body: CompoundList, frame: Frame, endless: boolean): Text {
    const inner = { ...frame, endless: frame.endless || endless };
    return this.#branch(body, inner);
  }

  #redirected(node: Redirected, frame: Frame): Text {
    const resolved = resolveRedirects(node.redirects, this.around(frame));
    const origin = originOf(node, frame);
    // An empty command carries the redirections; its output is what the compound would read.
    const read = this.#engine.run(
      { argv: [], environment: new Map(), redirects: resolved.files, stdin: resolved.stdin ?? "", origin },
      frame,
    );
    const stdin = resolved.stdin ?? (resolved.files.some((file) => file.kind !== "write") ? read : frame.stdin);
    const output = this.visit(node.command, { ...frame, stdin });
    this.#drain(output, frame);
    const written = resolved.files.find((file) => file.kind === "write" && file.descriptor === 1);
    if (written === undefined) return resolved.diverted ? ANY + holesOf(output) : output;
    this.#engine.run(
      { argv: ["cat"], environment: new Map(), redirects: [written], stdin: output, origin },
      { ...frame, stdin: output },
    );
    return "";
  }

  /** A simple command: its assignments, its words, its redirections. */
  command(node: Command, frame: Frame): Text {
    this.#seen.add(node);
    if (this.#engine.isSpent()) return OUTPUT;
    const around = this.around(frame);
    const origin = originOf(node, frame);
    const environment = new Map<string, readonly Text[]>();
    for (const part of node.prefix) {
      if (part.type !== "Assignment") continue;
      const values = assignedValues(part, frame.scope, node.name === undefined ? "kept" : "passed", around);
      if (node.name !== undefined) environment.set(part.name, values);
      this.#engine.assign(part.name, values, frame, origin);
      if (frame.endless && grows(part)) this.#engine.report("exhaust", origin);
    }
    const resolved: Resolved = resolveRedirects(node.redirects, around);
    const base = { environment, redirects: resolved.files, stdin: resolved.stdin ?? frame.stdin, origin };
    if (node.args.length > MAX_WORDS) this.#engine.report("too-many", origin);
    const output = this.each(argumentLists(node, frame.scope, around), frame, (argv, inner) =>
      this.#engine.run({ ...base, argv }, inner),
    );
    this.#drain(output + frame.stdin, frame);
    return resolved.diverted ? ANY + holesOf(output) : output;
  }

  /** Scripts behind `>( )` read what the command before them wrote. */
  #drain(written: Text, frame: Frame): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { script } of pending)
      this.#engine.script(script, { ...frame, scope: frame.scope.fork(), stdin: written, forked: true });
  }

  around(frame: Frame): Surroundings {
    const substituted = (script: Script): Text => {
      if (this.#engine.isSpent()) return OUTPUT;
      const scope = frame.scope.fork();
      const output = this.script(script, { ...frame, scope, depth: frame.depth + 1 });
      frame.scope.keepFiles(scope);
      return output;
    };
    return {
      scope: frame.scope,
      substitute: substituted,
      channel: (script, direction) => {
        const path = `/dev/fd/nacre-${++this.#channels}`;
        if (direction === "<") frame.scope.writeFile(path, substituted(script));
        else this.#pending.push({ script, frame });
        return path;
      },
      evaluate: (code) => {
        const origin = frame.within ?? { text: frame.source, span: [0, frame.source.length] as const };
        return this.#engine.code(`: "${code}"`, frame, origin);
      },
    };
  }
}

/** Where a node stands in the judged text. */
export function originOf(node: { readonly pos: number; readonly end: number }, frame: Frame): Origin {
  return frame.within ?? { text: frame.source.slice(node.pos, node.end), span: [node.pos, node.end] };
}
