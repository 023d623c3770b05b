import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { whenClosed } from "../../../src/apps/server/when-closed.ts";

test("a stream that closes is told once", async () => {
  const stream = new PassThrough();
  let times = 0;
  whenClosed(stream, () => {
    times += 1;
  });
  expect(times).toBe(0);
  stream.destroy();
  await once(stream, "close");
  expect(times).toBe(1);
});

test("a stream that is closed already is told at once", async () => {
  const stream = new PassThrough();
  stream.destroy();
  await once(stream, "close");
  let times = 0;
  whenClosed(stream, () => {
    times += 1;
  });
  expect(times).toBe(1);
});
