import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadClientToken } from "../../src/apps/server/door/client-tokens.ts";
import { pidsWith } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { type Asked, type ClientKind, connect, type Target, type TestClient } from "./mcp-clients.ts";
import { end, type HttpProcess, openPlace, type Place, startHttp, stdioTarget } from "./servers.ts";

const NEWER = "current, 2026-07-28";
/** Allowed only when it is asked for; harmless. */
const ASKING = { command: "echo ask-first" };
const settings = { kit: { policy: { rules: { ask: ["Bash(echo ask-first)"] } } } };

let place: Place;
let server: HttpProcess;
beforeAll(async () => {
  place = openPlace();
  server = await startHttp(place, settings);
});
afterAll(async () => {
  await end(server.process);
  await place.leave();
});

/** A window of a client, with a user in front of it who allows for the session. */
type Window = TestClient & { readonly questions: Asked[]; bash(command: string, more?: object): Promise<string> };

async function openWindow(kind: ClientKind, target: Target, name = "the same"): Promise<Window> {
  const questions: Asked[] = [];
  const client = await connect(kind, target, {
    name,
    person: (question) => {
      questions.push(question);
      return { action: "accept", content: { answer: "session" } };
    },
  });
  onTestFinished(() => client.close());
  let session: string | undefined;
  return {
    ...client,
    questions,
    bash: async (command, more = {}) => {
      // As a model does: what a result asks to pass is passed with the next call.
      const known = session === undefined ? {} : { session_id: session };
      const { text } = await client.call("Bash", { command, ...known, ...more });
      session = /session_id="([^"]+)"$/.exec(text)?.[1] ?? session;
      return text;
    },
  };
}

const http = (path = "", token = server.token): Target => ({ kind: "http", url: `${server.url}${path}`, token });
const tokenOf = (client: string): string => loadClientToken(server.tokenFile, client);

/** Two windows that have nothing to do with each other. */
const APART: Readonly<Record<string, () => Promise<[Window, Window]>>> = {
  "a name each in the newer era": async () => [
    await openWindow(NEWER, http("/one")),
    await openWindow(NEWER, http("/two")),
  ],
  "a token each in the newer era": async () => [
    await openWindow(NEWER, http("", tokenOf("three"))),
    await openWindow(NEWER, http("", tokenOf("four"))),
  ],
  "a name and none": async () => [await openWindow(NEWER, http("/five")), await openWindow(NEWER, http())],
  "no name in the newer era": async () => [await openWindow(NEWER, http()), await openWindow(NEWER, http())],
  "no name in the older era": async () => [await openWindow("current", http()), await openWindow("current", http())],
  "no name in the older era, previous major": async () => [
    await openWindow("previous major", http()),
    await openWindow("previous major", http()),
  ],
  "one name in the older era": async () => [
    await openWindow("current", http("/six")),
    await openWindow("current", http("/six")),
  ],
  "stdio in the newer era": async () => [
    await openWindow(NEWER, stdioTarget(place, settings)),
    await openWindow(NEWER, stdioTarget(place, settings)),
  ],
  "stdio in the older era": async () => [
    await openWindow("current", stdioTarget(place, settings)),
    await openWindow("current", stdioTarget(place, settings)),
  ],
};

const unique = (): string => `sleep 4${Math.floor(Math.random() * 1e9)}`;
const LOOK = `echo "[$MARK]" "$PWD" "$(type -t rm)"`;

describe.each(Object.entries(APART))("two windows with %s", (how, openBoth) => {
  test("share no variable, directory, function, shell or grant", async () => {
    const [one, two] = await openBoth();
    const sleep = unique();
    await one.bash("export MARK=of-one; cd /usr; rm() { echo hijacked; }");
    expect(await one.bash(LOOK)).toContain("[of-one] /usr function");
    const started = await one.bash(`echo secret; ${sleep}`, { run_in_background: true });
    const id = /shell_[0-9a-f]{16}/.exec(started)?.[0] ?? "";
    await one.bash(ASKING.command);
    await one.bash(ASKING.command);
    expect(one.questions).toHaveLength(1);

    expect(await two.bash(LOOK)).toContain(`[] ${place.workspace} file`);
    expect((await two.call("ListShells", {})).text).toContain("No background shells");
    expect(await two.listResources()).toEqual([]);
    if (how !== "no name in the newer era") {
      for (const [tool, input] of [
        ["BashOutput", { bash_id: id, since: 0 }],
        ["KillShell", { shell_id: id }],
      ] as const) {
        expect(await two.call(tool, input)).toMatchObject({
          isError: true,
          text: expect.stringContaining("not found"),
        });
      }
      await expect(two.readResource(`shell://${id}/log`)).rejects.toThrow("No such resource");
    }
    expect(await two.bash(ASKING.command)).toContain("ask-first");
    expect(two.questions).toHaveLength(1);

    expect(pidsWith(sleep)).not.toEqual([]);
    await one.call("KillShell", { shell_id: id });
    expect(pidsWith(sleep)).toEqual([]);
    await Promise.all([one.end(), two.end()]);
  });

  test("the end of one leaves the other undisturbed", async () => {
    const [one, two] = await openBoth();
    await two.bash("X=mine");
    await one.bash("true");
    await one.end();
    expect(await two.bash("echo $X")).toBe("mine\n");
    await two.end();
  });
});

