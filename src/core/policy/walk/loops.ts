import { type ArithmeticFor, type For, forEachChild, type SyntaxNode, type While } from "unbash";

const ALWAYS = new Set([":", "true", "/bin/true", "/usr/bin/true"]);
const NEVER = new Set(["false", "/bin/false", "/usr/bin/false"]);
/** Words that make a loop wait or end. */
const CALMING = new Set(["sleep", "wait", "read", "break", "exit", "return", "inotifywait", "usleep", "select"]);

/** Whether a loop's own condition never ends it; one that reads does not end while it is fed. */
export function loopsForever(node: While | ArithmeticFor, fed = false): boolean {
  if (node.type === "ArithmeticFor") {
    return (node.test === undefined || isConstant(node.test)) && !isCalm(node.body, true);
  }
  const [statement, ...others] = node.clause.commands;
  if (statement === undefined || others.length > 0) return false;
  const endless = node.kind === "while" ? succeeds(statement.command, fed) : fails(statement.command);
  return endless && !isCalm(node.body, true);
}

/** Whether a condition is true at every turn. */
function succeeds(condition: SyntaxNode, fed: boolean): boolean {
  if (condition.type === "ArithmeticCommand") return /^\s*[1-9]\d*\s*$/.test(condition.body);
  const name = commandName(condition);
  return name !== undefined && (ALWAYS.has(name) || (fed && name === "read"));
}

/** Whether a condition is false at every turn. */
function fails(condition: SyntaxNode): boolean {
  const name = commandName(condition);
  return name !== undefined && NEVER.has(name);
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

function commandName(node: SyntaxNode): string | undefined {
  if (node.type === "Command") return node.name?.value;
  if (node.type === "Pipeline" && node.commands.length === 1 && node.commands[0] !== undefined)
    return commandName(node.commands[0]);
  return undefined;
}

/** Whether the body waits or leaves somewhere in the foreground. */
function isCalm(body: SyntaxNode, foreground: boolean): boolean {
  let calm = false;
  const visit = (node: SyntaxNode): void => {
    if (calm) return;
    if (node.type === "Statement" && node.background === true) return;
    if (node.type === "Command" && node.name !== undefined && CALMING.has(node.name.value)) calm = foreground;
    forEachChild(node, visit);
  };
  forEachChild(body, visit);
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
  return many && node.body.commands.some(({ background }) => background === true) && !isCalm(node.body, true);
}

function textOf(test: SyntaxNode): string {
  if (test.type === "ArithmeticBinary") return `${textOf(test.left)}${test.operator}${textOf(test.right)}`;
  return test.type === "ArithmeticWord" ? test.value : "";
}
