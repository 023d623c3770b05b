import { expect, test } from "vitest";
import { awaitHello } from "../../../../src/core/shell/bash/await-hello.ts";
import type { Heard } from "../../../../src/core/shell/bash/bash-pipe.ts";

const HELLO: Heard<string> = { kind: "answer", answer: "ready", said: "", isRescued: false };

test("a bash that says it is ready is let go on until it does", async () => {
  let say: (heard: Heard<string>) => void = () => undefined;
  const hello = new Promise<Heard<string>>((resolve) => {
    say = resolve;
  });
  expect(await awaitHello(hello, { rouse: () => say(HELLO) }, async () => true)).toBe(HELLO);
});

test("one that opened something else is not waited for, and not believed", async () => {
  const pipe = { rouse: () => undefined };
  await expect(awaitHello(new Promise(() => undefined), pipe, async () => false)).rejects.toThrow(
    /replaced by a command/,
  );
  await expect(awaitHello(Promise.resolve(HELLO), pipe, async () => false)).rejects.toThrow(/replaced by a command/);
});
