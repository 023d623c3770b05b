import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Strangers } from "../../../../src/apps/server/door/strangers.ts";

test("one too many ends the oldest; one that is known or gone does not count", () => {
  const strangers = new Strangers(2);
  const [known, gone, first, second, third] = Array.from({ length: 5 }, () => new Socket()) as [
    Socket,
    Socket,
    Socket,
    Socket,
    Socket,
  ];
  for (const socket of [known, gone]) strangers.add(socket);
  strangers.know(known);
  gone.emit("close", false);
  expect([strangers.add(first), strangers.add(second)]).toEqual([undefined, undefined]);
  expect(strangers.add(third)).toBe(first);
  expect([known, first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
});
