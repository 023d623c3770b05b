import { expect, test } from "vitest";
import { descendantsOf } from "../../../../src/core/process/descendants.ts";
import { identityOf } from "../../../../src/core/process/identity.ts";
import { KnownFamily } from "../../../../src/core/process/supervisor/known-family.ts";
import { ownBash } from "../../../support/own-bash.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a process that was seen is known when its parent has ended, with what it starts, and forgotten when it ends", async () => {
  const top = ownBash("sleep 300 & wait");
  const family = new KnownFamily();
  const seen = () => family.with(descendantsOf(top));
  await waitUntil("the child", () => seen().length === 1);
  const [child] = seen();
  process.kill(top, "SIGKILL");
  await waitUntil("the parent's end", () => identityOf(top) === undefined);
  expect([descendantsOf(top), seen()]).toEqual([[], [child]]);
  expect(new KnownFamily().with([])).toEqual([]);
  process.kill(child?.pid ?? 0, "SIGKILL");
  await waitUntil("its end", () => seen().length === 0);
});
