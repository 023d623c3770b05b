import type { TestExpression } from "unbash";
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
