import { expect, test } from "vitest";
import { restartSession } from "../../src/tools/restart-session.ts";
import { WORDS } from "../../src/tools/words.ts";
import { openToolkit } from "../support/open-toolkit.ts";

test("a session that is restarted has forgotten what was set, and no other has", async () => {
  const kit = openToolkit();
  for (const session_id of ["one", "two"]) await kit.bash("X=kept", { session_id });
  const result = await restartSession(kit, { sessionId: "one" });
  expect(result).toEqual({ success: true, output: WORDS.restarted(), metadata: { session_id: "one" } });
  const left = ["one", "two"].map(async (session_id) => (await kit.bash("echo [$X]", { session_id })).output);
  expect(await Promise.all(left)).toEqual(["[]\n", "[kept]\n"]);
});

test("a session that is restarted has forgotten what was allowed in it", async () => {
  let asked = 0;
  const kit = openToolkit({
    approver: async () => {
      asked += 1;
      return "session";
    },
  });
  const push = async () => (await kit.bash("git push nowhere")).metadata.approved_by;
  expect([await push(), await push(), asked]).toEqual(["session", "grant", 1]);
  await restartSession(kit, {});
  expect([await push(), asked]).toEqual(["session", 2]);
});

test("a caller with a scope restarts its own session, and hears it by its own name", async () => {
  const kit = openToolkit();
  const caller = { scope: "client" };
  await kit.bash("X=kept");
  await kit.call("Bash", { command: "X=kept" }, caller);
  expect((await restartSession(kit, caller)).metadata).toEqual({ session_id: "default" });
  expect((await kit.bash("echo [$X]")).output).toBe("[kept]\n");
  expect((await kit.call("Bash", { command: "echo [$X]" }, caller)).output).toBe("[]\n");
});
