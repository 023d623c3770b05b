import { type ArithmeticFor, forEachChild, type SyntaxNode, type While } from "unbash";

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
  const name = commandName(statement.command);
  const endless =
    name !== undefined &&
    ((node.kind === "while" ? ALWAYS : NEVER).has(name) || (fed && name === "read" && node.kind === "while"));
  const arithmetic =
    statement.command.type === "ArithmeticCommand" &&
    node.kind === "while" &&
    /^\s*[1-9]\d*\s*$/.test(statement.command.body);
  return (endless || arithmetic) && !isCalm(node.body, true);
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
