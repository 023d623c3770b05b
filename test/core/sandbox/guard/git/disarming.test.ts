import { expect, test } from "vitest";
import { Disarming, type DisarmingOptions } from "../../../../../src/core/sandbox/guard/git/disarming.ts";

/** A disarming whose parts note what they are asked; `made` may fail. */
function disarming(made: () => Promise<void>): { readonly it: Disarming; readonly said: string[] } {
  const said: string[] = [];
  const options = {
    workspace: "/w",
    made: { disarm: made },
    configs: { takeTargets: async () => ["/w/hooks"], disarm: async () => ["a setting was taken out"] },
    removals: { takeNotices: () => ["a link was taken away"] },
    pointers: { addTarget: (path: string) => void said.push(path) },
    endWork: () => undefined,
  };
  return { it: new Disarming(options as unknown as DisarmingOptions), said };
}

test("what was done is told, and what the user's settings name is followed first", async () => {
  const { it, said } = disarming(async () => undefined);
  expect(await it.disarm()).toEqual(["a link was taken away", "a setting was taken out"]);
  expect(said).toEqual(["/w/hooks"]);
});

test("one works at a time", async () => {
  let working = 0;
  let most = 0;
  const { it } = disarming(async () => {
    most = Math.max(most, ++working);
    await new Promise((done) => setImmediate(done));
    working -= 1;
  });
  await Promise.all([it.disarm(), it.disarm(), it.disarm()]);
  expect(most).toBe(1);
});

test("one that fails is told, and the next one works all the same", async () => {
  let times = 0;
  const { it } = disarming(() => (++times === 1 ? Promise.reject(new Error("on purpose")) : Promise.resolve()));
  await expect(it.disarm()).rejects.toThrow("on purpose");
  expect(await it.disarm()).toHaveLength(2);
});
