import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";

test("a command on a terminal that ends is a result as any other, and says that nothing flows back", async () => {
  const { bash } = openToolkit();
  await bash("X=kept");
  const result = await bash("echo $X; [ -t 0 ] && [ -t 1 ] && tty; X=gone; exit 3", { tty: true });
  expect(result).toMatchObject({ success: false, metadata: { exit_code: 3 } });
  expect(result.error).toMatch(
    /^Command failed with exit code 3\nkept\n\/dev\/pts\/\d+\n\[note\] it runs on a terminal in a shell/,
  );
  expect((await bash("echo $X")).output).toBe("kept\n");
});

test("one that waits for input goes on by its id, with what it asks", async () => {
  const { bash, call } = openToolkit();
  const asks = await bash("read -rp 'Continue? [y/N] ' a; echo answer $a", { tty: true });
  expect(asks.output).toMatch(/^Command waits for input and goes on as a background shell: shell_\w+\n/);
  expect(asks.output).toContain("Continue? [y/N]");
  expect(asks.metadata).toMatchObject({ waiting_for_input: "bash", is_running: true });
  const answer = { bash_id: asks.metadata.bash_id, text: "y\n", wait_for: "exit", wait_ms: 60_000 };
  expect((await call("BashInput", answer)).output).toContain("answer y");
});

test("a timeout ends it with everything, and so does a caller that gives up", async () => {
  const { bash, call, shells } = openToolkit();
  const late = await bash("sleep 600", { tty: true, timeout: 1000 });
  expect(late.error).toMatch(/^Command timed out after 1000ms/);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const given = await call("Bash", { command: "sleep 600", tty: true }, { signal: stop.signal });
  expect(given.metadata["cancelled"]).toBe(true);
  expect(shells.listShells().flatMap((shell) => shell.processes())).toEqual([]);
});

test("a caller that waits no longer gets the command by its id", async () => {
  const { call } = openToolkit();
  const left = await call("Bash", { command: "sleep 600", tty: true }, { backgroundAfterMs: 1000 });
  expect(left.output).toMatch(/^Command still runs and goes on as a background shell: shell_\w+\n/);
});

test("a terminal has no stdin beside it, and only a terminal has a size", async () => {
  const { bash } = openToolkit();
  expect((await bash("cat", { tty: true, stdin: "x" })).error).toContain("stdin cannot be given with tty");
  expect((await bash("cat", { cols: 80 })).error).toContain("they need tty");
  expect((await bash("cat", { tty: true, cols: 0 })).error).toContain(
    "cols is 0; it must be a whole number from 2 to 500",
  );
});
