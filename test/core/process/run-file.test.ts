import { expect, test } from "vitest";
import { runFile } from "../../../src/core/process/run-file.ts";
import type { SpawnPlan } from "../../../src/core/process/spawn-plan.ts";

const sh = (script: string): SpawnPlan => ({
  file: "/bin/sh",
  args: ["-c", script],
  cwd: "/",
  env: { PATH: "/usr/bin:/bin" },
});

test("both streams and the exit code of a program are told", async () => {
  expect(await runFile(sh("printf out; printf err >&2; exit 3"))).toEqual({
    exitCode: 3,
    stdout: "out",
    stderr: "err",
  });
});

test("a program reads its input on stdin and each further text on a descriptor of its own", async () => {
  const plan = { ...sh("cat; cat <&3; cat <&4"), descriptors: [Buffer.from("two "), Buffer.from("three")] };
  expect((await runFile(plan, { input: Buffer.from("one ") })).stdout).toBe("one two three");
});

test("a program that reads nothing is told as it ended", async () => {
  expect((await runFile(sh("exit 4"), { input: Buffer.alloc(1 << 20) })).exitCode).toBe(4);
});

test("each stream is kept up to a limit, and the program still runs to its end", async () => {
  const ran = await runFile(sh("printf 123456; printf abcdef >&2; exit 5"), { maxBytes: 4 });
  expect(ran).toEqual({ exitCode: 5, stdout: "1234", stderr: "abcd" });
});

test("a program that a signal ends, the time limit included, has no exit code", async () => {
  expect((await runFile(sh("kill -TERM $$"))).exitCode).toBeUndefined();
  expect((await runFile(sh("exec sleep 300"), { timeoutMs: 50 })).exitCode).toBeUndefined();
});

test("a program that cannot be started is a fault that names it", async () => {
  await expect(runFile({ ...sh(""), file: "/no/such/program" })).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("/no/such/program"),
  });
});
