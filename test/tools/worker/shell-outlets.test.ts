import { expect, test } from "vitest";
import { taggedBytes } from "../../../src/tools/worker/shell-outlets.ts";
import { handGateway } from "../../support/hand-gateway.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a background shell is told of, with what it prints and how it ends", async () => {
  const { until, call, frames } = handGateway();
  call(1, "echo one; echo two >&2; exit 4", { run_in_background: true });
  await until("result", 1);
  const events = (): { kind: string }[] =>
    frames.filter(({ kind }) => kind === "event").map(({ value }) => value as { kind: string });
  await waitUntil("its end", () => events().some(({ kind }) => kind === "shell-ended"));
  expect(events()).toMatchObject([
    { kind: "shell-started", command: "echo one; echo two >&2; exit 4", stream: 2 ** 31 },
    { kind: "shell-ended", status: "failed", exitCode: 4 },
  ]);
  const output = frames.filter(({ kind }) => kind === "output").map(({ stream, bytes }) => [stream, String(bytes)]);
  expect(output.toSorted()).toEqual([
    [2 ** 31, "\0one\n"],
    [2 ** 31, "\u0001two\n"],
  ]);
});

test("the first byte tells the stream", () => {
  expect([...taggedBytes(Buffer.from("a"), 1)]).toEqual([1, 97]);
});
