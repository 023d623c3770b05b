import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const decisionOf = (command: string): string => judge(command, PLACE).decision;

test("source code that the text wrote is judged where it is compiled", () => {
  expect(decisionOf(`echo 'int main() { system("rm -rf /usr"); }' > a.c && gcc a.c`)).toBe("deny");
  expect(decisionOf(`echo 'int main() { puts("hello"); }' > a.c && gcc a.c && ./a.out`)).toBe("allow");
});

test("source code that lies there is the user's", () => {
  expect(decisionOf("gcc src/a.c -o build/a")).toBe("allow");
  expect(decisionOf("gcc /tmp/a.c -o build/a")).toBe("allow");
});
