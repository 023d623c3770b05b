import { expect, test } from "vitest";
import { resolveNames } from "../../../../src/core/policy/tools/command-names.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { activateGlobs } from "../../../../src/core/policy/values/globs.ts";

test("a glob stands for every program it could be, and nothing else is certain", () => {
  expect(resolveNames(activateGlobs("/bin/r?"))).toEqual({ names: ["rm"], certain: false });
  expect(resolveNames(ANY)).toEqual({ names: [], certain: false });
  expect(resolveNames("/")).toEqual({ names: [], certain: true });
  expect(resolveNames(`${ANY}/bin/tool`)).toEqual({ names: ["tool"], certain: true });
});
