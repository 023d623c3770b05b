import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * The host reads, lists and removes what commands leave. Here they try to make that endless, huge or impossible.
 */

type Siege = OpenToolkit & {
  readonly stateDir: string;
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string, more?: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
};

function siege(): Siege {
  const stateDir = tempDir("nacre-state-");
  const kit = openToolkit({ sandbox: "workspace", stateDir });
  const scripts = join(kit.workingDir, "scripts");
  mkdirSync(scripts);
  let count = 0;
  const run: Siege["run"] = (script, more) => {
    const path = join(scripts, `${count++}.sh`);
    writeFileSync(path, script);
    return kit.bash(`. ${path}`, more);
  };
  return { ...kit, stateDir, run };
}

/** In a script: the directory of the FIFOs that the session's commands print to. */
const RUNTIME_DIR = '"$(dirname "$(readlink /proc/$BASHPID/fd/2)")"';

const scratches = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`nacre-box-${process.pid}-`));

describe.runIf(hasBubblewrap)("the host is not held up", () => {
  test("by trees in its directories that no path can name", async () => {
    const before = scratches();
    const { run, dispose, stateDir } = siege();
    const deep = 'name=$(printf "%0200d"); for _ in {1..50}; do mkdir $name; cd $name; done';
    for (const place of ["/tmp", "~", RUNTIME_DIR]) await run(`cd ${place}; ${deep}; chmod 000 .; cd /`);
    await dispose();
    expect(scratches()).toEqual(before);
    expect(existsSync(join(stateDir, "hosts"))).toBe(true);
    expect(readdirSync(join(stateDir, "hosts"))).toEqual([]);
  });

  test("by the words of a thousand processes, and the names of a thousand repositories", async () => {
    const { run } = siege();
    const { output, metadata } = await run(
      "word=$(printf '%0100000d'); for _ in {1..60}; do bash -c 'sleep 100; :' $word $word $word & done; sleep 0.5",
    );
    expect(output.length).toBeLessThan(30_000);
    expect(JSON.stringify(metadata).length).toBeLessThan(100_000);
    const named = await run(
      "mkdir many; for i in {1..150}; do d=many-$i-$(printf '%0200d'); git init -q $d; echo evil > $d/.git/hooks/pre-commit; done",
    );
    expect(named.output).toContain("pre-commit");
    expect(named.output.length).toBeLessThan(30_000);
  });

  test("by a state of nothing but lines", async () => {
    const { run, bash } = siege();
    // A function in the place of what bash says its state with.
    await run(
      "builtin() { command head -c 80M /dev/zero | command tr '\\0' '\\n' >&254; }; lines=$(printf '%0100000d')",
    );
    await bash(": kill");
    await run("command kill -9 $$");
    expect((await run("echo goes on")).output).toContain("goes on");
  });

  test("by a state that is larger than bash may say", async () => {
    const { run, bash } = siege();
    await run('big=$(head -c 70M /dev/zero | tr "\\0" x)');
    await bash(": kill");
    expect((await run("echo goes on")).output).toContain("goes on");
  });

  test("by more secrets than can be hidden: the next shell is refused, and says why", async () => {
    const { run, start } = siege();
    await run("mkdir many; for i in {1..3000}; do : > many/.env.$i; done");
    await expect(start("true")).rejects.toThrow(/3000 files that would have to be sealed or hidden/);
    expect((await run("rm -r many; echo goes on")).output).toContain("goes on");
    await start("true");
  });

  test("by a first process, a supervisor or a bash that a command has taken over: their memory cannot be opened", async () => {
    const { run } = siege();
    const { output } = await run(
      'sleep 100 & for mem in /proc/{1,$PPID,$$}{,/task/*}/mem /proc/$!/mem; do for how in "<" ">" "<>"; do (eval "exec 3$how$mem") 2>/dev/null && echo "open: $how ${mem/$!/own}"; done; done; kill $!; wait $! 2>/dev/null; :',
    );
    // A process of the command's own shows that the door can be opened at all.
    expect(output).toBe("open: < /proc/own/mem\nopen: > /proc/own/mem\nopen: <> /proc/own/mem\n");
  });

  test("by a supervisor that a command stops", async () => {
    const { run, call, dispose } = siege();
    await run("kill -STOP $PPID; sleep 1000 & :");
    expect((await run("echo goes on")).output).toContain("goes on");
    expect((await run("kill -STOP $PPID; kill -KILL $$", { timeout: 20_000 })).metadata).toMatchObject({
      signal: "SIGKILL",
      session_restored: true,
    });
    expect((await run("echo goes on")).output).toContain("goes on");
    const { metadata } = await run("kill -STOP $PPID; sleep 1000", { run_in_background: true });
    expect((await call("KillShell", { shell_id: metadata.bash_id })).success).toBe(true);
    await run("while :; do kill -STOP $PPID; done & :");
    await dispose();
  });
});
