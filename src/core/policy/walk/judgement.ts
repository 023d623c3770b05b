import { forEachChild, type Script, type SyntaxNode } from "unbash";
import { LONGEST_COMMAND } from "../../base/limits.ts";
import { ownEffects } from "../code/own-files.ts";
import { textOnStdin } from "../read/given-stdin.ts";
import { hasFalsePunctuation, hasHiddenCharacter, isLookAlike } from "../read/lexical.ts";
import { SyntaxReader } from "../read/syntax.ts";
import type { RuleId } from "../rules/all-rules.ts";
import type { Attributed } from "../rules/user-rules.ts";
import type { KnownSession } from "../session/known-session.ts";
import { isFilePattern, resolveNames } from "../tools/command-names.ts";
import type { Call, Effect, Guess } from "../tools/effect.ts";
import { toolEffects } from "../tools/tool-effects.ts";
import type { Tool } from "../tools/tool-shape.ts";
import type { ToolTable } from "../tools/tool-table.ts";
import { carriedCommands, effectsOfPath, suspicions } from "../tools/unknown-tool.ts";
import {
  ANY,
  ARGUMENT,
  FOREIGN_HOLES,
  FORM_HOLES,
  holds,
  holesOf,
  OUTPUT,
  SECRET_HOLES,
  type Text,
  without,
} from "../values/abstract-text.ts";
import { Scope } from "../values/scope.ts";
import type { Ground } from "../zones/judged-place.ts";
import { isProgramPath, resolvePath } from "../zones/zones.ts";
import { type Applied, applyEffect } from "./apply-effect.ts";
import { assignmentRule, type Poison, SettingList, trustPoison } from "./assignment-rules.ts";
import { Budget } from "./budget.ts";
import { runBuiltin } from "./builtins/builtins.ts";
import { contentOf, holeRule, isBlank, multipliesEndlessly, readableCode } from "./code-in-files.ts";
import { FindingList } from "./finding-list.ts";
import { Parts } from "./found-commands.ts";
import { readRedirects, writeRedirects } from "./redirect-effects.ts";
import { Walk } from "./walk-tree.ts";
import {
  type Assigned,
  apart,
  type Engine,
  type Frame,
  type Invocation,
  MAX_DEPTH,
  type Origin,
  originOf,
  outermost,
  type Place,
  type Source,
  wholeOf,
} from "./walk-types.ts";

/** What a judgement rests on. */
type Terms = {
  readonly ground: Ground;
  readonly tools: ToolTable;
  readonly strict?: boolean;
  readonly poison?: readonly Poison[];
  /** Rules against harm that cannot happen where the command would run. */
  readonly held?: ReadonlySet<RuleId>;
  /** Shared with the judgement that guesses, so that guesses count. */
  readonly budget?: Budget;
  readonly session?: KnownSession | undefined;
};

/** A call, and what the tables know of its program. */
type Called = { readonly call: Call; readonly tool: Tool | undefined };

