import type {
  AndOr,
  Case,
  Command,
  CompoundCommand,
  CompoundList,
  Pipeline,
  PipelineNode,
  Redirected,
  Script,
  Statement,
} from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { ANY, holesOf, OUTPUT, type Text } from "../values/abstract-text.ts";
import { argumentLists, assignedValues, grows, MAX_WORDS } from "../values/expand-arguments.ts";
import { arithmetic, type Surroundings, textsOf } from "../values/expand-word.ts";
import { LAST_PIPE } from "../values/shell-variables.ts";
import { Channels } from "./channels.ts";
import { evaluateCondition, mayFail } from "./conditions.ts";
import { Exit } from "./loop-heads.ts";
import { multiplies } from "./loops.ts";
import { either, optional, possibleTexts, printedTexts, readTexts } from "./possible-outputs.ts";
import { type Redirected as Resolved, resolveRedirects } from "./redirects.ts";
import { FunctionWalk } from "./walk-functions.ts";
import { LoopWalk } from "./walk-loops.ts";
import { type Engine, type Frame, isLeft, originOf, wholeOf } from "./walk-types.ts";

type Node = PipelineNode | AndOr | CompoundList;

/** `${X?}` ends the shell where there is no value. */
const MAY_END = /\$\{[^}]*\?/;

/** Longest output followed letter by letter. */
const MAX_OUTPUT = 16 * 1024;

/**
 * Tree → every simple command that could run. Code is walked as if every branch were taken; each visit returns what the
 * node would print, as far as that is known.
 */
