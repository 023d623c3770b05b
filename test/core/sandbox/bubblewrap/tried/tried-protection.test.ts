import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolkit } from "../../../../../src/index.ts";
import { hasBubblewrap } from "../../../../support/open-sandbox.ts";
import { tryGround } from "../../../../support/tried.ts";

describe.runIf(hasBubblewrap)("the shells of a try", () => {
  test("cannot read the user's secrets, also not those that are written meanwhile, and take none of the user's files away", async () => {
    const { workspace, stateDir } = tryGround({ ".env": "CANARY=1\n", a: "one\n" });
    const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false, approver: async () => "once" });
    onTestFinished(() => kit.dispose());
    const first = await kit.try("cat .env", { name: "n" });
    expect(`${first.result.output}${first.result.error}`).not.toContain("CANARY=1");
    writeFileSync(join(workspace, ".env.local"), "CANARY=2\n");
    writeFileSync(join(workspace, ".envrc"), "the user's\n");
    const second = await kit.try("cat .env.local; cat a", { name: "n" });
    expect(`${second.result.output}${second.result.error}`).not.toContain("CANARY=2");
    expect(second.result.output).toContain("one");
    await kit.dispose();
    expect(existsSync(join(workspace, ".envrc"))).toBe(true);
    expect(readFileSync(join(workspace, ".env"), "utf8")).toBe("CANARY=1\n");
  });

  test("are ended when they write more than a try may hold", async () => {
    const { workspace, stateDir } = tryGround({ a: "one\n" });
    const kit = createToolkit({
      workingDir: workspace,
      stateDir,
      loginShell: false,
      limits: { tryBytes: 1024 * 1024 },
    });
    onTestFinished(() => kit.dispose());
    const { result } = await kit.try(
      "for i in $(seq 400); do head -c 1000000 /dev/zero > f$i; sleep 0.1; done; echo done",
    );
    expect(result.output).not.toContain("done\n");
    expect(JSON.stringify(result)).toContain("what the try wrote held more than 1 MiB");
    expect(existsSync(join(workspace, "f1"))).toBe(false);
  });
});
