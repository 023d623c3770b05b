import { describe, expect, test } from "vitest";
import { withNote } from "../../../src/tools/machines/machine-worker.ts";
import { ok } from "../../../src/tools/tool.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { openOnMachine, pipedMachine } from "../../support/machine-kit.ts";
import { waitUntil } from "../../support/wait-until.ts";

const liar = (what: string) =>
  pipedMachine({ worker: [process.execPath, "test/support/lying-worker.mjs", what], beatMs: 200 });

describe("a worker that lies", () => {
  test("is believed where nothing can be checked", async () => {
    expect(await openOnMachine({}, liar("honest result")).bash("echo x")).toMatchObject({
      output: "forged",
      metadata: { machine: "there" },
    });
  });

  test.each([
    ["result of no call", /no call/],
    ["result that is none", /no result/],
    ["result with wrong types", /no result/],
    ["output of no shell", /no call and no shell/],
    ["output of no stream", /no stream/],
    ["shell that was not cleared", /not cleared/],
    ["event that is none", /one of/],
    ["a message of the gateway's", /does not say call/],
    ["reply to nothing", /of no use/],
    ["garbage in the middle", /too long|no known kind/],
    ["half a message, then its end", /ended/],
    ["half a message, then silence", /nothing was heard for 1.2 s/],
  ])("%s: it is lost, and nothing of it is shown", async (what, why) => {
    const machine = liar(what);
    const { bash, shells } = openOnMachine({}, machine);
    const result = await bash("echo x");
    expect(result).toMatchObject({ success: false, metadata: { status: "lost", fault: "MACHINE_LOST" } });
    expect(result.error).toMatch(why);
    expect(result.error).not.toContain("forged");
    expect(shells.listShells()).toEqual([]);
    await waitUntil("it to be gone", () => pidsInEnvironment(machine.mark).length === 0);
  });

  test.each([
    ["judgement of another's session", "a session of another worker"],
    ["clearance without a judgement", "a judgement that was not made"],
  ])("%s: it is refused", async (what, why) => {
    expect((await openOnMachine({}, liar(what)).bash("echo x")).output).toContain(why);
  });
});

test("a worker that is stopped is lost after six beats, and both sides end", async () => {
  const machine = pipedMachine({ beatMs: 300 });
  const { bash } = openOnMachine({}, machine);
  await bash("true");
  const pids = pidsInEnvironment(machine.mark);
  const running = bash("sleep 300");
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const result = await running;
  expect(result.metadata["status"]).toBe("lost");
  expect(result.error).toMatch(/nothing was heard for 1.8 s/);
  await waitUntil("it to be gone", () => pidsInEnvironment(machine.mark).length === 0);
  expect((await bash("echo fresh")).output).toMatch(/^fresh\n\[note\] this is a new session/);
});

test("a note stands on a line of its own, in the output and in the error", () => {
  expect(withNote(ok("a"), "n").output).toBe("a\nn");
  expect(withNote(ok("a\n"), "n").output).toBe("a\nn");
  expect(withNote(ok(""), "n").output).toBe("n");
  expect(withNote({ ...ok("a"), error: "e" }, "n").error).toBe("e\nn");
});
