import { expect, test } from "vitest";
import { evaluatedBy } from "../../../../src/core/policy/code/evaluated-code.ts";
import { literalsOf } from "../../../../src/core/policy/code/literals.ts";
import type { Language } from "../../../../src/core/policy/tools/effect.ts";

const evaluated = (language: Language, code: string) =>
  evaluatedBy({ code, literals: literalsOf(code, language), language });

test.each<[Language, string]>([
  ["python", "exec(''.join(x))"],
  ["python", "eval('a' + x)"],
  ["python", "exec(f'{x}()')"],
  ["python", "c = 'a'; c += x; exec(c)"],
  ["python", "list(map(eval, x))"],
  ["javascript", "new Function(a + b)()"],
  ["ruby", "eval parts.join"],
  ["perl", "eval $x;"],
  ["php", "eval($x);"],
  ["lua", "load(x)()"],
  ["other", "eval(parse(text=x))"],
])("%s: %s is put together by the run", (language, code) => {
  expect(evaluated(language, code)).toEqual({ files: [], isUnknown: true });
});

test.each<[Language, string]>([
  ["python", "exec('print(1)')"],
  ["python", "exec(compile('print(1)', 'x', 'exec'))"],
  ["python", "c = 'print(1)'\nexec(c)"],
  ["python", "def eval(x): return x"],
  ["python", "model.eval()"],
  ["javascript", "/x/.exec(y)"],
  ["ruby", "x.instance_eval do\n @a\nend"],
  ["perl", "eval { run() }; warn $@ if $@"],
  ["shell", "eval $x"],
])("%s: %s shows all that it evaluates", (language, code) => {
  expect(evaluated(language, code)).toEqual({ files: [], isUnknown: false });
});

test("of many calls the first are looked at, and more are unknown", () => {
  expect(evaluated("python", "eval('1')\n".repeat(40)).isUnknown).toBe(false);
  expect(evaluated("python", "eval('1')\n".repeat(41)).isUnknown).toBe(true);
});

test("a file that is read whole and evaluated is run", () => {
  expect(evaluated("python", "exec(open('a.py').read())").files).toEqual(["a.py"]);
  expect(evaluated("python", "eval(compile(open('a.py', 'rb').read(), 'a.py', 'exec'))").files).toEqual(["a.py"]);
  expect(evaluated("javascript", "eval(require('fs').readFileSync('a.js', 'utf8'))").files).toEqual(["a.js"]);
  expect(evaluated("ruby", 'eval(File.read("a.rb"))').files).toEqual(["a.rb"]);
  expect(evaluated("python", "exec(open('a.py').read().replace('x', y))")).toEqual({ files: [], isUnknown: true });
});
