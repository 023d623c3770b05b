import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { plainCopy } from "../../support/plain-user.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const COUNT = 150;
/** They are made by copying: git itself would take minutes for so many. */
const MAKE = `git init -q r0; git -C r0 config core.fsmonitor evil; for ((i = 1; i < ${COUNT}; i++)); do cp -r r0 r$i; done`;

test.runIf(hasBubblewrap)(
  `${COUNT} repositories that a command makes are all disarmed by a host that may open 256 files`,
  { timeout: 200_000 },
  async () => {
    const [place, workspace] = [plainCopy(), tempDir()];
    const words = [join(place, "test/fixtures/hosts/plain-toolkit.mjs"), join(place, "state"), workspace];
    const env = { PATH: "/usr/bin:/bin", HOME: place, TMPDIR: place, NACRE_TEST: place };
    const { stdout } = await promisify(execFile)(
      "prlimit",
      ["--nofile=256:256", process.execPath, ...words, MAKE, "echo goes on"],
      { env, cwd: place, timeout: 180_000 },
    );
    await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${place}`).length === 0);
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as ToolResult);
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    expect(JSON.stringify(results)).not.toContain("EMFILE");
    const armed = Array.from({ length: COUNT }, (_, at) => `r${at}/.git/config`).filter((path) =>
      readFileSync(join(workspace, path), "utf8").includes("evil"),
    );
    expect(armed).toEqual([]);
  },
);
