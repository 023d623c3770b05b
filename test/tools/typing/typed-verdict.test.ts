import { expect, test } from "vitest";
import { typedVerdict } from "../../../src/tools/typing/typed-verdict.ts";

test.each(["unknown", "password", "raw", "key", "line", "history"] as const)(
  "a doubt of the kind %s is a question with a way out",
  (doubt) => {
    const { decision, findings, suggestion } = typedVerdict(doubt, "typed");
    expect(decision).toBe("ask");
    expect(findings).toMatchObject([{ rule: `type-${doubt}`, part: "typed", span: [0, 5] }]);
    expect(suggestion).toMatch(/\.$/);
  },
);
