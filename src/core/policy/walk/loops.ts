import { type ArithmeticFor, type Command, type For, forEachChild, type SyntaxNode, type While } from "unbash";
import type { Text } from "../values/abstract-text.ts";

const ALWAYS = new Set([":", "true", "/bin/true", "/usr/bin/true"]);
const NEVER = new Set(["false", "/bin/false", "/usr/bin/false"]);
/** Words that run what stands behind them and their options. */
const PASSING = new Set(["command", "builtin", "env"]);
/** Words that make a loop wait or end. */
const CALMING = new Set(["sleep", "wait", "read", "break", "exit", "return", "inotifywait", "usleep", "select"]);

/** What a condition is judged with. */
type Reading = {
  /** The words a command may have, once bash has expanded them. */
  readonly wordsOf: (command: Command) => readonly (readonly Text[])[];
  /** Whether what it reads never ends. */
  readonly fed: boolean;
};

/** Whether the condition of a `for` never ends it. */
export function runsForever({ test, body }: ArithmeticFor): boolean {
  return (test === undefined || isConstant(test)) && !isCalm(body);
}

/** Whether the condition of a `while` or `until` never ends it: its last command is the one that counts. */
export function loopsForever({ kind, clause, body }: While, reading: Reading): boolean {
  return isAlways(kind === "while", clause, reading) && !isCalm(body);
}

/** Whether a condition may be this at every turn. */
function isAlways(wanted: boolean, node: SyntaxNode, reading: Reading): boolean {
  if (node.type === "CompoundList") return lastIsAlways(wanted, node.commands, reading);
  if (node.type === "Statement" || node.type === "Redirected") return isAlways(wanted, node.command, reading);
  if (node.type === "Subshell" || node.type === "BraceGroup") return isAlways(wanted, node.body, reading);
  if (node.type === "ArithmeticCommand") return (wanted ? /^\s*[1-9]\d*\s*$/ : /^\s*0+\s*$/).test(node.body);
  if (node.type === "Command") return reading.wordsOf(node).some((words) => isConstantCall(wanted, words, reading));
  if (node.type !== "Pipeline") return false;
  const negations = node.prefixes.filter(({ type }) => type === "Negation").length;
  return lastIsAlways(negations % 2 === 1 ? !wanted : wanted, node.commands, reading);
}

function isConstantCall(wanted: boolean, words: readonly Text[], { fed }: Reading): boolean {
  const name = words.find((word) => !PASSING.has(word) && !/^-|=/.test(word));
  if (name === undefined) return false;
  return wanted ? ALWAYS.has(name) || (fed && name === "read") : NEVER.has(name);
}

function lastIsAlways(wanted: boolean, nodes: readonly SyntaxNode[], reading: Reading): boolean {
  const last = nodes.at(-1);
  return last !== undefined && !nodes.slice(0, -1).some(isCalm) && isAlways(wanted, last, reading);
}

/** What is left to do: `$#`, `${#queue[@]}`, compared with nothing. */
const COUNTED = String.raw`"?\$(?:#|\{#(?:\}|(?<name>\w+)\[[@*]\]\}))"?`;
const WHILE_ANY = new RegExp(
  String.raw`^(?:\[\[?|test|\(\()\s*${COUNTED}\s*(?:(?:-gt|-ne|!=|>)\s*0|-ge\s*1)?\s*(?:\]\]?|\)\))?\s*$`,
);
const UNTIL_NONE = new RegExp(
  String.raw`^(?:\[\[?|test|\(\()\s*${COUNTED}\s*(?:-eq|==?|-le)\s*0\s*(?:\]\]?|\)\))?\s*$`,
);

/** The array a loop goes on with while anything is in it, `undefined` for the arguments; none for other conditions. */
export function emptied(kind: While["kind"], condition: string): readonly (string | undefined)[] {
  const match = (kind === "while" ? WHILE_ANY : UNTIL_NONE).exec(condition.replace(/[;\s]+$/, ""));
  return match === null ? [] : [match.groups?.["name"]];
}

const isConstant = (test: SyntaxNode): boolean => test.type === "ArithmeticWord" && /^[1-9]\d*$/.test(test.value);

/** Whether this waits or leaves somewhere in the foreground. */
function isCalm(node: SyntaxNode): boolean {
  let calm = false;
  const visit = (inner: SyntaxNode): void => {
    if (calm) return;
    if (inner.type === "Statement" && inner.background === true) return;
    if (inner.type === "Command" && inner.name !== undefined && CALMING.has(inner.name.value)) calm = true;
    forEachChild(inner, visit);
  };
  visit(node);
  return calm;
}

/** More turns than ordinary work starts processes for. */
const MANY = /\{\d+\.\.\d{5,}\}|\bseq\s+(?:\d+\s+){0,2}\d{5,}\b/;

/** Whether a loop that does end still starts a process in the background at each of a great many turns. */
export function multiplies(node: For | ArithmeticFor): boolean {
  const many =
    node.type === "For"
      ? node.wordlist?.some((word) => MANY.test(word.text)) === true
      : node.test !== undefined && /<=?\s*\d{5,}/.test(textOf(node.test));
  return many && node.body.commands.some(({ background }) => background === true) && !isCalm(node.body);
}

function textOf(test: SyntaxNode): string {
  if (test.type === "ArithmeticBinary") return `${textOf(test.left)}${test.operator}${textOf(test.right)}`;
  return test.type === "ArithmeticWord" ? test.value : "";
}
