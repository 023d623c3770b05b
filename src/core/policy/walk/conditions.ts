import type { SyntaxNode, TestExpression, WordPart } from "unbash";
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

const TESTS = new Set(["[", "test", "false", "grep", "command", "which"]);

/** A name that is put together may be that of a test. */
const isPutTogether = (part: WordPart): boolean =>
  part.type === "DoubleQuoted"
    ? part.parts.some(isPutTogether)
    : !/^(?:Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type);

/** Whether a command is there for its answer, which may as well be no. */
export function isTest(node: SyntaxNode): boolean {
  if (node.type === "TestCommand" || node.type === "ArithmeticCommand") return true;
  if (node.type === "Redirected") return isTest(node.command);
  if (node.type === "Command")
    return TESTS.has(node.name?.value ?? "") || node.name?.parts?.some(isPutTogether) === true;
  if (node.type !== "Pipeline") return false;
  const last = node.commands.at(-1);
  return node.prefixes.some(({ type }) => type === "Negation") || (last !== undefined && isTest(last));
}