test("two windows with one name in the newer era share all of it, and both are told", async () => {
  const windows = [
    await openWindow(NEWER, http("/shared"), "one"),
    await openWindow(NEWER, http("", tokenOf("shared")), "two"),
  ] as const;
  const [one, two] = windows;
  for (const { instructions, listTools } of windows) {
    expect(instructions).toContain("shared by every window and program that uses the client name shared");
    expect(JSON.stringify(await listTools())).toContain("shared by every window");
  }
  expect(await one.bash("export MARK=of-both; cd /usr; rm() { echo hijacked; }")).toMatch(/\[note\] new session: .*$/);
  const sleep = unique();
  const id = /shell_[0-9a-f]{16}/.exec(await one.bash(sleep, { run_in_background: true }))?.[0] ?? "";
  await one.bash(ASKING.command);
  expect(await two.bash(LOOK)).toBe("[of-both] /usr function\n");
  expect((await two.call("ListShells", {})).text).toContain(id);
  expect(await two.bash(ASKING.command)).toBe("ask-first\n");
  expect(two.questions).toEqual([]);
  expect(await two.bash("echo [$MARK]", { session_id: "my-own" })).toBe("[]\n");
  await two.call("KillShell", { shell_id: id });
  expect(pidsWith(sleep)).toEqual([]);
});

test("without a name the instructions and Bash say how a session goes on, and the old era says nothing", async () => {
  const newer = await openWindow(NEWER, http());
  expect(newer.instructions).toContain("A call without session_id opens a new session");
  expect(JSON.stringify(await newer.listTools())).toContain("A call without session_id opens a new session");
  const older = await openWindow("current", http("/older"));
  expect(older.instructions).not.toMatch(/shared|session_id/);
  expect(await older.bash("echo plain")).toBe("plain\n");
});

test("a client's token is refused at another's name, and a name that is none is refused in a sentence", async () => {
  await expect(openWindow(NEWER, http("/other", tokenOf("mine")))).rejects.toThrow(/403|another name/);
  await expect(openWindow("current", http("/other", tokenOf("mine")))).rejects.toThrow(/403|another name/);
  await expect(openWindow("current", http("/Not%20A%20Name"))).rejects.toThrow(/404|lower-case/);
});

test.each(["previous major", "current"] as const)(
  "a client that lost its connection finds its session again, and a stranger who guesses does not: %s",
  async (kind) => {
    const enter = (sessionId?: string): Promise<Window> =>
      openWindow(kind, { kind: "http", url: server.url, token: server.token, ...(sessionId && { sessionId }) });
    const before = await enter();
    const sleep = unique();
    const id = /shell_[0-9a-f]{16}/.exec(await before.bash(sleep, { run_in_background: true }))?.[0];
    await before.bash("X=remembered");
    const { sessionId } = before;
    await before.close();
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const after = await enter(sessionId);
    expect(await after.bash("echo $X")).toBe("remembered\n");
    expect((await after.call("BashOutput", { bash_id: id })).text).toContain("running");
    const guesser = await enter("00000000-0000-4000-8000-000000000000").catch(() => undefined);
    await expect(guesser?.call("ListShells", {}) ?? Promise.reject(new Error("refused"))).rejects.toThrow();
    await after.end();
    await waitUntil("what it started to be gone", () => pidsWith(sleep).length === 0);
    const late = await enter(sessionId).catch(() => undefined);
    await expect(late?.call("ListShells", {}) ?? Promise.reject(new Error("refused"))).rejects.toThrow();
  },
);

test("a client of the newer protocol finds its session again by its name, and not by what it calls itself", async () => {
  const before = await openWindow(NEWER, http("/again"), "agent");
  await before.bash("X=remembered");
  await before.close();
  const after = await openWindow(NEWER, http("/again"), "another agent");
  expect(await after.bash("echo [$X]")).toBe("[remembered]\n");
  const same = await openWindow(NEWER, http(), "agent");
  expect(await same.bash("echo [$X]")).toMatch(
    /^\[\]\n\[note\] this call opened a new session.*session_id="session_[0-9a-f]{24}"$/,
  );
});
