import { expect, test, vi } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { EVERYDAY, IdleSteps } from "../../../src/core/policy/warm-judge.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("what a host warms up with is allowed, each text, so that it leads where everyday texts lead", () => {
  const where = { cwd: "/p", home: "/home/user", workspace: "/p" };
  expect(EVERYDAY.filter((text) => judge(text, where).decision !== "allow")).toEqual([]);
});

test("a host warms up behind its first work, and comes to an end of it", async () => {
  vi.resetModules(); // a host of its own: the modules of this file are warm from others
  const { warmJudge } = await import("../../../src/core/policy/warm-judge.ts");
  expect(warmJudge.areDone).toBe(false);
  expect(await warmJudge.after(Promise.resolve("worked"))).toBe("worked");
  await waitUntil("the warm judge", () => warmJudge.areDone);
});

test("no step is done while any work lasts, also after work that failed", async () => {
  let done = 0;
  const steps = new IdleSteps(
    (function* () {
      for (; done < 3; done++) yield;
    })(),
  );
  let end = (): void => undefined;
  const long = steps.after(
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  await expect(steps.after(Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(done).toBe(0);
  end();
  await long;
  await waitUntil("the last step", () => steps.areDone);
  expect(done).toBe(3);
});
