import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { openToolkit } from "../support/open-toolkit.ts";

const LONG = "for i in {1..20000}; do echo line $i; done; echo complaint >&2";

test("without a wall, output that was cut is in a file that a command can read", async () => {
  const { bash } = openToolkit();
  const { output, metadata } = await bash(LONG);
  const path = String(metadata["output_path"]);
  expect(output).toContain(`all of it is in ${path}`);
  expect(metadata).not.toHaveProperty("bash_id");
  expect((await bash(`grep -c line ${path}`)).output).toBe("20000\n");
});

test.runIf(hasBubblewrap)("behind a wall, output that was cut is read by an id, never by a path", async () => {
  const { bash, call } = openToolkit({ sandbox: "workspace" });
  const { output, metadata } = await bash(`${LONG}; exit 3`);
  const { bash_id } = metadata;
  const path = String(metadata["output_path"]);
  expect(output).toContain(`search it with BashOutput: bash_id="${bash_id}", since="0" and filter, head or tail]`);
  expect(output).not.toContain(path);
  // The program around the tools can read the file; a command cannot.
  expect(readFileSync(path, "utf8")).toContain("line 12345\n");
  expect((await bash(`cat ${path}`)).success).toBe(false);
  const found = await call("BashOutput", { bash_id, since: 0, filter: "12345|complaint" });
  expect(found.output).toMatch(
    /^Status: failed, Exit code: 3, Duration: \d+ms\n\nline 12345\n\[stderr\]\ncomplaint\n\[exit code 3; since="0" reads it again; .*\]$/,
  );
  expect((await call("BashOutput", { bash_id, since: 0, tail: 1 })).output).toContain("line 20000\n");
  const whole = await call("BashOutput", { bash_id });
  expect(whole.output).toContain(`search it with BashOutput: bash_id="${bash_id}"`);
  expect((await call("KillShell", { shell_id: bash_id })).metadata).toMatchObject({ already_stopped: true });
  expect((await call("ListShells", {})).output).toBe("No background shells.");
  expect((await bash("echo short")).metadata).not.toHaveProperty("bash_id");
});

test.runIf(hasBubblewrap)("what is kept to be read by an id goes with the rest, and is nobody else's", async () => {
  const { bash, call, shells } = openToolkit({ sandbox: "workspace" });
  const mine = await call("Bash", { command: LONG }, { scope: "one" });
  const { bash_id, output_path } = mine.metadata;
  expect((await call("BashOutput", { bash_id, since: 0, tail: 1 }, { scope: "two" })).error).toContain(
    "Shell not found",
  );
  expect((await call("BashOutput", { bash_id, since: 0, tail: 1 }, { scope: "one" })).output).toContain("line 20000");
  await shells.cleanupCompleted(-1);
  expect(existsSync(String(output_path))).toBe(false);
  expect((await call("BashOutput", { bash_id }, { scope: "one" })).error).toContain("Shell not found");
  expect((await bash("echo on")).output).toBe("on\n");
});

test.runIf(hasBubblewrap)("a background shell's cut output is read by its own id behind a wall", async () => {
  const { call, start } = openToolkit({ sandbox: "workspace" });
  const bash_id = await start(`${LONG}; sleep 300`);
  const { output } = await call("BashOutput", { bash_id, wait_for: { pattern: "line 20000" } });
  expect(output).toContain(`search it with BashOutput: bash_id="${bash_id}", since="0"`);
  expect(output).not.toContain("all of it is in");
});
