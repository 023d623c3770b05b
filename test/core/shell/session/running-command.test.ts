import { expect, test } from "vitest";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the rest of a text that timed out does not run", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, "trap 'echo term' TERM; sleep 30; echo rest; touch /tmp/should-not-be", {
    timeoutMs: 1000,
  });
  expect(outcome.ending.kind).toBe("timed-out");
  expect(outcome.restored).toBeDefined();
  expect((await run(manager, "ls /tmp/should-not-be")).code).toBe(2);
});

test("a loop of builtins is ended by its timeout, and its variables are kept", async () => {
  const manager = testManager();
  expect((await run(manager, "L=v; while :; do :; done", { timeoutMs: 1000 })).code).toBe("timed-out");
  expect((await run(manager, "echo $L")).stdout).toBe("v\n");
});

test("what was printed before a timeout is there", async () => {
  const manager = testManager();
  expect((await run(manager, "echo before; printf half; sleep 60", { timeoutMs: 1000 })).stdout).toBe("before\nhalf");
});

test.each([
  ["exec >log; echo hidden", true],
  ["exec 2>&1; echo x", true],
  ["exec 1>&-", true],
  ["exec >log; trap 'echo bye' EXIT; echo hidden", true],
  ["trap -p; exec >log", true],
  ["f() { exec >log; }; f", true],
  ["exec 3>&1 >log; echo hidden; exec >&3 3>&-", false],
  ["exec {fd}>log; exec 3>log", false],
  ["(exec >log; echo hidden)", false],
  ["if false; then exec >log; fi", false],
  ["trap 'exec true' USR1; trap -p >/dev/null", false],
  ["echo exec", false],
])(
  "%s: the outcome says whether the whole shell was redirected, and the next command prints as before",
  async (text, moved) => {
    const manager = testManager();
    const workingDir = tempDir();
    const { outcome } = await run(manager, text, { workingDir });
    expect(outcome.movedStreams).toBe(moved);
    const next = await run(manager, "echo out; echo err >&2", { workingDir });
    expect([next.stdout, next.stderr, next.outcome.movedStreams]).toEqual(["out\n", "err\n", false]);
  },
);

test.each([
  ["a function", "f() { exec >log; }", "f; echo hidden"],
  ["a function of a function", "f() { exec 2>&1; }; g() { f; }", "g"],
  ["a function by a variable", "f() { exec >log; }; name=f", "$name"],
  ["a process that takes the output over", "f() { exec > >(cat >log); }", "f"],
  ["a file", "echo 'exec >log' >lib", ". ./lib"],
  ["a trap", "trap 'exec >log' USR1", "kill -USR1 $$; echo hidden"],
  ["a trap that no signal sets off", "trap 'exec >log' ERR", "false"],
  ["a trap that calls a function", "f() { exec >log; }; trap f ERR", "false"],
  ["an alias", "shopt -s expand_aliases; alias quiet='exec >log'", "quiet"],
])("the redirection of the whole shell by %s of an earlier text is told as well", async (_by, before, text) => {
  const manager = testManager();
  const workingDir = tempDir();
  expect((await run(manager, before, { workingDir })).outcome.movedStreams).toBe(false);
  expect((await run(manager, text, { workingDir })).outcome.movedStreams).toBe(true);
  const { stdout, outcome } = await run(manager, "echo out", { workingDir });
  expect([stdout, outcome.movedStreams]).toEqual(["out\n", false]);
});
