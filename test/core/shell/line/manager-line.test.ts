import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createShellId } from "../../../../src/core/base/ids.ts";
import { LINE_PAGE_BYTES } from "../../../../src/core/base/limits.ts";
import type { JournalEntry } from "../../../../src/core/journal/journal-entry.ts";
import { LineClient } from "../../../../src/core/line/line-client.ts";
import type { LineEvent, Overview } from "../../../../src/core/line/line-messages.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import type { ShellManager } from "../../../../src/core/shell/shell-manager.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** The line of a manager, once it listens. */
async function lineOf(manager: ShellManager): Promise<LineClient> {
  const hosts = join(manager.stateDir, "hosts");
  const [host = ""] = readdirSync(hosts);
  await waitUntil("the socket", () => readdirSync(join(hosts, host)).includes("line"));
  const said = await LineClient.connect(join(hosts, host), 20_000);
  if ("no" in said) throw new Error(said.no.sentence);
  onTestFinished(() => said.line.close());
  return said.line;
}

const listed = async (line: LineClient): Promise<Overview> => {
  const said = await line.ask({ do: "list" }, { limitMs: 20_000 });
  if ("no" in said) throw new Error(said.no.sentence);
  return said.is;
};

test("a host that has not run anything is on the line once it is opened", async () => {
  const manager = testManager({ about: { app: "mcp", workspace: "/w", client: "a client" } });
  manager.open();
  const { host, ...rest } = await listed(await lineOf(manager));
  expect(host).toMatchObject({ pid: process.pid, app: "mcp", workspace: "/w", client: "a client" });
  expect(host.sandbox).toBeUndefined();
  expect(rest).toEqual({ shells: [], sessions: [], questions: [], rules: [] });
});

test("sessions and shells are listed with what they do and what they use", async () => {
  const manager = testManager({ redactor: { ...plain, text: (text) => text.replaceAll("hunter2", "***") } });
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const port = (free.address() as { port: number }).port;
  await new Promise((resolve) => free.close(resolve));
  const serve = `python3 -c 'import socket,time; s=socket.create_server(("127.0.0.1",${port})); print("up",flush=True); time.sleep(300)' hunter2`;
  const shell = await manager.startShell(trust(serve), { workingDir: "/tmp", description: "a server" });
  const gate = join(tempDir(), "gate");
  const busy = run(manager, `until [ -e ${gate} ]; do sleep 0.02; done`);
  const line = await lineOf(manager);
  let view = await listed(line);
  await waitUntil("the port", async () => {
    view = await listed(line);
    return view.shells[0]?.ports?.length === 1 && view.sessions[0]?.busy !== undefined;
  });
  expect(view.host.sandbox).toEqual({
    profile: "none",
    network: "on",
    containment: "none",
    reasons: expect.any(Array),
  });
  expect(view.sessions).toEqual([
    { id: "default", cwd: "/tmp", busy: { command: expect.stringContaining(gate), since: expect.any(Number) } },
  ]);
  expect(view.shells[0]).toMatchObject({
    id: shell.id,
    session: "default",
    command: serve.replace("hunter2", "***"),
    description: "a server",
    status: "running",
    cwd: "/tmp",
    pid: shell.pid,
    ports: [port],
    stdoutBytes: 3,
    containment: "none",
  });
  expect(view.shells[0]?.memoryBytes).toBeGreaterThan(1_000_000);
  expect(view.shells[0]?.cpuMs).toBeGreaterThanOrEqual(0);
  await run(manager, "true", { session: "other" });
  const { writeFileSync } = await import("node:fs");
  writeFileSync(gate, "");
  await busy;
  expect((await listed(line)).sessions.map(({ id, busy: now }) => [id, now])).toEqual([
    ["default", undefined],
    ["other", undefined],
  ]);
});

const plain = {
  text: (text: string) => text,
  stream: () => ({ push: (b: Buffer) => b, flush: () => Buffer.alloc(0), handOn: () => Buffer.alloc(0) }),
};

test("a shell is read page by page, and nothing is left out", async () => {
  const manager = testManager();
  const shell = await manager.createShell("seq 100000; echo bad >&2", "/tmp");
  await shell.wait();
  const line = await lineOf(manager);
  let [text, since, pages] = ["", "0", 0];
  for (;;) {
    const said = await line.ask({ do: "read", shell: shell.id, since }, { limitMs: 20_000 });
    if ("no" in said) throw new Error(said.no.sentence);
    if (said.is.nextCursor === since) break;
    expect(said.is.stdout.length).toBeLessThanOrEqual(LINE_PAGE_BYTES);
    text += said.is.stdout + said.is.stderr;
    since = said.is.nextCursor;
    pages += 1;
  }
  expect(pages).toBeGreaterThan(3);
  const all = `${Array.from({ length: 100_000 }, (_, at) => `${at + 1}\n`).join("")}`;
  expect(text.replace("bad\n", "")).toBe(all);
  const short = await line.ask({ do: "read", shell: shell.id, maxChars: 2000 });
  expect(short).toMatchObject({ is: { truncated: true, status: "completed", isRunning: false } });
});

test.each([
  ["read", { do: "read", shell: "shell_none" }, "unknown"],
  ["kill", { do: "kill", shell: "shell_none" }, "unknown"],
  ["follow", { do: "follow", shell: "shell_none", canAnswer: false }, "unknown"],
] as const)("%s of a shell that is not there is refused", async (_name, ask, code) => {
  const manager = testManager();
  manager.open();
  expect(await (await lineOf(manager)).ask(ask)).toEqual({ no: { code, sentence: "Shell not found: shell_none" } });
});

