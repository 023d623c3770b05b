import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { frameBytes } from "../../../src/core/wire/wire-frames.ts";
import { runWorker } from "../../../src/tools/worker/worker.ts";
import { handGateway } from "../../support/hand-gateway.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("says what the machine is, runs what was cleared, and ends when it is told to", async () => {
  const { wire, until, call, over, frames } = handGateway();
  expect((await until("ready")).value).toMatchObject({ pid: process.pid, node: process.version });
  call(1, "echo out; echo err >&2; cat; exit 3", {}, true);
  wire.send("input", 1, Buffer.from("typed\n"));
  wire.send("input", 1, Buffer.alloc(0));
  expect((await until("result", 1)).value).toMatchObject({
    dropped: 0,
    result: { success: false, output: "out\ntyped\n[stderr]\nerr\n", metadata: { exit_code: 3 } },
  });
  const output = frames
    .filter(({ kind }) => kind === "output")
    .map(({ bytes }) => [bytes[0], String(bytes.subarray(1))]);
  expect(output).toEqual(expect.arrayContaining([[1, "err\n"]]));
  expect(frames.map(({ kind, value }) => (kind === "event" ? (value as { kind: string }).kind : kind))).toEqual(
    expect.arrayContaining(["command-started", "command-ended"]),
  );
  wire.send("close", 0);
  expect(await over).toBe("the gateway is done");
});

test("waits with its output until it is granted more, and sends the result behind it", async () => {
  const { wire, until, call, frames } = handGateway();
  call(1, "head -c 1000000 /dev/zero | tr '\\0' x");
  const bytes = (): number =>
    frames.filter(({ kind }) => kind === "output").reduce((sum, { bytes: its }) => sum + its.length - 1, 0);
  for (let n = 1; n <= 3; n++) {
    await waitUntil("the window to be full", () => bytes() === n * 256 * 1024);
    expect(frames.some(({ kind }) => kind === "result")).toBe(false);
    wire.send("credit", 1, { bytes: 256 * 1024 });
  }
  await until("result", 1);
  expect(bytes()).toBe(1_000_000);
});

test("tells that a call waits for its turn, and when it waits no more", async () => {
  const { wire, until, call, frames } = handGateway();
  call(1, "sleep 300");
  call(2, "echo second");
  expect((await until("wait", 2)).value).toEqual({ what: "its turn in the session" });
  wire.send("cancel", 1);
  await until("result", 2);
  expect(frames.filter(({ kind, stream }) => kind === "wait" && stream === 2).map(({ value }) => value)).toContainEqual(
    {},
  );
});

test("a call that is cancelled ends, and a session that is ended is a new one", async () => {
  const { wire, until, call, asks } = handGateway();
  call(1, "X=5; sleep 300");
  await waitUntil("it to run", async () => true);
  wire.send("cancel", 1);
  expect((await until("result", 1)).value).toMatchObject({ result: { metadata: { cancelled: true } } });
  await asks.ask({ what: "end-session", sessionId: "default" });
  call(2, 'echo "${X:-none}"');
  expect((await until("result", 2)).value).toMatchObject({ result: { output: "none\n" } });
  expect(await asks.ask({ what: "kill", id: "shell_0123456789abcdef" })).toEqual([]);
});

test("one that is spoken to in another way ends", async () => {
  const input = new PassThrough();
  const { signal } = new AbortController();
  const over = runWorker({ input, output: new PassThrough(), signal });
  input.write(frameBytes("call", 1, {}));
  expect(await over).toBe("a gateway begins with hello");
});
