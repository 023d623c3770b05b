import { expect, test } from "vitest";
import { runSource } from "../../../support/run-source.ts";

/** A program whose host is stopped soon, for longer than its command may take, and continued. */
const stopped = (call: string): string => `
  import { spawn } from "node:child_process";
  import { once } from "node:events";
  import { createToolkit } from "nacre";
  const kit = createToolkit({ loginShell: false, limits: { maxTimeoutMs: 2 ** 40 } });
  await kit.call("Bash", { command: "echo warm" });
  const pid = process.pid;
  const stopper = spawn("/bin/sh", ["-c", \`sleep 0.2; kill -STOP \${pid}; sleep 4; kill -CONT \${pid}\`]);
  const gone = once(stopper, "exit");
  ${call}
  await gone;
  await kit.dispose();`;

test("a command that ended in time is not called late by a host that was stopped", async () => {
  const { code, stdout, stderr } = await runSource(
    stopped(`
      const { output, metadata } = await kit.call("Bash", { command: "echo begun; sleep 1; echo done", timeout: 2000 });
      console.log(JSON.stringify([output, metadata.status, metadata.timed_out ?? false]));`),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(["begun\ndone\n", "completed", false]);
});

test("a background shell that ended in time is not called late by a host that was stopped", async () => {
  const { code, stdout, stderr } = await runSource(
    stopped(`
      const begun = await kit.call("Bash", { command: "sleep 1; echo done", timeout: 2000, run_in_background: true });
      const id = begun.metadata.bash_id;
      const { metadata } = await kit.call("BashOutput", { bash_id: id, wait_for: "exit" });
      console.log(JSON.stringify([metadata.status, metadata.exit_code]));`),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(["completed", 0]);
});

test("a timeout of months does not end a command at once", async () => {
  const { code, stdout } = await runSource(`
    import { createToolkit } from "nacre";
    const kit = createToolkit({ loginShell: false, limits: { maxTimeoutMs: 2 ** 40 } });
    const { output } = await kit.call("Bash", { command: "sleep 0.3; echo done", timeout: 2 ** 33 });
    console.log(output.trim());
    await kit.dispose();`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "done\n" });
});
