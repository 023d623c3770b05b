import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { triesOf } from "../../../src/core/try/try-record.ts";
import { createToolkit, type Toolkit } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tempDir } from "../../support/temp-dir.ts";

type Ground = { readonly kit: Toolkit; readonly workspace: string; readonly stateDir: string };

function openGround(files: Readonly<Record<string, string>>): Ground {
  const [workspace, stateDir] = [tempDir("nacre-tried-"), tempDir("nacre-state-")];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(workspace, path, ".."), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false });
  onTestFinished(() => kit.dispose());
  return { kit, workspace, stateDir };
}

const left = (stateDir: string): readonly string[] =>
  existsSync(triesOf(stateDir)) ? readdirSync(triesOf(stateDir)).filter((name) => name.startsWith("try_")) : [];

describe.runIf(hasBubblewrap)("a command that is tried", () => {
  test("changes nothing until it is kept, and then exactly what it told", async () => {
    const { kit, workspace, stateDir } = openGround({ "a.txt": "one\n", "lib/b.txt": "two\n", "old.txt": "gone\n" });
    const tried = await kit.try(
      "echo more >> a.txt; rm old.txt; mkdir new; echo x > new/c; chmod 700 lib/b.txt; cat a.txt",
    );
    expect(tried.result).toMatchObject({ success: true, output: expect.stringContaining("one\nmore") });
    expect(tried.changes.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
      "added new",
      "added new/c",
      "deleted old.txt",
      "mode lib/b.txt",
      "modified a.txt",
    ]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one\n");
    expect(existsSync(join(workspace, "old.txt"))).toBe(true);
    const { kept, conflicts, open } = await tried.keep();
    expect({ kept: kept.length, conflicts, open }).toEqual({ kept: 5, conflicts: [], open: 0 });
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one\nmore\n");
    expect(readFileSync(join(workspace, "new/c"), "utf8")).toBe("x\n");
    expect(existsSync(join(workspace, "old.txt"))).toBe(false);
    expect(left(stateDir)).toEqual([]);
  });

  test("leaves nothing when it is discarded, and nothing when it changed nothing", async () => {
    const { kit, workspace, stateDir } = openGround({ "a.txt": "one\n" });
    const tried = await kit.try("rm a.txt");
    await tried.discard();
    expect(left(stateDir)).toEqual([]);
    const other = await kit.try("cat a.txt");
    expect(other.changes).toEqual([]);
    await kit.dispose();
    expect(left(stateDir)).toEqual([]);
    expect(readdirSync(workspace)).toEqual(["a.txt"]);
  });
});
