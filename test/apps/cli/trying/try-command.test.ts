import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { tryGround } from "../../../support/tried.ts";

describe.runIf(hasBubblewrap)("nacre try", () => {
  test("exits as the command did, shows what it would change, and leaves it open", async () => {
    const { workspace, stateDir, left } = tryGround({ a: "one\n" });
    const env = { NACRE_STATE_DIR: stateDir };
    const { code, stdout, stderr } = await cli(["try", "echo said; echo x >> a; exit 3"], { env, cwd: workspace });
    const [id] = left();
    expect({ code, stdout }).toEqual({ code: 3, stdout: "said\n" });
    expect(stderr).toContain("nacre: tried, not kept: 1 change\n  M a (4 bytes → 6 bytes)\n");
    expect(stderr).toContain(`nacre try --keep ${id}`);
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe("one\n");
  });

  test("tells all of it as data", async () => {
    const { workspace, stateDir } = tryGround({ a: "one\n" });
    const { stdout } = await cli(["try", "--json", "rm a"], { env: { NACRE_STATE_DIR: stateDir }, cwd: workspace });
    expect(JSON.parse(stdout)).toMatchObject({
      result: { success: true },
      tried: { basis: "overlay", escapes: [], differs: [], changes: [{ kind: "deleted", path: "a" }] },
    });
  });

  test.each([
    ["k\n", "one\nx\n", "kept 2 changes"],
    ["p 1\n", "one\nx\n", "kept 1 change"],
    ["p 7\n", "one\n", "name lines from 1 to 2"],
    ["d\n", "one\n", "discarded"],
    ["\n", "one\n", "left open"],
  ])("at a terminal the answer %j is done", async (typed, text, said) => {
    const { workspace, stateDir } = tryGround({ a: "one\n" });
    const env = { NACRE_STATE_DIR: stateDir };
    const { stdout, stderr } = await cli(["try", "echo x >> a; echo y > b"], {
      env,
      cwd: workspace,
      stdin: typed,
      isInteractive: true,
    });
    expect(`${stdout}${stderr}`).toContain(said);
    expect(stderr).toContain("+x\n");
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe(text);
  });
});
