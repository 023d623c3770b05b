import type { SyntaxNode, TestExpression } from "unbash";
import { assertNever } from "../../base/assert-never.ts";
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
      const texts = [...textsOf(expression.left, around), ...textsOf(expression.right, around)];
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

const TESTS = new Set(["[", "test", "false", "grep", "command", "which"]);

/** Whether a command is there for its answer, which may as well be no. */
export function isTest(node: SyntaxNode): boolean {
  if (node.type === "TestCommand" || node.type === "ArithmeticCommand") return true;
  if (node.type === "Redirected") return isTest(node.command);
  if (node.type === "Command") return TESTS.has(node.name?.value ?? "");
  if (node.type !== "Pipeline") return false;
  const last = node.commands.at(-1);
  return node.prefixes.some(({ type }) => type === "Negation") || (last !== undefined && isTest(last));
}
