import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listRecords, readRecord } from "../../../src/core/try/try-record.ts";
import { createToolkit } from "../../../src/index.ts";
import { endElsewhere, triedOf } from "../../../src/tools/trying/trying.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tryGround } from "../../support/tried.ts";

describe.runIf(hasBubblewrap)("a try", () => {
  test("takes several commands under one name, which see what the others did", async () => {
    const { workspace, stateDir, left } = tryGround({ a: "one\n", ".envrc": "mine\n" });
    const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false });
    onTestFinished(() => kit.dispose());
    await kit.try("mkdir made && cd made && X=kept", { name: "n" });
    const tried = await kit.try("pwd; echo $X; echo two > two; rm ../.envrc", { name: "n" });
    expect(tried.result.output).toContain(`${workspace}/made\nkept\n`);
    expect(tried.changes.map(({ kind, path, marks = [] }) => [kind, path, ...marks].join(" "))).toEqual([
      "deleted .envrc guarded",
      "added made",
      "added made/two",
    ]);
    expect(tried.escapes).toEqual([]);
    expect(left()).toEqual([tried.id]);
    expect(readFileSync(join(workspace, ".envrc"), "utf8")).toBe("mine\n");
    // As another nacre of the user does before it keeps something.
    await endElsewhere(stateDir, tried.id);
    const record = readRecord(stateDir, tried.id);
    expect(record).toMatchObject({ isOpen: false, commands: [expect.any(String), expect.any(String)] });
    if (record !== undefined) expect((await triedOf(stateDir, record)).changes).toHaveLength(3);
    await kit.dispose();
    expect(listRecords(stateDir)).toHaveLength(1);
    expect(existsSync(join(workspace, "made"))).toBe(false);
  });

  test("names a rename that it refused, whatever the command says of it, and a network that was open", async () => {
    const { workspace, stateDir } = tryGround({ "d/a": "one\n" });
    const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false });
    onTestFinished(() => kit.dispose());
    const tried = await kit.try(`perl -e 'rename("d", "e")'; echo EXDEV`, { network: { allow: [] } });
    expect(tried.differs).toEqual([expect.stringContaining("d could not be renamed to e (EXDEV)")]);
    expect(tried.escapes).toEqual([expect.stringContaining("network was open")]);
    await tried.discard();
  });
});
