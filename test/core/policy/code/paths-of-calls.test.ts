import { expect, test } from "vitest";
import { literalsOf } from "../../../../src/core/policy/code/literals.ts";
import { pathsByName, pathsTold } from "../../../../src/core/policy/code/paths-of-calls.ts";

test.each([
  ["Path('/a').write_text('x')", ["/a"]],
  ["Path('/a').expanduser().write_text('x')", ["/a"]],
  ["p = Path('/a')\np.write_text('x')", ["/a"]],
  ["const p: string = '/a'; write_text(p, 'x')", ["/a"]],
  ["p = '/a'\nif y: p = '/b'\nwrite_text(p)", ["/a", "/b"]],
  ["p = '/a'\nwrite_text('/b', p)", []],
  ["Path('/a')\nq.write_text('x')", []],
])("%s writes %j", (code, values) => {
  const paths = literalsOf(code);
  const start = code.indexOf("write_text") + "write_text".length;
  expect(pathsTold(code, start, { paths, named: pathsByName(code, paths) }).map(({ value }) => value)).toEqual(values);
});
