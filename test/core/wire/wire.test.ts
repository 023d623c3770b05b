import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Wire, type WireOptions, WireProblem } from "../../../src/core/wire/wire.ts";
import { frameBytes } from "../../../src/core/wire/wire-frames.ts";
import { waitUntil } from "../../support/wait-until.ts";

function opened(options: Partial<WireOptions> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [heard, ends]: [string[], string[]] = [[], []];
  const wire = new Wire({
    input,
    output,
    awaitsPreamble: false,
    onFrame: ({ kind }) => heard.push(kind),
    onEnd: (why) => ends.push(why),
    ...options,
  });
  return { wire, input, output, heard, ends };
}

test("says that it lives, and what it was given to say", async () => {
  const { wire, output, input, ends } = opened({ beatMs: 500 });
  wire.send("result", 3, { what: "x" });
  const said = output.readableLength;
  expect(said).toBeGreaterThan(0);
  await waitUntil("a beat", () => {
    input.write(frameBytes("beat", 0)); // the other side lives too
    return output.readableLength > said;
  });
  expect(ends).toEqual([]);
  wire.end("done");
  expect(wire.isOver).toBe(true);
  const before = output.readableLength;
  wire.send("wait", 3, { what: "x" });
  wire.pace(1000);
  expect(output.readableLength).toBe(before);
});

test("what passes on the way to a result is written with it; the other side, which waits for it, answers at once", () => {
  const worker = opened();
  worker.wire.send("event", 0, { kind: "x" });
  worker.wire.send("output", 3, Buffer.from("x"));
  expect(worker.output.readableLength).toBe(0);
  worker.wire.send("result", 3, {});
  const all = worker.output.read() as Buffer;
  let isWaiting = true;
  const gateway = opened({ awaitsMore: () => isWaiting });
  const heard = (bytes: Buffer): void => void gateway.input.emit("data", bytes);
  heard(all);
  expect(gateway.heard).toEqual(["event", "output", "result"]);
  expect(gateway.output.readableLength).toBe(0);
  heard(frameBytes("output", 3, Buffer.from("x")));
  expect(gateway.output.read()).toEqual(frameBytes("beat", 0));
  heard(frameBytes("beat", 0));
  isWaiting = false;
  heard(frameBytes("output", 3, Buffer.from("x")));
  expect(gateway.output.readableLength).toBe(0);
});

test("what waited to be written is written before the end", () => {
  const { wire, output } = opened();
  wire.send("output", 3, Buffer.from("x"));
  wire.end("done");
  expect(output.read()).toEqual(frameBytes("output", 3, Buffer.from("x")));
});

test("gives up when nothing is heard, and not while beats come", async () => {
  const { ends, input } = opened({ beatMs: 200 });
  for (let n = 0; n < 5; n++) {
    input.write(frameBytes("beat", 0));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(ends).toEqual([]);
  await waitUntil("the silence to be noticed", () => ends.length === 1);
  expect(ends).toEqual(["nothing was heard for 1.2 s"]);
});

test("ends with the connection, and once", async () => {
  const { input, output, ends, heard } = opened();
  input.write(frameBytes("close", 0));
  input.end();
  await waitUntil("the end", () => ends.length > 0);
  output.destroy(new Error("gone"));
  expect(ends).toEqual(["the connection ended"]);
  expect(heard).toEqual(["close"]);
});

test("garbage ends it, and nothing behind it is heard", async () => {
  const { input, ends, heard } = opened();
  input.write(Buffer.concat([Buffer.from("garbage, and a lot of it"), frameBytes("close", 0)]));
  await waitUntil("the end", () => ends.length > 0);
  expect(heard).toEqual([]);
});

test("a message that must not be ends it with the reason", async () => {
  const { input, ends } = opened({
    onFrame: () => {
      throw new WireProblem("no such call");
    },
  });
  input.write(frameBytes("result", 9, {}));
  await waitUntil("the end", () => ends.length > 0);
  expect(ends).toEqual(["no such call"]);
});
