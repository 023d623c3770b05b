import { expect, test } from "vitest";
import { Channels } from "../../../../src/core/policy/walk/channels.ts";

test("a process substitution keeps its path, and every other one has another", () => {
  const channels = new Channels();
  const first = channels.path("cat <(ls)", 6);
  expect(channels.path("cat <(ls)", 6)).toBe(first);
  expect(new Set([first, channels.path("cat <(ls)", 7), channels.path("cut <(ls)", 6)]).size).toBe(3);
});
