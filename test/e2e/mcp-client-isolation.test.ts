import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pidsWith } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { CLIENTS, type ClientKind, connect, type TestClient } from "./mcp-clients.ts";
import { end, type HttpProcess, openPlace, type Place, startHttp } from "./servers.ts";

let place: Place;
let server: HttpProcess;
beforeAll(async () => {
  place = openPlace();
  server = await startHttp(place);
});
afterAll(async () => {
  await end(server.process);
  await place.leave();
});

async function enter(kind: ClientKind, name: string, sessionId?: string): Promise<TestClient> {
  const target = { kind: "http", url: server.url, token: server.token } as const;
  const client = await connect(kind, sessionId === undefined ? target : { ...target, sessionId }, { name });
  onTestFinished(() => client.close());
  return client;
}

const unique = (): string => `sleep 4${Math.floor(Math.random() * 1e9)}`;

test.each(CLIENTS)("one client cannot see, read, wait for or kill another's shells: %s", async (kind) => {
  const [one, two] = [await enter(kind, "one"), await enter(kind, "two")];
  const sleep = unique();
  const { structured } = await one.call("Bash", { command: `echo secret; ${sleep}`, run_in_background: true });
  const id = String(structured["bash_id"]);
  expect(id).toMatch(/^shell_[0-9a-f]{16}$/);
  const unknown = { isError: true, structured: { error_kind: "unknown-shell" } };
  expect(await two.call("BashOutput", { bash_id: id, since: 0 })).toMatchObject(unknown);
  expect(await two.call("BashOutput", { bash_id: id, wait_for: "output" })).toMatchObject(unknown);
  expect(await two.call("KillShell", { shell_id: id })).toMatchObject(unknown);
  expect((await two.call("ListShells", {})).structured).toMatchObject({ count: 0 });
  expect(await two.listResources()).toEqual([]);
  await expect(two.readResource(`shell://${id}/log`)).rejects.toThrow("No such resource");
  await one.call("Bash", { command: "MINE=1; cd /usr" });
  expect((await two.call("Bash", { command: 'echo "[$MINE]"' })).text).toBe("[]\n");
  expect(pidsWith(sleep)).not.toEqual([]);
  expect((await one.call("KillShell", { shell_id: id })).structured).toMatchObject({ success: true });
  expect(pidsWith(sleep)).toEqual([]);
});

test.each(["previous major", "current"] as const)(
  "a client that lost its connection finds its session again, and a stranger who guesses does not: %s",
  async (kind) => {
    const before = await enter(kind, "one");
    const sleep = unique();
    const { structured } = await before.call("Bash", { command: sleep, run_in_background: true });
    await before.call("Bash", { command: "X=remembered" });
    const { sessionId } = before;
    await before.close();
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const after = await enter(kind, "one", sessionId);
    expect((await after.call("Bash", { command: "echo $X" })).text).toBe("remembered\n");
    expect((await after.call("BashOutput", { bash_id: structured["bash_id"] })).structured).toMatchObject({
      is_running: true,
    });
    const guesser = await enter(kind, "guesser", "00000000-0000-4000-8000-000000000000").catch(() => undefined);
    await expect(guesser?.call("ListShells", {}) ?? Promise.reject(new Error("refused"))).rejects.toThrow();
    await after.end();
    await waitUntil("what it started to be gone", () => pidsWith(sleep).length === 0);
    const late = await enter(kind, "one", sessionId).catch(() => undefined);
    await expect(late?.call("ListShells", {}) ?? Promise.reject(new Error("refused"))).rejects.toThrow();
  },
);

test("a client of the newer protocol finds its session again by its name", async () => {
  const before = await enter("current, 2026-07-28", "agent");
  await before.call("Bash", { command: "X=remembered" });
  await before.close();
  const after = await enter("current, 2026-07-28", "agent");
  expect((await after.call("Bash", { command: "echo $X" })).text).toBe("remembered\n");
  expect((await after.call("Bash", { command: "echo [$X]", session_id: "private" })).text).toBe("[]\n");
});

test.each(CLIENTS)("an ended client leaves others undisturbed: %s", async (kind) => {
  const [one, two] = [await enter(kind, "leaving"), await enter(kind, "staying")];
  await two.call("Bash", { command: "X=mine" });
  await one.call("Bash", { command: "true" });
  await one.end();
  expect((await two.call("Bash", { command: "echo $X" })).text).toBe("mine\n");
});
