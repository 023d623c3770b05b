import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { workerMain } from "../../../src/apps/worker/worker-main.ts";
import { PREAMBLE } from "../../../src/core/wire/wire-frames.ts";
import { WORKER } from "../../support/machine-kit.ts";

test.each(["the end of its stdin", "SIGTERM"])("nacre worker ends at %s", async (how) => {
  expect(workerMain).toBeTypeOf("function");
  const [file = "", ...args] = WORKER;
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe(String(PREAMBLE));
  if (how === "SIGTERM") child.kill("SIGTERM");
  else child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
