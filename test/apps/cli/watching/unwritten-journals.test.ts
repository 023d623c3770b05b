import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unwrittenOf } from "../../../../src/apps/cli/watching/unwritten-journals.ts";
import { cli } from "../../../support/cli.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const host = { id: "1-a", pid: 17, startedAt: 0, app: "library" };
const problem = { since: Date.UTC(2026, 0, 2), reason: "the disk is full", advice: "free space", missed: 1 };

test("a host that writes its journal is not spoken of", () => {
  expect(unwrittenOf(host)).toBeUndefined();
});

test.each([
  [false, "commands run on"],
  [true, "it runs no command meanwhile"],
])("it says what is not recorded, and whether commands run (strict: %s)", (stopsCommands, meanwhile) => {
  expect(unwrittenOf({ ...host, journalProblem: { ...problem, stopsCommands } })).toMatch(
    new RegExp(
      `^host 17 has recorded nothing since 2026-01-0[123] .* \\(1 entry so far; ${meanwhile}\\): the journal cannot`,
    ),
  );
});

test("who follows the journal is told of each trouble once, and sees in the journal that it is over", async () => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const place = join(stateDir, "journal");
  writeFileSync(place, "in its place\n");
  const kit = openToolkit({ stateDir });
  await kit.bash("echo unrecorded");
  const [end, written] = [new AbortController(), { out: "" }];
  const following = cli(["journal", "--follow"], {
    env,
    signal: end.signal,
    stdout: (text) => void (written.out += text),
  });
  await waitUntil("the host to be told of", async () => (await cli(["journal"], { env })).stderr.includes("recorded"));
  rmSync(place);
  await waitUntil("the gap", () => written.out.includes("could not be written: ENOTDIR"));
  end.abort("SIGINT");
  expect((await following).stderr.match(/has recorded nothing since/g)).toHaveLength(1);
});
