import { expect, test } from "vitest";
import { QUIET_SHELL_MS } from "../../../src/core/base/limits.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { jumpingClock } from "../../support/time-jumps.ts";
import { waitUntil } from "../../support/wait-until.ts";

const ended = async (kit: ReturnType<typeof openToolkit>, id: string): Promise<void> =>
  waitUntil("the shell to end", () => kit.shells.getShell(id)?.hasEnded === true);

test("a background shell that ended is told once, in the next result of its session and of no other", async () => {
  const kit = openToolkit();
  const id = await kit.start("sleep 0.3; exit 3");
  expect((await kit.bash("echo one")).output).toBe("one\n");
  await ended(kit, id);
  expect((await kit.bash("echo other", { session_id: "other" })).output).toBe("other\n");
  expect((await kit.bash("echo two")).output).toMatch(
    new RegExp(
      `^two\n\\[note\\] background shell ${id} has ended \\(Status: failed, Exit code: 3, .*\\): sleep 0\\.3; exit 3; BashOutput reads`,
    ),
  );
  expect((await kit.bash("echo three")).output).toBe("three\n");
});

test.each(["BashOutput", "KillShell", "ListShells"])("an end that %s has shown is not told again", async (tool) => {
  const kit = openToolkit();
  const id = await kit.start("sleep 0.3");
  await ended(kit, id);
  await kit.call(tool, tool === "ListShells" ? {} : { bash_id: id, shell_id: id });
  expect((await kit.bash("echo x")).output).toBe("x\n");
});

test("a shell that ended at once was told of by its start", async () => {
  const kit = openToolkit();
  await ended(kit, await kit.start("true"));
  expect((await kit.bash("echo x")).output).toBe("x\n");
});

/** Runs commands until one has a notice; gives what was told. */
async function told(kit: ReturnType<typeof openToolkit>): Promise<readonly string[]> {
  const { jump } = jumpingClock();
  const notices: string[] = [];
  await waitUntil("a notice", async () => {
    jump(QUIET_SHELL_MS);
    const { output } = await kit.bash("true");
    if (output !== "") notices.push(output);
    return notices.length > 0;
  });
  jump(QUIET_SHELL_MS);
  expect((await kit.bash("true")).output).toBe("");
  return notices;
}

test("a background shell that waits for input is told once", async () => {
  const kit = openToolkit();
  const id = await kit.start("mkfifo pipe; cat pipe");
  expect(await told(kit)).toEqual([
    expect.stringContaining(`in background shell ${id} cat waits for input that nobody can type`),
  ]);
});

test.each([{}, { tty: true }])(
  "one that reads what is typed into the shell is told with how to type it: %j",
  async (how) => {
    const kit = openToolkit();
    const id = await kit.start("cat", how);
    expect(await told(kit)).toEqual([
      expect.stringContaining(`in background shell ${id} cat waits for input; BashInput types it`),
    ]);
  },
);

test.each([{}, { tty: true }])("a wait that BashOutput has shown is not told again: %j", async (how) => {
  const kit = openToolkit();
  const { jump } = jumpingClock();
  const id = await kit.start("cat", how);
  await kit.bash("true");
  await waitUntil("BashOutput to show it", async () =>
    (await kit.call("BashOutput", { bash_id: id })).output.includes("cat waits for input"),
  );
  jump(QUIET_SHELL_MS);
  expect((await kit.bash("true")).output).toBe("");
});
