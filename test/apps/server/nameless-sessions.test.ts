import { expect, test } from "vitest";
import { NamelessSessions } from "../../../src/apps/server/nameless-sessions.ts";
import type { ToolResult } from "../../../src/tools/tool.ts";
import type { ToolkitOptions } from "../../../src/tools/toolkit-options.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

type Answer = { readonly result: ToolResult; readonly last: string | undefined };

/** Calls as a server without a name for its client does. */
function open(options: ToolkitOptions = {}, idleMs = 60_000) {
  const kit = openToolkit(options);
  const sessions = new NamelessSessions(kit, idleMs);
  const { scope, lastLine } = sessions.options;
  const call = async (name: string, input: object): Promise<Answer> => {
    const result = await sessions.kit.call(name, input, { scope });
    return { result, last: lastLine?.(result) };
  };
  return { kit, sessions, call };
}

const idIn = ({ last = "" }: Answer): string => /session_id="(session_[0-9a-f]{24})"$/.exec(last)?.[1] ?? "";

test("a call without a session opens one, says its id last, and the next goes on in it", async () => {
  const { call } = open();
  const opened = await call("Bash", { command: "X=kept" });
  expect(opened.result.metadata["session_id"]).toBe(idIn(opened));
  const next = await call("Bash", { command: "echo [$X]", session_id: idIn(opened) });
  expect([next.result.output, next.last]).toEqual(["[kept]\n", undefined]);
  const other = await call("Bash", { command: "echo [$X]" });
  expect(other.result.output).toBe("[]\n");
  expect(idIn(other)).not.toBe(idIn(opened));
});

test.each(["default", "mine", "", "session_000000000000000000000000", "x/../default"])(
  "an id that was not handed out is refused, and nothing runs: %j",
  async (session_id) => {
    const { call, kit } = open();
    const { result } = await call("Bash", { command: "touch ran", session_id });
    expect(result).toMatchObject({ success: false, metadata: { error_kind: "invalid-input" } });
    expect(result.error).toContain("Session not found");
    expect((await call("ListShells", { session_id })).result.error).toContain("Session not found");
    expect((await kit.call("Bash", { command: "ls ran" })).success).toBe(false);
  },
);

test("a shell is read and ended by its id, listed by its session, and never without", async () => {
  const { call } = open();
  const started = await call("Bash", { command: "echo ready; sleep 300", run_in_background: true });
  const { bash_id } = started.result.metadata;
  const read = await call("BashOutput", { bash_id, wait_for: "output", since: 0 });
  expect([read.result.output, read.last]).toEqual([expect.stringContaining("ready"), undefined]);
  const unnamed = await call("ListShells", {});
  expect([unnamed.result.metadata["count"], unnamed.last]).toEqual([0, expect.stringContaining("no session_id")]);
  expect((await call("ListShells", { session_id: idIn(started) })).result.metadata["count"]).toBe(1);
  expect((await call("KillShell", { shell_id: bash_id })).result.success).toBe(true);
});

test("a call that comes to nothing opens nothing", async () => {
  const { call, sessions } = open({ limits: { maxSessions: 2 } });
  for (const input of [{}, { command: 7 }, { command: "true", session_id: null }, { command: "true", wrong: 1 }]) {
    const { result, last } = await call("Bash", input);
    if (result.success) expect(last).toContain("session_id=");
    else expect(last).toBeUndefined();
  }
  expect((await call("Nothing", {})).last).toBeUndefined();
  expect((await sessions.kit.call("Bash", { command: "true" }, { scope: "nameless" })).success).toBe(true);
});

test("an idle session is ended with its shells, one in use is not, and reading a shell is a use", async () => {
  const { call, kit, sessions } = open({}, 0);
  const sleeping = await call("Bash", { command: "sleep 300", run_in_background: true });
  const { bash_id } = sleeping.result.metadata;
  const waiting = call("BashOutput", { bash_id, wait_for: "exit", wait_ms: 60_000 });
  await sessions.sweep();
  expect(kit.shells.listRunning()).toHaveLength(1);
  await kit.shells.killAll();
  await waiting;
  const other = await call("Bash", { command: "sleep 300", run_in_background: true });
  await sessions.sweep();
  expect(kit.shells.listRunning()).toEqual([]);
  expect((await call("Bash", { command: "true", session_id: idIn(other) })).result.error).toContain("not found");
});

test("sessions that no call came back to make room; those in use do not", async () => {
  const { call } = open({ limits: { maxSessions: 4 } });
  const taken = idIn(await call("Bash", { command: "X=taken" }));
  await call("Bash", { command: "true", session_id: taken });
  const lost = idIn(await call("Bash", { command: "X=lost" }));
  const fresh = idIn(await call("Bash", { command: "X=fresh" }));
  expect((await call("Bash", { command: "echo $X", session_id: taken })).result.output).toBe("taken\n");
  expect((await call("Bash", { command: "echo $X", session_id: fresh })).result.output).toBe("fresh\n");
  expect((await call("Bash", { command: "true", session_id: lost })).result.error).toContain("not found");
  expect((await call("Bash", { command: "true" })).result).toMatchObject({
    success: false,
    metadata: { fault: "TOO_MANY_SESSIONS" },
  });
});
