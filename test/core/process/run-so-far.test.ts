import { expect, test } from "vitest";
import { commandLineOf, statOf } from "../../../src/core/process/identity.ts";
import { runSoFar } from "../../../src/core/process/run-so-far.ts";
import { ownBash } from "../../support/own-bash.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a process that sleeps has run what it had run, one that works has run more, and one that ended nothing", async () => {
  const asleep = ownBash("exec sleep 300");
  await waitUntil("sleep", () => commandLineOf(asleep) === "sleep 300" && statOf(asleep)?.state === "S");
  const before = runSoFar(asleep);
  const works = ownBash("while :; do sleep 0.01; done");
  const begun = runSoFar(works);
  await waitUntil("some work", () => runSoFar(works) !== begun);
  expect(before).toMatch(/^\d+ \d+ \d+\n$/);
  expect([runSoFar(asleep), runSoFar(2 ** 22)]).toEqual([before, undefined]);
});
