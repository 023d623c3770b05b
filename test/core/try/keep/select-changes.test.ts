import { expect, test } from "vitest";
import type { FoundChange } from "../../../../src/core/try/change.ts";
import { selectChanges } from "../../../../src/core/try/keep/select-changes.ts";

const change = (path: string, more: Partial<FoundChange> = {}): FoundChange => ({
  path,
  at: path,
  kind: "added",
  ...more,
});
const directory = { after: { type: "directory", mode: "0755", bytes: 0 } } as const;
const CHANGES = [
  change("src", directory),
  change("src/a.ts"),
  change("src/a.js"),
  change("src/deep", directory),
  change("src/deep/b.ts"),
  change("new", { kind: "renamed", from: "old" }),
  change(".envrc", { marks: ["guarded"] }),
];

test.each<[readonly string[] | undefined, readonly string[]]>([
  [undefined, ["src", "src/a.ts", "src/a.js", "src/deep", "src/deep/b.ts", "new"]],
  [["src/*.ts"], ["src", "src/a.ts"]],
  [["**/*.ts"], ["src", "src/a.ts", "src/deep", "src/deep/b.ts"]],
  [["./src/deep/"], ["src", "src/deep", "src/deep/b.ts"]],
  [["old"], ["new"]],
  [[".envrc"], [".envrc"]],
  [["src/?.js"], ["src", "src/a.js"]],
])("%j means %j", (paths, chosen) => {
  expect(selectChanges(CHANGES, paths).chosen.map(({ path }) => path)).toEqual(chosen);
});

test("what is guarded and was not named itself is told, and so is what names nothing", () => {
  expect(selectChanges(CHANGES)).toMatchObject({ guarded: [".envrc"], unknown: [] });
  expect(selectChanges(CHANGES, [".env*", "nope"])).toMatchObject({
    chosen: [],
    guarded: [".envrc"],
    unknown: ["nope"],
  });
});
