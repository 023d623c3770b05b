import { describe, expect, test } from "vitest";
import { createGate, type Gate } from "../../../src/core/permission/gate.ts";
import { type AskedSession, SessionMemory } from "../../../src/core/permission/session-memory.ts";
import type { Verdict } from "../../../src/core/policy/verdict.ts";
import { heldState } from "../../support/held-state.ts";

const KEY = "/home/dev/.ssh/id_ed25519";

/** A session that holds this and counts how often it is asked. */
function asked(held: Parameters<typeof heldState>[0] = {}): AskedSession & { asks: number } {
  const session = { key: {}, asks: 0, state: () => Promise.resolve((session.asks++, heldState(held))) };
  return session;
}

const gate = (files: Readonly<Record<string, string>> = {}): Gate =>
  createGate({
    home: "/home/dev",
    workspace: "/home/dev/app",
    readFile: (path) => {
      const text = files[path];
      return text === undefined ? { kind: "missing" } : { kind: "text", text, readAt: 1 };
    },
  });

const request = (text: string, session: AskedSession) => ({ text, cwd: "/home/dev/app", sessionId: "s", session });

describe("the gate asks a session only for what a verdict rests on", () => {
  test("a session in which nothing was defined is never asked", async () => {
    const [guard, session] = [gate(), asked()];
    for (const text of ["ls", "cd src && npm test", 'for f in *; do echo "$f"; done', "echo $HOME > notes"])
      await guard.clear(request(text, session));
    expect(session.asks).toBe(0);
  });

  test("what a command defined is asked for in the next, once", async () => {
    const [guard, session] = [gate(), asked({ functions: { basename: '"$@"' } })];
    await guard.clear(request('basename() { "$@"; }', session));
    const decisions = [];
    for (const text of [`basename cat ${KEY}`, "basename ls", "ls"])
      decisions.push((await guard.judge(request(text, session))).verdict.decision);
    expect([decisions, session.asks]).toEqual([["deny", "allow", "allow"], 1]);
  });

  test("a variable is asked for where it is used", async () => {
    const [guard, session] = [gate(), asked({ variables: { x: KEY } })];
    await guard.clear(request("x=$(./which-key)", session));
    await guard.clear(request("ls", session));
    expect(session.asks).toBe(0);
    expect((await guard.judge(request("cat $x", session))).verdict.decision).toBe("deny");
    expect(session.asks).toBe(1);
  });

  test("a session that began anew holds nothing of the one before", async () => {
    const [guard, session] = [gate(), asked({ functions: { ls: `cat ${KEY}` } })];
    await guard.clear(request("ls() { cat notes; }", session));
    expect((await guard.judge(request("ls", session))).verdict.decision).toBe("deny");
    expect((await guard.judge(request("ls", asked()))).verdict.decision).toBe("allow");
  });

  test("a command that starts from what a busy session saved is judged by that", async () => {
    const busy = { ...asked({ functions: { ls: `cat ${KEY}` } }), isBusy: true };
    expect((await gate().judge(request("ls", busy))).verdict.decision).toBe("deny");
  });
});

describe("files that the session wrote", () => {
  const judged = async (guard: Gate, text: string, session: AskedSession) => guard.judge(request(text, session));

  test("are read when they are run, and judged with what they run in turn", async () => {
    const files = { "/home/dev/app/a.sh": "bash b.sh", "/home/dev/app/b.sh": `cat ${KEY}` };
    const [guard, session] = [gate(files), asked()];
    expect((await judged(guard, "bash a.sh", session)).verdict.decision).toBe("allow"); // another's file
    await guard.clear(request('printf %s "$A" > a.sh; printf %s "$B" > b.sh', session));
    expect((await judged(guard, "bash a.sh", session)).verdict.decision).toBe("deny");
    expect((await judged(guard, "ls", session)).request.known?.files).toBeUndefined();
  });

  test("are read where the session runs", async () => {
    const [guard, session] = [gate(), asked()];
    await guard.clear(request('printf %s "$A" > a.sh', session));
    const readFile = async () => ({ kind: "text", text: `cat ${KEY}`, readAt: 1 }) as const;
    expect((await guard.judge({ ...request("bash a.sh", session), readFile })).verdict.decision).toBe("deny");
  });

  test("a file that is gone or cannot be read is not taken for harmless", async () => {
    const guard = createGate({
      home: "/home/dev",
      workspace: "/home/dev/app",
      readFile: () => ({ kind: "unreadable" }),
    });
    const session = asked();
    await guard.clear(request("echo ls > a.sh", session));
    expect((await judged(guard, "bash a.sh", session)).verdict.findings[0].rule).toBe("run-unknown-code");
  });
});

test("what is forgotten is gone", async () => {
  const memory = new SessionMemory(undefined);
  const session = asked();
  memory.note("s", session, { decision: "allow", findings: [FINDING], parts: [], changes: "all", writes: ["/a"] });
  expect(await memory.knownOf("s", session)).toMatchObject({ changed: "all", written: new Set(["/a"]) });
  memory.forget("s");
  expect(await memory.knownOf("s", session)).toEqual({
    state: undefined,
    changed: [],
    written: new Set(),
    links: new Map(),
  });
});

test("what is known is another object only where a command added to it", async () => {
  const memory = new SessionMemory(undefined);
  const session = asked();
  const noted = { changes: ["_", "PAGER"], writes: ["/a"] };
  const verdict = (more: Partial<Verdict>): Verdict => ({
    decision: "allow",
    findings: [FINDING],
    parts: [],
    ...noted,
    ...more,
  });
  memory.note("s", session, verdict({}));
  const isSame: boolean[] = [];
  for (const more of [
    {},
    { changes: ["PAGER", "x"] },
    { writes: ["/b"] },
    { sets: [{ name: "PAGER", value: "./p" }] },
    { links: [{ path: "/a", target: "/etc" }] },
    { links: [{ path: "/a", target: "/etc" }] },
    { links: [{ path: "/a", target: undefined }] },
    { changes: "all" as const },
    { changes: "all" as const },
  ]) {
    const before = await memory.knownOf("s", session);
    memory.note("s", session, verdict(more));
    isSame.push((await memory.knownOf("s", session)) === before);
  }
  expect(isSame).toEqual([true, false, false, false, false, true, false, false, true]);
});

test("a link of an earlier call is followed, whatever it led to, and the oldest are forgotten", async () => {
  const guard = gate();
  const session = asked();
  const decided = async (text: string): Promise<string> => (await guard.judge(request(text, session))).verdict.decision;
  await guard.clear(request("ln -s ../.. up && ln -s src s", session));
  expect(await decided("rm -rf up/dev/*")).toBe("deny");
  expect(await decided("cd up && rm -rf dev")).toBe("deny");
  expect(await decided("rm -rf s/* up")).toBe("allow");
  await guard.clear(request("ln -sfn src up", session));
  expect(await decided("rm -rf up/dev/*")).toBe("deny");
  const memory = new SessionMemory(undefined);
  const links = Array.from({ length: 300 }, (_, index) => ({ path: `/l${index}`, target: "/a" }));
  memory.note("s", undefined, { decision: "allow", findings: [FINDING], parts: [], links });
  const known = await memory.knownOf("s", undefined);
  expect([known.links?.size, known.links?.has("/l0"), known.links?.has("/l299")]).toEqual([256, false, true]);
});

const FINDING = { decision: "allow", rule: "ordinary", reason: "", part: "", span: [0, 0] } as const;
