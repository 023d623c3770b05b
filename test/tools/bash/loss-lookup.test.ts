import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Fault } from "../../../src/core/base/fault.ts";
import type { Question } from "../../../src/core/permission/approver.ts";
import { createLossLookup } from "../../../src/tools/bash/loss-lookup.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tempDir } from "../../support/temp-dir.ts";

const HOUR = 3_600_000;

/** A repository with one changed file. */
function repository(): string {
  const place = tempDir();
  writeFileSync(join(place, "note.txt"), "one\n");
  const git = "git init -q && git add . && git -c user.name=n -c user.email=n@example.com commit -qm one";
  expect(spawnSync("bash", ["-c", git], { cwd: place }).status).toBe(0);
  writeFileSync(join(place, "note.txt"), "two\n");
  return place;
}

function questionOn(cwd: string, command: string): Question {
  const span = [0, command.length] as const;
  return {
    command,
    cwd,
    sessionId: "default",
    findings: [{ decision: "ask", rule: "git-discard", reason: "It discards.", part: command, span }],
    parts: [{ text: command, span, argv: command.split(" "), decision: "ask" }],
    answers: ["once", "deny"],
  };
}

test.skipIf(!hasBubblewrap)("what would be lost is looked up where the command would run", async () => {
  const place = repository();
  const lookUp = createLossLookup({ workingDir: place, stateDir: tempDir() }, { limitMs: HOUR });
  expect(await lookUp(questionOn(place, "git reset --hard"))).toBe(
    "Changes that were not committed, in 1 file: note.txt.",
  );
});

test.skipIf(!hasBubblewrap)("what the repository makes git run can change nothing outside", async () => {
  const place = repository();
  const canary = join(place, "canary");
  const script = join(place, "evil.sh");
  writeFileSync(script, `#!/bin/sh\ntouch ${canary}\ncat\n`, { mode: 0o755 });
  writeFileSync(join(place, ".gitattributes"), "* filter=evil\n");
  const config = `git config filter.evil.clean ${script} && git config core.fsmonitor ${script} && touch -d 2001-01-01 note.txt`;
  expect(spawnSync("bash", ["-c", config], { cwd: place }).status).toBe(0);
  await createLossLookup(
    { workingDir: place, stateDir: tempDir() },
    { limitMs: HOUR },
  )(questionOn(place, "git reset --hard"));
  expect(existsSync(canary)).toBe(false);
});

test.skipIf(!hasBubblewrap)("a lookup that takes too long, or fails, is not known", async () => {
  const place = repository();
  const options = { workingDir: place, stateDir: tempDir() };
  expect(await createLossLookup(options, { limitMs: 1 })(questionOn(place, "git reset --hard"))).toBeUndefined();
  const lookUp = createLossLookup(options, { limitMs: HOUR });
  expect(await lookUp(questionOn(place, "git branch -D nowhere"))).toBeUndefined();
  expect(await lookUp(questionOn(join(place, "nowhere"), "git reset --hard"))).toBeUndefined();
});

test("without a sandbox nothing is looked up", async () => {
  const place = repository();
  const build = (): Promise<never> => Promise.reject(new Fault("SANDBOX_UNAVAILABLE", "there is none"));
  const lookUp = createLossLookup({ workingDir: place, stateDir: tempDir() }, { build });
  expect(await lookUp(questionOn(place, "git reset --hard"))).toBeUndefined();
});
