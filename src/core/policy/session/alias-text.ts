import { type Command, forEachChild, type SyntaxNode, type Word } from "unbash";
import { parseSyntax } from "../read/syntax.ts";

/** What the aliases of a session stand for, by name. */
type Aliases = ReadonlyMap<string, string>;

/** The most aliases that are expanded in one text. */
const MAX_EXPANSIONS = 256;

/**
 * The text with its aliases expanded, as bash does it while it reads: the first word of a command where it is not quoted,
 * and the next word behind a value that ends in a blank; no alias within its own text. `undefined` where nothing is
 * expanded, or the text cannot be read.
 */
export function expandAliases(text: string, aliases: Aliases): ExpandedText | undefined {
  if (aliases.size === 0) return undefined;
  const expansion = new Expansion(aliases);
  const expanded = expansion.textOf(text, []);
  return expanded === text ? undefined : { text: expanded, isWhole: !expansion.isSpent };
}

/** `isWhole`: not so where there were too many aliases to expand. */
type ExpandedText = { readonly text: string; readonly isWhole: boolean };

type Cut = { readonly from: number; readonly to: number; readonly by: string };

class Expansion {
  readonly #aliases: Aliases;
  #left = MAX_EXPANSIONS;

  constructor(aliases: Aliases) {
    this.#aliases = aliases;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** `within`: the aliases whose text this is. */
  textOf(text: string, within: readonly string[]): string {
    const { script, errors, doubts } = parseSyntax(text);
    if (errors.length > 0 || doubts.length > 0) return text;
    const cuts: Cut[] = [];
    const visit = (node: SyntaxNode): void => {
      // Positions inside escaped backticks count in another text.
      if (node.type === "Script" && node !== script && node.source !== undefined) return;
      if (node.type === "Command") cuts.push(...this.#cutsIn(node, within));
      forEachChild(node, visit);
    };
    visit(script);
    let expanded = text;
    for (const { from, to, by } of cuts.toSorted((a, b) => b.from - a.from))
      expanded = expanded.slice(0, from) + by + expanded.slice(to);
    return expanded;
  }

  #cutsIn(command: Command, within: readonly string[]): readonly Cut[] {
    const cuts: Cut[] = [];
    for (const word of [command.name, ...command.args]) {
      const value = word?.type === "Word" ? this.#valueOf(word, within) : undefined;
      if (word === undefined || value === undefined || this.isSpent) break;
      this.#left--;
      cuts.push({ from: word.pos, to: word.end, by: this.textOf(value, [...within, word.text]) });
      if (!/[ \t]$/.test(value)) break;
    }
    return cuts;
  }

  /** A quoted word is no alias, nor is an alias within its own text. */
  #valueOf({ text, value }: Word, within: readonly string[]): string | undefined {
    return text === value && !within.includes(text) ? this.#aliases.get(text) : undefined;
  }
}