export class Walk {
  readonly #engine: Engine;
  readonly #seen = new WeakSet<Command>();
  readonly functions: FunctionWalk;
  readonly #loops: LoopWalk;
  readonly #channels = new Channels();
  #pending: { readonly script: Script; readonly path: Text }[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
    this.functions = new FunctionWalk(this, engine);
    this.#loops = new LoopWalk(this, engine);
  }

  /** Whether this command was reached; what was not is judged on its own, so nothing hides behind a node kind. */
  hasSeen(command: Command): boolean {
    return this.#seen.has(command);
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
    for (const { command, background } of statements) {
      const mayBeLeft = isLeft(frame);
      const printed =
        background === true ? this.#subshell(command, { ...frame, forked: true }) : this.visit(command, frame);
      output += mayBeLeft ? optional(printed) : printed;
      if (output.length > MAX_OUTPUT) output = OUTPUT;
    }
    return output;
  }

  visit(node: Node, frame: Frame): Text {
    if (node.type === "CompoundList") return this.statements(node.commands, frame);
    if (node.type === "AndOr") return this.#andOr(node, frame);
    if (node.type === "Pipeline") return this.#pipeline(node, frame);
    if (node.type === "Command") return this.command(node, frame);
    if (node.type === "Redirected") return this.#redirected(node, frame);
    if (node.type === "Coproc") return this.#subshell(node.body, { ...frame, forked: true });
    if (node.type !== "Function") return this.#compound(node, frame);
    this.functions.define(node, frame);
    return "";
  }

  #pipeline({ commands }: Pipeline, frame: Frame): Text {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) return this.visit(only, frame);
    const staysHere = frame.scope.isSet(LAST_PIPE) && frame.scope.valuesOf(LAST_PIPE).includes("on");
    return commands.reduce<Text>(
      (before, command, at) =>
        this.#fed(readTexts(before, frame.inputs), frame, (inner) =>
          staysHere && at === commands.length - 1
            ? this.visit(command, inner)
            : this.#subshell(command, { ...inner, forked: true }),
        ),
      frame.stdin,
    );
  }

  /** Runs with one of these on its input. */
  #fed(stdins: readonly Text[], frame: Frame, run: (frame: Frame) => Text): Text {
    const inputs = frame.inputs * stdins.length;
    return this.each(stdins, frame, (stdin, inner) => run({ ...inner, stdin, inputs }));
  }

  /** One of these runs. */
  each<T>(items: readonly T[], frame: Frame, run: (item: T, frame: Frame) => Text): Text {
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0) return run(only, frame);
    const outputs = new Set<Text>();
    const scopes = items.map((item) => {
      const scope = frame.scope.fork();
      outputs.add(run(item, { ...frame, scope }));
      frame.scope.keepFiles(scope);
      return scope;
    });
    const [first, ...rest] = scopes;
    if (first !== undefined) frame.scope.become(first);
    for (const scope of rest) frame.scope.merge(scope);
    return either([...outputs]);
  }

  /** What follows with `&&` what may fail may not run: the state before it is one that the rest may begin with. */
  #andOr(node: AndOr, frame: Frame): Text {
    let output = "";
    let skipped = new Exit();
    node.commands.forEach((command, index) => {
      const before = node.commands[index - 1];
      if (node.operators[index - 1] === "||") {
        const branch = frame.scope.fork();
        skipped.into(branch);
        skipped = new Exit();
        output += optional(this.visit(command, { ...frame, scope: branch }));
        frame.scope.merge(branch);
      } else {
        const maySkip = before !== undefined && mayFail(before);
        if (maySkip) skipped.add(frame.scope);
        const printed = this.visit(command, frame);
        output += maySkip ? optional(printed) : printed;
      }
    });
    skipped.into(frame.scope);
    return output;
  }

  #subshell(node: Node, frame: Frame): Text {
    const scope = frame.scope.fork();
    const left = new Exit();
    const output = this.visit(node, { ...frame, scope, exits: [], returned: undefined, left });
    left.into(scope);
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
          either([
            this.#branch(node.then, frame),
            ...node.elif.map((elif) => this.visit(elif.clause, frame) + this.#branch(elif.then, frame)),
            this.#branch(node.else, frame),
          ])
        );
      case "For":
      case "Select":
      case "ArithmeticFor":
      case "While":
        return this.#loops.visit(node, frame);
      case "Case":
        return this.#case(node, frame);
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

  #case({ word, items }: Case, frame: Frame): Text {
    textsOf(word, this.around(frame));
    for (const item of items) for (const pattern of item.pattern) textsOf(pattern, this.around(frame));
    const isAny = items.some(({ pattern }) => pattern.some(({ value }) => value === "*"));
    return either([...items.map((item) => this.#branch(item.body, frame)), ...(isAny ? [] : [""])]);
  }

  #redirected(node: Redirected, frame: Frame): Text {
    const resolved = resolveRedirects(node.redirects, this.around(frame));
    const origin = originOf(node, frame);
    // An empty command carries the redirections; its output is what the compound would read.
    const read = this.#engine.run(
      { argv: [], environment: new Map(), redirects: resolved.files, stdin: resolved.stdin?.[0] ?? "", origin },
      frame,
    );
    const stdins = resolved.stdin ?? [resolved.files.some((file) => file.kind !== "write") ? read : frame.stdin];
    const output = this.#fed(stdins, frame, (inner) => this.visit(node.command, inner));
    const written = resolved.files.find((file) => file.kind === "write" && file.descriptor === 1);
    if (written !== undefined)
      this.each(possibleTexts(output), frame, (text, inner) =>
        this.#engine.run(
          { argv: ["cat"], environment: new Map(), redirects: [written], stdin: text, origin },
          { ...inner, stdin: text },
        ),
      );
    this.#drain(output, frame);
    if (written !== undefined) return "";
    return resolved.diverted ? ANY + holesOf(output) : output;
  }

  /** A simple command: its assignments, its words, its redirections. */
  command(node: Command, frame: Frame): Text {
    this.#seen.add(node);
    if (this.#engine.isSpent()) return OUTPUT;
    const around = this.around(frame);
    const origin = originOf(node, frame);
    this.functions.hide(node, frame);
    if (frame.left !== undefined && MAY_END.test(frame.source.slice(node.pos, node.end))) frame.left.add(frame.scope);
    const environment = new Map<string, readonly Text[]>();
    for (const part of node.prefix) {
      if (part.type !== "Assignment") continue;
      const values = assignedValues(part, node.name === undefined ? "kept" : "passed", around);
      if (node.name !== undefined) environment.set(part.name, values);
      this.#engine.assign({ name: part.name, values }, frame, origin);
      if (frame.endless && grows(part)) this.#engine.report("exhaust", origin);
    }
    // A command in a substitution does not feed what this one writes to.
    const outer = this.#pending;
    this.#pending = [];
    const resolved: Resolved = resolveRedirects(node.redirects, around);
    const base = { environment, redirects: resolved.files, origin };
    if (node.args.length > MAX_WORDS) this.#engine.report("too-many", origin);
    const lists = argumentLists(node, around);
    const calls = (resolved.stdin ?? [frame.stdin]).flatMap((stdin) => lists.map((argv) => ({ ...base, argv, stdin })));
    const output = this.each(calls, frame, (call, inner) => this.#engine.run(call, inner));
    this.#drain(output + frame.stdin, frame);
    this.#pending = outer;
    return resolved.diverted ? ANY + holesOf(output) : output;
  }

  /** Scripts behind `>( )` read what the command before them wrote. */
  #drain(written: Text, frame: Frame): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { script, path } of pending) {
      const sent = frame.scope.files.contents(path)?.filter((text) => text !== "") ?? [];
      for (const stdin of sent.length > 0 ? sent : printedTexts(written))
        this.#engine.script(script, { ...frame, scope: frame.scope.fork(), stdin, forked: true });
    }
  }

  around(frame: Frame): Surroundings {
    const substituted = (script: Script): readonly Text[] => {
      if (this.#engine.isSpent()) return [OUTPUT];
      const scope = frame.scope.fork();
      const inner = { ...frame, scope, depth: frame.depth + 1, exits: [], returned: undefined, left: new Exit() };
      const output = this.script(script, inner);
      frame.scope.keepFiles(scope);
      return possibleTexts(output);
    };
    return {
      scope: frame.scope,
      substitute: substituted,
      channel: (script, direction) => {
        const path = this.#channels.path(frame.source, script.pos);
        if (direction === "<") frame.scope.files.write(path, ...substituted(script));
        else this.#pending.push({ script, path });
        return path;
      },
      evaluate: (code) => this.#engine.code(`: "${code}"`, frame, wholeOf(frame)),
    };
  }
}