/** One judgement: walks a script, asks what each command does, and collects what the rules say of it. */
export class Judgement implements Engine {
  readonly findings: FindingList = new FindingList();
  readonly parts: Parts = new Parts();
  readonly settings: SettingList = new SettingList();
  readonly ground: Ground;
  /** Every rule that spoke, also where the wall holds the harm. */
  readonly reported: Set<RuleId> = new Set();
  readonly #terms: Terms;
  readonly #walk: Walk = new Walk(this);
  readonly #deferred = new Map<string, { readonly code: Text; readonly frame: Frame; readonly origin: Origin }>();
  readonly #syntax = new SyntaxReader();
  readonly #budget: Budget;
  #usesLast = false;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.ground = terms.ground;
    this.#budget = terms.budget ?? new Budget();
  }

  /** The whole text, and every command the walk did not reach. */
  judge(script: Script, { text, within }: Source, place: Place): void {
    this.#usesLast = /\$\{?!?_(?!\w)/.test(text);
    const scope = new Scope({ ...place, view: this.#terms.session });
    const frame = { ...outermost(scope, text, textOnStdin(place.stdin)), within };
    for (const statement of script.commands) {
      const shown = this.#walk.statements([statement], frame);
      if (holds(shown, ...SECRET_HOLES)) this.report("read-workspace-secret", originOf(statement, frame));
    }
    this.#finish(script, frame);
  }

  later(code: Text, frame: Frame, origin: Origin): void {
    const key = `${origin.span.join(" ")} ${code}`;
    if (this.#deferred.has(key) || this.#deferred.size < 32)
      this.#deferred.set(key, { code, frame: apart(frame), origin });
    else this.report("too-many", origin);
  }

  #finish(script: Script, frame: Frame): void {
    for (const { code, frame: at, origin } of this.#deferred.values()) this.code(code, at, origin);
    for (const trap of this.#terms.session?.traps ?? []) this.code(trap, apart(frame), wholeOf(frame));
    const before = this.findings.all.length;
    this.#walk.functions.callUncalled();
    if (this.#terms.session !== undefined) this.findings.dropQuestions(before); // they are put when the function is called
    this.#sweep(script, frame);
  }

  /** Commands no visit reached are judged with nothing known, so nothing hides behind a kind of node. */
  #sweep(node: SyntaxNode, frame: Frame): void {
    const here = node.type === "Script" ? this.#walk.inScript(node, frame) : frame;
    if (node.type === "Command" && !this.#walk.hasSeen(node) && !this.#budget.isSpent()) {
      this.#walk.command(node, { ...here, scope: here.scope.fork() });
    }
    forEachChild(node, (child) => this.#sweep(child, here));
  }

  script(script: Script, frame: Frame): Text {
    return this.#walk.script(script, frame);
  }

  code(code: Text, frame: Frame, origin: Origin): Text {
    if (frame.depth > MAX_DEPTH) {
      this.report("too-deep", origin);
      return OUTPUT;
    }
    const doubtful = holeRule(code);
    if (doubtful !== undefined) frame.scope.unsettle();
    if (doubtful !== undefined) this.report(multipliesEndlessly(code) ? "fork-bomb" : doubtful, origin);
    // An argument that no call has given yet is followed where the function is called.
    if ((doubtful !== undefined || holds(code, ARGUMENT)) && isBlank(code)) return OUTPUT;
    if (code.length > LONGEST_COMMAND) this.report("too-long", origin);
    if (code.length > LONGEST_COMMAND) return OUTPUT;
    const readable = frame.scope.asRead(readableCode(code));
    if (hasHiddenCharacter(readable)) this.report("hidden-characters", origin);
    const syntax = this.#syntax.read(readable);
    if (syntax.errors.length > 0 || syntax.doubts.length > 0) this.report("unparsable", origin);
    const inner = { ...frame, source: readable, within: origin, depth: frame.depth + 1 };
    const output = this.#walk.script(syntax.script, inner);
    this.#sweep(syntax.script, inner);
    return output;
  }

  assign({ name, values }: Assigned, frame: Frame, origin: Origin): void {
    this.#budget.spendValues(values);
    const meaning = assignmentRule({ name, values, scope: frame.scope, ground: this.ground });
    if (meaning === undefined) return;
    this.findings.around(() => {
      this.settings.add(name, values);
      if (meaning.code !== undefined) this.code(meaning.code, frame, origin);
      if (meaning.rule !== undefined) this.report(meaning.rule, origin, name);
    });
  }

  run(invocation: Invocation, frame: Frame): Text {
    const parent = this.findings.command;
    const { id, isRepeated } = this.parts.add(parent, invocation, frame.scope);
    if (!this.#budget.spend(invocation.argv, isRepeated)) {
      this.report("too-many", invocation.origin);
      return OUTPUT;
    }
    if (frame.depth > MAX_DEPTH) {
      this.report("too-deep", invocation.origin);
      return OUTPUT;
    }
    const before = this.findings.all.length;
    this.findings.about(id);
    const stdin = this.findings.around(() => readRedirects(invocation, frame, this));
    const output = invocation.argv.length === 0 ? stdin : this.#command({ ...invocation, stdin }, frame);
    const printed = this.findings.around(() => writeRedirects({ ...invocation, output }, frame, this));
    if (this.#usesLast) frame.scope.noteLast(invocation.argv);
    this.parts.decided(id, this.findings.worstSince(before));
    this.findings.about(parent);
    return printed;
  }

  #command(invocation: Invocation, frame: Frame): Text {
    const [word = ""] = invocation.argv;
    if (isLookAlike(word) || invocation.argv.some(hasFalsePunctuation)) this.report("look-alike", invocation.origin);
    const { names, certain } = resolveNames(word);
    // Guesses upon guesses multiply: `* * * *` could be `env env env rm` in thousands of ways.
    const several = names.length > 1;
    const argv = several ? this.#budget.guess(invocation.argv, frame.guessed) : invocation.argv;
    if (names.length === 0 || argv === undefined) return this.#unknownProgram(invocation, frame);
    if (!certain) this.report("run-unknown-program", invocation.origin);
    const inner = several ? { ...frame, guessed: true } : frame;
    return names.map((name) => this.#named(name, { ...invocation, argv }, inner)).join("");
  }

  /** What runs cannot be known. If it were `rm` it might still be unthinkable. */
  #unknownProgram(invocation: Invocation, frame: Frame): Text {
    const [word = "", ...args] = invocation.argv;
    if (word === ARGUMENT || word === "" || (frame.contained && isFilePattern(word))) return OUTPUT;
    frame.scope.unsettle();
    this.report(holds(word, ...FOREIGN_HOLES) ? "run-download" : "run-unknown-program", invocation.origin);
    const denied = args.length === 0 ? [] : this.#guess({ argv: ["rm", ...args] }, frame, invocation.origin);
    for (const finding of denied.slice(0, 1)) this.findings.add(finding);
    return OUTPUT;
  }

  wouldDeny(command: Guess, frame: Frame, origin: Origin): boolean {
    return this.#guess(command, frame, origin).length > 0;
  }

  /** What a guess would be denied for. */
  #guess(command: Guess, frame: Frame, origin: Origin): readonly Attributed[] {
    if (this.#budget.isSpent()) {
      this.report("too-many", origin);
      return [];
    }
    const guess = new Judgement({ ...this.#terms, strict: false, poison: [], budget: this.#budget });
    const inner = { ...apart(frame), scope: frame.scope.fork(), depth: frame.depth + 1, stdin: "" };
    if ("code" in command) guess.code(command.code, inner, origin);
    else guess.run({ argv: command.argv, environment: new Map(), redirects: [], stdin: "", origin }, inner);
    return guess.findings.all.filter(({ finding }) => finding.decision === "deny");
  }

  #named(name: string, invocation: Invocation, frame: Frame): Text {
    const args = invocation.argv.slice(1);
    if (frame.forked && frame.endless) this.report("fork-bomb", invocation.origin);
    this.effects(ownEffects(invocation, frame.scope), invocation, frame);
    const own = this.#walk.functions.run(name, invocation, frame);
    if (own !== undefined) return own;
    const { origin, stdin } = invocation;
    const builtin = runBuiltin(name, { args, frame: { ...frame, stdin }, engine: this, origin, invocation });
    if (builtin !== undefined) return builtin;
    trustPoison(this.#terms.poison ?? [], name, { engine: this, frame, origin });
    this.#walk.functions.handle(name, invocation, frame);
    const tool = this.#terms.tools.find(name);
    const call = { name, args, stdin, scope: frame.scope, environment: invocation.environment };
    if (tool === undefined || tool.knows === "options") return this.#stranger({ call, tool }, invocation, frame);
    return this.effects(toolEffects(tool, call), invocation, frame);
  }

  /** A program of which nothing is known: an ordinary one, unless it carries a destructive command or comes from nowhere. */
  #stranger({ call, tool }: Called, invocation: Invocation, frame: Frame): Text {
    const { name, args, stdin } = call;
    const [word = ""] = invocation.argv;
    if (this.#terms.strict === true) this.report("strict-unknown", invocation.origin, name);
    if (word.includes("/") && !isProgramPath(resolvePath(word, frame.scope.cwd[0] ?? ANY)))
      return this.effects(effectsOfPath(word, name, args), invocation, frame);
    const carried = carriedCommands(args).flatMap((command) => this.#guess(command, frame, invocation.origin));
    for (const finding of carried.slice(0, 1)) this.findings.add(finding);
    if (carried.length > 0) this.report("run-hidden", invocation.origin, name);
    const known = tool === undefined ? [] : toolEffects(tool, call);
    this.effects([...suspicions(name, args, stdin), ...known], invocation, frame);
    return OUTPUT + holesOf(stdin);
  }

  /** Applies what a program does; what it would print. */
  effects(effects: readonly Effect[], invocation: Invocation, frame: Frame): Text {
    const inner = { ...frame, stdin: invocation.stdin };
    let nested: Text | undefined;
    let prints: Text | undefined;
    for (const effect of effects) {
      if (effect.kind === "prints") prints = (prints ?? "") + effect.text;
      else {
        const applied = this.apply(effect, invocation, inner);
        if (applied !== undefined) nested = (nested ?? "") + applied;
      }
    }
    return prints ?? nested ?? OUTPUT + without(holesOf(invocation.stdin), ...FORM_HOLES);
  }

  apply(effect: Effect, { origin, environment }: Invocation, frame: Frame): Applied {
    return applyEffect(effect, {
      engine: this,
      frame,
      origin,
      ground: this.ground,
      environment,
      contentOf: (path) => contentOf(path, frame, this.ground),
    });
  }

  isSpent(): boolean {
    return this.#budget.isSpent();
  }

  get command(): number | undefined {
    return this.findings.command;
  }

  report(id: RuleId, origin: Origin, detail?: string): void {
    this.reported.add(id);
    if (this.#terms.held?.has(id) !== true) this.findings.report(id, origin, detail);
  }
}
