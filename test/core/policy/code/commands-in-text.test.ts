import { expect, test } from "vitest";
import { spokenCommands } from "../../../../src/core/policy/code/commands-in-text.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";

test.each([
  ['run("rm -rf a")', ["rm -rf a"]],
  ["first /bin/rm -rf a", ["/bin/rm -rf a"]],
  ["[rm -f a]\n(dd of=b)", ["rm -f a", "dd of=b"]],
])("%j speaks of %j", (text, commands) => {
  expect(spokenCommands(text)).toEqual(commands);
});

test.each(["the farm is big", "rm", "alarm -rf", `rm -rf ${ANY}`, `rm -rf ${"a".repeat(4096)}`])(
  "a text speaks of none where none begins, or where it cannot be read",
  (text) => expect(spokenCommands(text)).toEqual([]),
);
