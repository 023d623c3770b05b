import type { SyntaxNode, TestExpression } from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { ANY, isKnown, type Text } from "../values/abstract-text.ts";
import { type Surroundings, textsOf } from "../values/expand-word.ts";

const RUNS = /\$\(|`/;

/** Expands the words of a `[[ ]]`; where bash evaluates arithmetic, what hides in a value is run as well. */
export function evaluateCondition(expression: TestExpression, around: Surroundings): void {
  switch (expression.type) {
    case "TestUnary": {
      const texts = textsOf(expression.operand, around);
      if (expression.operator === "-v") for (const text of texts) if (RUNS.test(text)) around.evaluate(text);
      return;
    }
    case "TestBinary": {
      const [left, right] = [textsOf(expression.left, around), textsOf(expression.right, around)];
      const texts = [...left, ...right];
      if (expression.operator === "=~") rematch(left, right, around);
      const numeric = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      if (numeric) for (const text of texts) if (RUNS.test(text)) around.evaluate(text);
      return;
    }
    case "TestLogical":
      for (const operand of expression.operands) evaluateCondition(operand, around);
      return;
    case "TestNot":
      evaluateCondition(expression.operand, around);
      return;
    case "TestGroup":
      evaluateCondition(expression.expression, around);
      return;
    default:
      assertNever(expression);
  }
}

/** Keeps what a regular expression may have matched: the whole and its groups, or some part of the text. */
function rematch(texts: readonly Text[], patterns: readonly Text[], { scope }: Surroundings): void {
  const groups = texts.flatMap((text) => patterns.map((pattern) => groupsOf(text, pattern)));
  const known = groups.filter((list) => list !== undefined);
  if (known.length === groups.length) scope.setArray("BASH_REMATCH", known);
  else scope.set("BASH_REMATCH", [...texts, ANY]);
}

/** Undefined where it cannot be computed here: a part is unknown, or the pattern has classes of its own kind. */
function groupsOf(text: Text, pattern: Text): readonly Text[] | undefined {
  if (!isKnown(text + pattern) || /\[[[.:=]|\\/.test(pattern) || text.length + pattern.length > MAX_MATCHED)
    return undefined;
  try {
    return [...(new RegExp(pattern, "s").exec(text) ?? [])].map((group: string | undefined) => group ?? "");
  } catch {
    return undefined;
  }
}

/** The longest text and pattern that are matched. */
const MAX_MATCHED = 256;

/** Commands that do what they are told, or the rest would make no sense. */
const SURE = /^(?::|true|echo|printf|cd|pushd|popd|export|declare|local|readonly|typeset|set|shopt|unset|alias|umask)$/;

/** Whether the answer of a command may be no, so that what follows with `&&` does not run. */
export function mayFail(node: SyntaxNode): boolean {
  if (node.type === "Redirected") return mayFail(node.command);
  if (node.type === "Function") return false;
  if (node.type !== "Command") return true;
  return node.name !== undefined && !SURE.test(node.name.value);
}
