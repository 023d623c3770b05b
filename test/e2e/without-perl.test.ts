import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../src/core/process/interpreter-paths.ts";
import { installCommand } from "../../src/core/process/system/install-command.ts";
import { unique } from "../support/host.ts";
import { pidsWith } from "../support/is-alive.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Runs nacre's command on a machine whose perl, and what else is named, cannot be run. */
function nacre(missing: readonly string[], words: readonly string[]): { output: string; status: number | null } {
  const hidden = missing.flatMap((name) => {
    const path = findProgram(name);
    return path === undefined ? [] : ["--bind", "/dev/null", realpathSync(path)];
  });
  const wall = ["--dev-bind", "/", "/", ...hidden, "--", process.execPath, "bin/nacre.js"];
  const env = { ...process.env, NACRE_STATE_DIR: tempDir() };
  const ran = spawnSync("bwrap", [...wall, ...words], { encoding: "utf8", env, timeout: 60_000 });
  return { output: ran.stdout + ran.stderr, status: ran.status };
}

// bubblewrap only plays the machine here: it hides programs.
describe.runIf(hasBubblewrap)("without perl", () => {
  test.runIf(findProgram("python3") !== undefined)("commands run all the same, and nothing is left of them", () => {
    const number = unique();
    const ran = nacre(["perl"], ["run", "--", `(setsid sleep ${number} &); ps -o comm= -p $PPID; exit 3`]);
    const left = "nacre: what it left running ends with it: sleep";
    expect(ran).toEqual({ output: expect.stringMatching(new RegExp(`^python3\\n${left} ${number}`)), status: 3 });
    expect(pidsWith(`sleep ${number}`)).toEqual([]);
  });

  test("doctor says what perl is missing for, and the command that brings it", () => {
    const findings = JSON.parse(nacre(["perl"], ["doctor", "--json"]).output) as readonly object[];
    expect(findings).toContainEqual({
      name: "supervisor",
      state: "partly",
      what: expect.stringMatching(/python3.*perl is missing/),
      fix: installCommand("perl"),
    });
    expect(JSON.stringify(findings)).not.toContain('"fix":"nacre doctor"');
  });

  test("and without python3 the fault names the command that brings perl", () => {
    const ran = nacre(["perl", "python3"], ["run", "--", "echo never"]);
    expect([ran.output, ran.status]).toEqual([expect.stringContaining(installCommand("perl")), 126]);
  });
});
