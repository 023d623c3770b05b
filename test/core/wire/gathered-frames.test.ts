import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { WIRE_GATHER_BYTES } from "../../../src/core/base/limits/machine-limits.ts";
import { GatheredFrames } from "../../../src/core/wire/gathered-frames.ts";
import { waitUntil } from "../../support/wait-until.ts";

function gathered() {
  const writes: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
  const frames = new GatheredFrames(output);
  const say = (text: string, isPassing: boolean): void => frames.say(Buffer.from(text), isPassing);
  return { frames, say, writes };
}

test("what comes before a last word is written with it, in its order", () => {
  const { say, writes } = gathered();
  say("started ", true);
  say("output ", true);
  expect(writes).toEqual([]);
  say("result", false);
  say("next", false);
  expect(writes).toEqual(["started output result", "next"]);
});

test("what no last word follows is written soon, and much of it at once", async () => {
  const { say, writes } = gathered();
  say("alone", true);
  await waitUntil("it to be written", () => writes.length === 1);
  expect(writes).toEqual(["alone"]);
  say("x".repeat(WIRE_GATHER_BYTES), true);
  expect(writes).toHaveLength(2);
});

test("the rest is written when it is asked for, and nothing is written twice", async () => {
  const { frames, say, writes } = gathered();
  say("rest", true);
  frames.flush();
  frames.flush();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(writes).toEqual(["rest"]);
});
