import type { ArithmeticFor, CompoundList, For, Select, While } from "unbash";
import { ANY, ENDLESS, isKnown, replaceHoles, type Text } from "../values/abstract-text.ts";
import { argumentLists } from "../values/expand-arguments.ts";
import { arithmetic, evaluatedName, fieldsOf, type Surroundings } from "../values/expand-word.ts";
import type { Scope } from "../values/scope.ts";
import { isInteger } from "../values/shell-variables.ts";
import { Exit, LoopHeads } from "./loop-heads.ts";
import { emptied, loopsForever, runsForever } from "./loops.ts";
import { optional } from "./possible-outputs.ts";
import { type Engine, type Frame, originOf } from "./walk-types.ts";

/** A loop of any kind, told by what its turns do. */
type Loop = {
  readonly node: For | Select | ArithmeticFor | While;
  /** What begins each turn and, in a `while`, the way out. */
  readonly begin: (frame: Frame) => Text;
  /** Called where the condition has let the turn begin. */
  readonly enter: (scope: Scope) => void;
  readonly end: (frame: Frame) => Text;
  readonly endless: boolean;
};

/** What loops need from the walk around them. */
interface Visitor {
  visit(list: CompoundList, frame: Frame): Text;
  around(frame: Frame): Surroundings;
}

/** Words of a `for` that are walked one after the other, the loops around it counted in, and letters of its body. */
const MAX_UNROLLED = 12;
const MAX_UNROLLED_LETTERS = 8 * 1024;

const nothing = (): Text => "";
const pass = (): void => undefined;

/** Walks loops until another turn would bring nothing new. */
export class LoopWalk {
  readonly #walk: Visitor;
  readonly #engine: Engine;

  constructor(walk: Visitor, engine: Engine) {
    this.#walk = walk;
    this.#engine = engine;
  }

  visit(node: Loop["node"], frame: Frame): Text {
    switch (node.type) {
      case "For":
      case "Select":
        return this.#for(node, frame);
      case "ArithmeticFor":
        return this.#arithmeticFor(node, frame);
      case "While":
        return this.#while(node, frame);
    }
  }

  #for(node: For | Select, frame: Frame): Text {
    const around = this.#walk.around(frame);
    const lists =
      node.wordlist === undefined
        ? [frame.scope.positionals ?? [[ANY]]]
        : node.wordlist.map((word) => fieldsOf(word, around));
    const words = lists.flat(2);
    const name = node.name.value;
    if (isInteger(name, frame.scope)) for (const word of words) evaluatedName(word, around);
    const begin = ({ scope }: Frame): Text => {
      if (words.length > 0) scope.set(name, words);
      if (node.type === "Select") scope.set("REPLY", [ANY]);
      return "";
    };
    begin(frame);
    const loop = { node, begin, enter: pass, end: nothing, endless: false };
    const turns = words.length * frame.unrolled;
    const few = turns > 0 && turns <= MAX_UNROLLED && turns * (node.body.end - node.body.pos) <= MAX_UNROLLED_LETTERS;
    const certain = node.type === "For" && lists.every((list) => list.length === 1) && words.every(isKnown);
    return few && certain ? this.#unrolled(loop, words, frame) : optional(this.#settled(loop, frame));
  }

  #arithmeticFor(node: ArithmeticFor, frame: Frame): Text {
    const evaluate =
      (part: ArithmeticFor["test"]) =>
      (inner: Frame): Text => {
        arithmetic(part, this.#walk.around(inner));
        return "";
      };
    evaluate(node.initialize)(frame);
    const endless = runsForever(node);
    const [begin, end] = [evaluate(node.test), evaluate(node.update)];
    return optional(this.#settled({ node, begin, enter: pass, end, endless }, frame));
  }

  #while(node: While, frame: Frame): Text {
    const endless = loopsForever(node, {
      wordsOf: (command) => argumentLists(command, this.#walk.around({ ...frame, scope: frame.scope.fork() })),
      fed: frame.stdin.includes(ENDLESS),
    });
    const begin = (inner: Frame): Text => this.#walk.visit(node.clause, inner);
    const filled = emptied(node.kind, frame.source.slice(node.clause.pos, node.clause.end));
    const enter = (scope: Scope): void => {
      for (const name of filled) scope.refineFilled(name);
    };
    return optional(this.#settled({ node, begin, enter, end: nothing, endless }, frame));
  }

  /** A few words that are known: all at once and, where a turn prints or leaves anything behind, one after the other. */
  #unrolled(loop: Loop, words: readonly Text[], frame: Frame): Text {
    const inner = { ...frame, unrolled: frame.unrolled * words.length };
    const broken = new Exit();
    if (words.length > 1) {
      const together = frame.scope.fork();
      const output = this.#turn(loop, { ...inner, scope: together }, broken);
      broken.into(together);
      if (replaceHoles(output, "").trim() === "" && !frame.scope.fork().merge(together)) return output;
    }
    const scope = frame.scope.fork();
    const outputs = words.map((word) => {
      const begin = (): Text => {
        if (loop.node.type === "For") scope.set(loop.node.name.value, [word]);
        return "";
      };
      return this.#turn({ ...loop, begin }, { ...inner, scope }, broken);
    });
    frame.scope.merge(scope);
    broken.into(frame.scope);
    return outputs.join("");
  }

  /** One turn in this very scope. */
  #turn(loop: Loop, frame: Frame, broken: Exit): Text {
    const continued = new Exit();
    const exits = [...frame.exits, { broken, continued }];
    const inner = { ...frame, exits, endless: frame.endless || loop.endless };
    const condition = loop.begin(inner);
    loop.enter(inner.scope);
    const output = condition + this.#walk.visit(loop.node.body, inner);
    continued.into(inner.scope);
    return output + loop.end(inner);
  }

  /** Turn after turn until no loop inside the outermost one begins with anything new. */
  #settled(loop: Loop, frame: Frame): Text {
    if (frame.heads !== undefined) return this.#fromHead(loop, frame, frame.heads);
    const heads = new LoopHeads();
    const entry = frame.scope.fork();
    const outputs = new Set([this.#fromHead(loop, { ...frame, heads }, heads)]);
    while (heads.turns.isChanged && !this.#engine.isSpent()) {
      if (!heads.turns.next()) {
        this.#engine.report("too-many", originOf(loop.node, frame));
        break;
      }
      frame.scope.become(entry);
      outputs.add(this.#fromHead(loop, { ...frame, heads }, heads));
    }
    return [...outputs].join("");
  }

  /** One turn with everything a turn may begin with; afterwards the loop may have been left. */
  #fromHead(loop: Loop, frame: Frame, heads: LoopHeads): Text {
    const { node } = loop;
    const head = heads.enter(frame.source, `${node.pos} ${this.#engine.command ?? ""}`, frame.scope);
    const broken = new Exit();
    const scope = head.fork();
    let left = head;
    const enter = (at: Scope): void => {
      if (node.type === "While") left = at.fork();
      loop.enter(at);
    };
    const output = this.#turn({ ...loop, enter }, { ...frame, scope, heads }, broken);
    heads.turn(head, scope);
    frame.scope.become(left);
    broken.into(frame.scope);
    return output;
  }
}
