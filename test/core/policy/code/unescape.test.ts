import { expect, test } from "vitest";
import { unescaped } from "../../../../src/core/policy/code/unescape.ts";
import type { Language } from "../../../../src/core/policy/tools/effect.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";

const raw = String.raw;

test.each<readonly [Language, string, string, string]>([
  ["python", "'", raw`\x72m \u002f \q`, raw`rm / \q`],
  ["python", '"', raw`a\"b\n\101`, 'a"b\nA'],
  ["javascript", "'", raw`\x72\u{6d} \q\$a`, "rm q$a"],
  ["javascript", "`", "rm ${x} y", `rm ${ANY} y`],
  ["perl", "'", raw`a\'b\n`, raw`a'b\n`],
  ["perl", '"', raw`a=/x; rm \$a \x{6d}`, "a=/x; rm $a m"],
  ["ruby", "'", raw`\\ \$`, raw`\ \$`],
  ["ruby", '"', "cat #{Dir.home}/x", "cat ~/x"],
  ["ruby", '"', "cat #{x}/y", `cat ${ANY}/y`],
  ["php", '"', raw`\$f {$x} \q`, raw`$f ${ANY} \q`],
  ["lua", '"', raw`\126/x \10`, "~/x \n"],
  ["awk", '"', raw`\/etc\/x \"y\"`, '/etc/x "y"'],
  ["other", '"', raw`\u{72}m`, "rm"],
])("%s in %s: %s is %j", (language, quote, body, value) => {
  expect(unescaped(body, quote, language)).toBe(value);
});

test("a letter that the policy uses as its own becomes any text", () => {
  expect(unescaped(`a\\u${"fdd"}3b`, '"', "javascript")).toBe(`a${ANY}b`);
});
