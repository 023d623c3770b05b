import { expect, test } from "vitest";
import { type ShownDiff, shownDiffs } from "../../../../src/core/try/diff/shown-diff.ts";
import { triedChanges } from "../../../../src/core/try/tried-changes.ts";
import { type TryGround, tryGround } from "../../../support/tried.ts";

async function shown({ stateDir, run }: TryGround, text: string, most = 4): Promise<readonly ShownDiff[]> {
  const { changes, source } = await triedChanges(stateDir, await run(text));
  return changes.flatMap((change) => [...shownDiffs(change, source, most)]);
}

test("a diff is text, without the names above its hunks, and says how much of it is left out", async () => {
  const ground = tryGround({ a: "1\n2\n3\n" });
  expect(await shown(ground, "echo é > a; seq 9 > n")).toEqual([
    {
      path: "a",
      head: ["diff --git a/a b/a"],
      lines: ["@@ -1,3 +1,1 @@", "-1", "-2", "-3"],
      more: 1,
      content: "text",
    },
    {
      path: "n",
      head: ["diff --git a/n b/n", "new file mode 100644"],
      lines: ["@@ -0,0 +1,9 @@", "+1", "+2", "+3"],
      more: 6,
      content: "text",
    },
  ]);
  const [whole] = await shown(ground, "echo é > a", Number.POSITIVE_INFINITY);
  expect(whole).toMatchObject({ lines: ["@@ -1,3 +1,1 @@", "-1", "-2", "-3", "+é"], more: 0 });
});

test("binary and large files are told apart; a file that became a link is two", async () => {
  const diffs = await shown(
    tryGround({ f: "--- not a name\n" }),
    String.raw`printf '\0' > b; seq 300000 > l; ln -sf b f`,
  );
  expect(diffs).toMatchObject([
    { path: "b", content: "binary", lines: [] },
    { path: "f", content: "text", lines: ["@@ -1,1 +0,0 @@", "---- not a name"] },
    {
      path: "f",
      head: ["diff --git a/f b/f", "new file mode 120000"],
      lines: ["@@ -0,0 +1,1 @@", "+b", String.raw`\ No newline at end of file`],
    },
    { path: "l", content: "large", lines: [], more: 0 },
  ]);
});
