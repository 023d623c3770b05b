import { expect, test } from "vitest";
import { commandTexts } from "../../../../src/core/policy/code/commands-in-code.ts";
import { literalsOf } from "../../../../src/core/policy/code/literals.ts";
import type { Language } from "../../../../src/core/policy/tools/effect.ts";

const textsOf = (code: string, language: Language): readonly string[] =>
  commandTexts({ code, literals: literalsOf(code, language), language });

test.each<readonly [Language, string, readonly string[]]>([
  ["ruby", "x = `ls -l`", ["ls -l"]],
  ["javascript", "x = `ls -l`", []],
  ["perl", "print qx(ls -l)", ["ls -l"]],
  ["ruby", "%x{ls {a}}", ["ls {a}"]],
  ["python", "!ls -l", ["ls -l"]],
  ["other", "exec ls -l", ["ls -l", "ls -l"]],
  ["other", 'exec sh -c "ls $env(HOME)"', ["sh -c ", 'sh -c "ls $HOME"']],
  ["other", "puts [exec sh -c {ls -l}]", ["sh -c {ls -l}", "sh -c 'ls -l'"]],
])("in %s %j hands a shell %j", (language, code, texts) => {
  expect(textsOf(code, language)).toEqual(texts);
});
