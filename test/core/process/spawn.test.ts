import { once } from "node:events";
import { expect, test } from "vitest";
import { startProcess } from "../../../src/core/process/spawn.ts";

test("a program that cannot be started is a fault", async () => {
  await expect(startProcess({ file: "/no/such/program", args: [], cwd: "/tmp", env: {} })).rejects.toMatchObject({
    code: "SPAWN_FAILED",
  });
});

test("a process finds what it is given on descriptors of its own; one that does not read breaks nothing", async () => {
  const read = await startProcess({
    file: "/bin/bash",
    args: ["-c", "cat <&3; cat <&4"],
    cwd: "/tmp",
    env: {},
    descriptors: [Buffer.from("one "), Buffer.from("two")],
  });
  let said = "";
  read.stdout?.on("data", (chunk) => {
    said += String(chunk);
  });
  await once(read, "close");
  expect(said).toBe("one two");
  const deaf = await startProcess({
    file: "/bin/true",
    args: [],
    cwd: "/tmp",
    env: {},
    descriptors: [Buffer.alloc(1 << 20)],
  });
  await once(deaf, "close");
});
