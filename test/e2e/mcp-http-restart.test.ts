import { expect, test } from "vitest";
import { connect } from "./mcp-clients.ts";
import { end, openPlace, startHttp } from "./servers.ts";

const NEWER = "current, 2026-07-28";

test("after a restart a client with a name is told that its session is new, and one without that it is gone", async () => {
  const place = openPlace();
  const first = await startHttp(place);
  const target = { kind: "http", url: first.url, token: first.token } as const;
  const named = await connect(NEWER, { ...target, url: `${first.url}/mine` });
  const nameless = await connect(NEWER, target);
  await named.call("Bash", { command: "X=before" });
  expect((await named.call("Bash", { command: "echo [$X]" })).text).toBe("[before]\n");
  const opened = await nameless.call("Bash", { command: "X=before" });
  const session_id = /session_id="([^"]+)"$/.exec(opened.text)?.[1];
  await end(first.process);
  const second = await startHttp(place, { port: Number(new URL(first.url).port) });
  try {
    expect(second.url).toBe(first.url);
    const again = await named.call("Bash", { command: "echo [$X]" });
    expect(again.text).toMatch(/^\[\]\n\[note\] new session: nothing of earlier calls is left \(.*\)$/);
    expect((await named.call("Bash", { command: "echo on" })).text).toBe("on\n");
    const gone = await nameless.call("Bash", { command: "touch ran", session_id });
    expect(gone).toMatchObject({ isError: true, text: expect.stringContaining("the server was restarted") });
    expect((await nameless.call("Bash", { command: "ls ran" })).text).toContain("No such file");
    await Promise.all([named.close(), nameless.close()]);
  } finally {
    await end(second.process);
    await place.leave();
  }
});
