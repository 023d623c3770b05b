import { expect, test } from "vitest";
import { findProgram } from "../../../src/core/process/interpreter-paths.ts";
import { unique } from "../../support/host.ts";
import { isRoot } from "../../support/plain-user.ts";
import { type Call, withoutProc } from "../../support/without-proc.ts";

/*
 * What nacre does on a system that has no /proc, as macOS: everything that rests on bash, perl or python3, ps and POSIX
 * works, and what cannot be known there is said not to be.
 */

const NO_PLACE = "this machine lets nobody lay an empty directory over /proc: root is needed";

const bash = (command: string, more: Readonly<Record<string, unknown>> = {}): Call => ["Bash", { command, ...more }];

const LANGUAGES = ["perl", "python3"].filter((name) => findProgram(name) !== undefined);

test.runIf(isRoot).for(LANGUAGES)(
  "without /proc a session runs, is restored and moves, under a supervisor in %s",
  async (language, { skip }) => {
    const number = unique();
    const report = await withoutProc(
      [
        bash("X=3; f() { echo function; }; mkdir -p 'a b'; cd 'a b'; echo out; echo err >&2"),
        bash("echo $X; f; pwd; exec >../file; echo in the file"),
        bash("cat ../file; trap 'echo trapped' EXIT; exit 4"),
        bash("kill -9 $$"),
        bash(`echo $X; pwd; (trap '' TERM; sleep ${number}.1; :) & sleep ${number}.2`, { timeout: 1000 }),
        bash(`ps -ax -o command= | grep '^sleep ${number}'; rmdir '../a b'`),
        bash("pwd; cat", { stdin: "given" }),
      ],
      { NACRE_SUPERVISOR: language },
    );
    if (report === undefined) return skip(NO_PLACE);
    const { directory, results, findings, refused } = report;
    expect(results.map(({ metadata }) => metadata["attested"])).toEqual(results.map(() => false));
    expect(results[0]?.output).toMatch(/^out\n\[stderr\]\nerr\n/);
    expect(results[1]?.output).toMatch(new RegExp(`^3\nfunction\n${directory}/a b\n`));
    expect(results[2]).toMatchObject({ output: "in the file\ntrapped\n", metadata: { exit_code: 4 } });
    expect(results[3]?.metadata).toMatchObject({ exit_code: 137, session_restored: true });
    expect(results[4]).toMatchObject({
      output: expect.stringMatching(new RegExp(`^3\n${directory}/a b\n`)),
      error: expect.stringContaining("ended with its process tree; a daemon is not found here"),
      metadata: { timed_out: true },
    });
    expect(results[5]?.output).toMatch(/^\[note\] the directory .* is gone: the next command starts in/);
    expect(results[6]?.output).toMatch(new RegExp(`^${directory}\ngiven`));
    expect(refused).toMatchObject({
      error: expect.stringContaining("a sandbox needs /proc"),
      metadata: { fault: "SANDBOX_UNAVAILABLE" },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        name: "system",
        what: expect.stringMatching(/found with ps; daemons can get away; no sandbox/),
      }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ name: "answers", what: expect.stringMatching(/^not attested/) }),
    );
  },
);

test.runIf(isRoot).for(LANGUAGES)(
  "without /proc a background shell is fed, read, listed and ended, under a supervisor in %s",
  async (language, { skip }) => {
    const report = await withoutProc(
      [
        bash("read a; echo got $a; setsid sleep 471110 & sleep 471111", { run_in_background: true }),
        ["BashInput", { bash_id: "LAST", text: "this\n", wait_ms: 100 }],
        ["BashOutput", { bash_id: "LAST", wait_for: "/got this/", since: "0" }],
        ["ListShells", {}],
        ["KillShell", { shell_id: "LAST" }],
        bash("sleep 471112", { run_in_background: true, tty: true }),
        bash(
          'exec node -e \'require("node:net").createServer().listen(0, "127.0.0.1", function () { console.log(this.address().port) })\'',
          { run_in_background: true },
        ),
        ["ListShells", {}],
      ],
      { NACRE_SUPERVISOR: language },
    );
    if (report === undefined) return skip(NO_PLACE);
    const [, , read, listed, killed, terminal, , again] = report.results;
    expect(read).toMatchObject({ output: expect.stringContaining("got this"), metadata: { wait: "met" } });
    expect(listed?.output).toContain("ports not known here");
    expect(again?.metadata["shells"]).toContainEqual(
      expect.objectContaining({ status: "running", listening_ports: null }),
    );
    expect(killed?.metadata).toMatchObject({ reach: "process-tree", survivors: [] });
    expect(terminal?.error).toContain("nacre does not know the terminals of this system");
  },
);

test.runIf(isRoot).for(LANGUAGES)(
  "without /proc a killed supervisor in %s leaves nothing, and a killed host neither",
  async (language, { skip }) => {
    const number = unique();
    const job = `(trap '' TERM; sleep ${number}.1; :) & setsid sleep ${number}.2 &`;
    const begun = `${job} : >begun; sleep ${number}.3`;
    const given = { NACRE_SUPERVISOR: language };
    const report = await withoutProc(
      [
        bash("X=7"),
        ["kill", { victim: "supervisor", command: begun }],
        bash(`echo $X; ps -ax -o command= | grep '^sleep ${number}' || true`),
      ],
      given,
    );
    const killed = await withoutProc(
      [
        bash(`${job} sleep ${number}.4`, { run_in_background: true }),
        ["kill", { victim: "host", command: `${job} : >begun; sleep 0.2` }],
      ],
      given,
    );
    if (report === undefined || killed === undefined) return skip(NO_PLACE);
    expect(report.results[1]?.metadata).toMatchObject({ exit_code: 137, session_restored: true });
    expect(report.results[2]?.output).toBe("7\n");
    expect(killed.wasKilled).toBe(true); // and nothing of it was alive in the end
  },
);
