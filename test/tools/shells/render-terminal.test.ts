import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("lines are given once, the screen whenever it is asked for, and title and bell as data", async () => {
  const { start, call, shells } = openToolkit();
  const id = await start("printf '\\033]0;my title\\a\\aone\\ntwo\\n'; cat", { tty: true, cols: 40, rows: 5 });
  await waitUntil("the lines", () => shells.getShell(id)?.getAllOutput().includes("two") === true);
  const first = await call("BashOutput", { bash_id: id });
  expect(first.output).toContain("one\ntwo");
  expect(first.metadata).toMatchObject({ view: "lines", title: "my title", bells: 1 });
  expect((await call("BashOutput", { bash_id: id })).output).not.toContain("one");
  const screen = await call("BashOutput", { bash_id: id, view: "screen" });
  expect(screen.output).toContain("[40x5, cursor at row 3 column 1, title");
  expect(screen.output).toContain("  1 one");
  expect((await call("BashOutput", { bash_id: id, since: "0", filter: "two" })).output).toContain("two");
});

test("a shell without a terminal has no screen", async () => {
  const { start, call } = openToolkit();
  const id = await start("sleep 60");
  expect((await call("BashOutput", { bash_id: id, view: "screen" })).error).toContain("has no terminal");
});

test("more lines than are shown are told with how to read them", async () => {
  const { start, call } = openToolkit();
  const id = await start("seq 1 50000", { tty: true });
  const { output } = await call("BashOutput", { bash_id: id, wait_for: "exit", wait_ms: 60_000 });
  expect(output).toContain("50000");
  expect(output).toContain("more was printed than is shown");
});
