import { expect, test } from "vitest";
import { runSource } from "../../support/run-source.ts";

// A host of its own: only there does the end of the last handle end the wait as well.
test("a host that disposes right after a command ended its bash lives until everything is gone", async () => {
  const source = `
    import { createToolkit } from "nacre";
    for (let i = 0; i < 8; i++) {
      const kit = createToolkit({ loginShell: false });
      await kit.call("Bash", { command: "exit 3" });
      await kit.dispose();
    }
    console.log("disposed");
  `;
  expect(await runSource(source)).toEqual({ code: 0, stdout: "disposed\n", stderr: "" });
});
