import { once } from "node:events";
import { expect, test } from "vitest";
import { guarded } from "../../../src/core/base/guarded-listener.ts";

test("a listener hears each event", () => {
  const heard: number[] = [];
  const call = guarded<[number]>((event) => heard.push(event));
  call(1);
  call(2);
  expect(heard).toEqual([1, 2]);
});

test("no listener is no trouble", () => {
  expect(() => guarded<[number]>(undefined)(1)).not.toThrow();
});

test.each([
  ["an error", new Error("on purpose")],
  ["a text", "on purpose"],
])("%s that a listener throws becomes a warning", async (_, thrown) => {
  const warned = once(process, "warning");
  guarded<[number]>(() => {
    throw thrown;
  })(1);
  expect(await warned).toEqual([expect.objectContaining({ message: "on purpose" })]);
});
