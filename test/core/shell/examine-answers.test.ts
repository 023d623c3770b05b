import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { examineAnswers } from "../../../src/core/shell/examine-answers.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { isRoot } from "../../support/plain-user.ts";
import { tempDir } from "../../support/temp-dir.ts";

test.runIf(hasBubblewrap)("sessions are tried with and without a sandbox, and nothing is left of them", async () => {
  const stateDir = tempDir();
  expect(await examineAnswers({ home: tempDir(), stateDir })).toEqual(
    isRoot
      ? {
          name: "answers",
          state: "partly",
          what: "attested in a sandbox; without one a process that a command left behind could answer for bash, because root may look into every process",
          fix: "run nacre as a plain user, or use a sandbox",
        }
      : { name: "answers", state: "ok", what: expect.stringMatching(/^attested: /) },
  );
  expect(readdirSync(stateDir)).toEqual([]);
});

test.skipIf(!isRoot)("where there is no sandbox either, nothing is attested to root", async () => {
  const { state, what } = await examineAnswers({ home: tempDir(), stateDir: tempDir(), places: [tempDir()] });
  expect([state, what]).toEqual(["partly", expect.stringMatching(/^not attested \(attested: false\): /)]);
});

test("a state directory that cannot be used is said", async () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  expect(await examineAnswers({ home: tempDir(), stateDir: join(file, "state") })).toMatchObject({
    state: "partly",
    what: expect.stringContaining("no session could be tried"),
  });
});
