import { type ArithmeticExpression, forEachChild, type SyntaxNode } from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { isKnown } from "./abstract-text.ts";
import type { Scope } from "./scope.ts";

/** The number an expression surely has, or `undefined`. The caller runs the substitutions inside. */
export function arithmeticValue(expression: ArithmeticExpression, scope: Scope): number | undefined {
  switch (expression.type) {
    case "ArithmeticWord":
      return wordValue(expression.value, scope);
    case "ArithmeticGroup":
      return arithmeticValue(expression.expression, scope);
    case "ArithmeticUnary": {
      const value = arithmeticValue(expression.operand, scope);
      if (value === undefined || !expression.prefix) return undefined;
      if (expression.operator === "-") return -value;
      return expression.operator === "+" ? value : undefined;
    }
    case "ArithmeticBinary": {
      const left = arithmeticValue(expression.left, scope);
      const right = arithmeticValue(expression.right, scope);
      return left === undefined || right === undefined ? undefined : combined(expression.operator, left, right);
    }
    case "ArithmeticTernary":
    case "ArithmeticCommandExpansion":
      return undefined;
    default:
      return assertNever(expression);
  }
}

/** The variable that an expression is an assignment to, and its new value where that is sure. */
export function assignedValue(
  expression: ArithmeticExpression,
  scope: Scope,
): { readonly name: string; readonly value: number } | undefined {
  if (expression.type !== "ArithmeticBinary" || expression.operator !== "=") return undefined;
  const { left, right } = expression;
  if (left.type !== "ArithmeticWord" || !/^[A-Za-z_]\w*$/.test(left.value)) return undefined;
  const value = arithmeticValue(right, scope);
  return value === undefined ? undefined : { name: left.value, value };
}

/** The variables that an expression may change. */
export function assignedNames(expression: ArithmeticExpression): readonly string[] {
  const names: string[] = [];
  const assigned = (node: SyntaxNode): void => {
    if (node.type === "ArithmeticWord" && /^[A-Za-z_]\w*$/.test(node.value)) names.push(node.value);
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "ArithmeticCommandExpansion") return;
    if (node.type === "ArithmeticBinary" && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assigned(node.left);
    if (node.type === "ArithmeticUnary" && /^(?:\+\+|--)$/.test(node.operator)) assigned(node.operand);
    forEachChild(node, visit);
  };
  visit(expression);
  return names;
}

function wordValue(text: string, scope: Scope): number | undefined {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const [only, ...others] = scope.valuesOf(name);
  return others.length === 0 && only !== undefined && isKnown(only) && /^-?\d{1,12}$/.test(only)
    ? Number(only)
    : undefined;
}

function combined(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : Math.trunc(left / right);
    case "%":
      return right === 0 ? undefined : left % right;
    default:
      return undefined;
  }
}