test("what is no cursor is refused", async () => {
  const manager = testManager();
  const shell = await manager.createShell("true", "/tmp");
  const line = await lineOf(manager);
  const no = { no: { code: "invalid", sentence: expect.stringContaining("no cursor") } };
  expect(await line.ask({ do: "read", shell: shell.id, since: "zz" })).toEqual(no);
  expect(await line.ask({ do: "follow", canAnswer: false, shell: shell.id, since: "zz" })).toEqual(no);
});

test("a kill over the line ends everything, is told as a kill, and is known to the host as one", async () => {
  const kinds: string[] = [];
  const manager = testManager({ onEvent: ({ kind }) => kinds.push(kind) });
  const shell = await manager.createShell("trap '' TERM; sleep 300 & echo $!; wait", "/tmp");
  await waitUntil("the pid", () => shell.getAllOutput().endsWith("\n"));
  const pid = Number(shell.getAllOutput());
  const line = await lineOf(manager);
  expect(await line.ask({ do: "kill", shell: shell.id }, { limitMs: 30_000 })).toEqual({
    is: { shell: shell.id, alreadyStopped: false, survivors: [] },
  });
  expect([isAlive(pid), shell.status]).toEqual([false, "killed"]);
  expect(kinds).toContain("shell-killed");
  expect(await line.ask({ do: "kill", shell: shell.id })).toMatchObject({ is: { alreadyStopped: true } });
});

test("a follower of a shell gets its output as it comes, from a cursor on, and its end", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  const shell = await manager.createShell(
    `printf 'one\\n'; until [ -e ${gate} ]; do sleep 0.02; done; printf '\\033[31mtwo\\033[0m\\n' >&2; exit 3`,
    "/tmp",
  );
  const line = await lineOf(manager);
  const follow = (raw: boolean): { readonly events: LineEvent[]; readonly end: Promise<unknown> } => {
    const events: LineEvent[] = [];
    const ask = { do: "follow", canAnswer: false, shell: shell.id, raw } as const;
    return { events, end: line.ask(ask, { limitMs: "any", onEvent: (event) => events.push(event) }) };
  };
  const [one, two] = [follow(false), follow(true)];
  await waitUntil("the first line", () => one.events.length > 0 && two.events.length > 0);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(gate, "");
  expect(await one.end).toMatchObject({ is: { shell: { id: shell.id, status: "failed", exitCode: 3 } } });
  await two.end;
  const textOf = (events: LineEvent[]): string =>
    events.map((event) => (event.kind === "output" ? event.stdout + event.stderr : event.kind)).join("");
  expect([textOf(one.events), textOf(two.events)]).toEqual(["one\ntwo\n", "one\n\u001b[31mtwo\u001b[0m\n"]);
  const first = one.events[0];
  const since = first?.kind === "output" ? first.cursor : "0";
  const rest: LineEvent[] = [];
  await line.ask(
    { do: "follow", canAnswer: false, shell: shell.id, since },
    { limitMs: 20_000, onEvent: (event) => rest.push(event) },
  );
  expect(textOf(rest)).toBe("two\n");
});

test("a follower of a host hears of shells that start and end, and of what sessions do", async () => {
  const manager = testManager();
  manager.open();
  const line = await lineOf(manager);
  const events: LineEvent[] = [];
  void line.ask({ do: "follow", canAnswer: false }, { limitMs: "any", onEvent: (event) => events.push(event) });
  await waitUntil("the overview", () => events[0]?.kind === "overview");
  const shell = await manager.createShell("sleep 300", "/tmp");
  const statuses = (): string[] =>
    events.flatMap((event) => (event.kind === "shell" && event.shell.id === shell.id ? [event.shell.status] : []));
  await waitUntil("the start", () => statuses().includes("running"));
  await shell.kill();
  await waitUntil("the end", () => statuses().includes("killed"));
  await run(manager, "cd /usr");
  await waitUntil("the session", () =>
    events.some((event) => event.kind === "session" && event.session.cwd === "/usr"),
  );
});

test("a follower of a host gets the lines of its journal as they were written, and the overview has the last hash", async () => {
  const manager = testManager();
  manager.open();
  const line = await lineOf(manager);
  const events: LineEvent[] = [];
  void line.ask({ do: "follow", canAnswer: false }, { limitMs: "any", onEvent: (event) => events.push(event) });
  await waitUntil("the overview", () => events[0]?.kind === "overview");
  await (await manager.createShell("true", "/tmp")).wait();
  const entries = (): JournalEntry[] => events.flatMap((event) => (event.kind === "entry" ? [event.entry] : []));
  await waitUntil("the end of the shell", () => entries().some(({ kind }) => kind === "shell-ended"));
  expect(entries().map(({ kind }) => kind)).toEqual(["host-started", "shell-started", "shell-ended"]);
  expect((await listed(line)).host.journalHead).toBe(entries().at(-1)?.hash);
});

test("an overview of very long commands is cut to fit a frame", async () => {
  const manager = testManager();
  const long = `: ${"x".repeat(300_000)}`;
  for (const text of [long, long]) await (await manager.createShell(text, "/tmp")).wait();
  const { shells } = await listed(await lineOf(manager));
  expect(shells.map(({ command }) => [command.length, command.endsWith("…")])).toEqual([
    [1001, true],
    [1001, true],
  ]);
});

test("a command that is read by an id after its result can be read over the line", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, "seq 10");
  const id = createShellId();
  manager.keepLog(outcome.transcript, {
    id,
    sessionId: "default",
    command: "seq 10",
    workingDir: "/tmp",
    status: "completed",
    createdAt: 1,
  });
  const said = await (await lineOf(manager)).ask({ do: "read", shell: id });
  expect(said).toMatchObject({ is: { stdout: expect.stringContaining("10\n"), status: "completed" } });
});
