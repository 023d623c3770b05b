import { LONGEST_COMMAND } from "../../base/limits.ts";
import type { Text } from "../values/abstract-text.ts";

const MAX_COMMANDS = 2500;
/** The longest command, as one word, and then some. */
const MAX_LETTERS = LONGEST_COMMAND + 50_000;
/** Names tried as each of the programs they could be. */
const MAX_GUESSES = 12;
/** Words of such a command that are looked at; it is asked about anyway. */
const MAX_GUESSED = 128;
/** What looking at a command costs besides its letters. */
const COMMAND_LETTERS = 32;
/** How much of both is spent on commands that were looked at before: the turns of loops. */
const REPEATS = 2;

type Spent = { commands: number; letters: number };

/**
 * How much one judgement may look at, its guesses included. Commands that carry commands hand the same letters on from
 * one to the next, so letters are counted each time they are looked at.
 */
export class Budget {
  readonly #first: Spent = { commands: 0, letters: 0 };
  readonly #again: Spent = { commands: 0, letters: 0 };
  #guesses = 0;

  /** Takes one command with its words; false when there is nothing left to take it from. */
  spend(argv: readonly Text[], isRepeated: boolean): boolean {
    const spent = isRepeated ? this.#again : this.#first;
    spent.commands++;
    spent.letters += COMMAND_LETTERS;
    for (const word of argv) spent.letters += word.length + 1;
    return !this.isSpent();
  }

  /** Takes values that are put together: a text that grows is looked at without any command. */
  spendValues(values: readonly Text[]): void {
    for (const value of values) this.#again.letters += value.length;
  }

  /** The words to try under each of the names a program could have; `undefined` inside such a guess or after too many. */
  guess(argv: readonly Text[], guessed: boolean): readonly Text[] | undefined {
    return guessed || ++this.#guesses > MAX_GUESSES ? undefined : argv.slice(0, MAX_GUESSED);
  }

  isSpent(): boolean {
    const { commands, letters } = this.#again;
    return (
      this.#first.commands > MAX_COMMANDS ||
      this.#first.letters > MAX_LETTERS ||
      commands > REPEATS * MAX_COMMANDS ||
      letters > REPEATS * MAX_LETTERS
    );
  }
}
