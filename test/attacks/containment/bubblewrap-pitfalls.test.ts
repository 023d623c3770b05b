import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { usableDirectory } from "../../../src/core/files/working-directory.ts";
import { SEALED_NAMES } from "../../../src/core/knowledge/guarded-places.ts";
import { runFile } from "../../../src/core/process/run-file.ts";
import { containmentOf } from "../../../src/core/sandbox/containment.ts";
import { createSandbox } from "../../../src/core/sandbox/create-sandbox.ts";
import { pidsWith } from "../../support/is-alive.ts";
import { startLiveShell } from "../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../support/open-sandbox.ts";
import { waitUntil } from "../../support/wait-until.ts";

const isRoot = process.getuid?.() === 0;
const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
  });
/** Starts so many processes at once, says how many it got, and ends them. */
const forks = (wanted: number, seconds = 0): string =>
  `perl -e 'my @p; for (1..${wanted}) { my $p = fork; last unless defined $p; if (!$p) { sleep 30; exit } push @p, $p } select undef, undef, undef, ${seconds}; kill 9, @p; print scalar @p'`;

/** The thirteen ways a straightforward wall of this kind was found to fail, each closed. */
describe.runIf(hasBubblewrap)("trap", () => {
  test("1: the first process inside shows neither the host's environment nor the hidden paths", async () => {
    const person = createPerson({ ".ssh/id_rsa": "x", "app/.env": "x" });
    process.env["NACRE_TRAP_CANARY"] = "canary-of-the-host";
    const { run } = await openSandbox("workspace", { person });
    const { stdout } = await run("cat /proc/1/environ /proc/1/cmdline | tr '\\0' '\\n'");
    delete process.env["NACRE_TRAP_CANARY"];
    expect(stdout).not.toMatch(/canary-of-the-host|\.ssh|\.env|nacre-box/);
    expect(stdout).toContain("bwrap");
  });

  test("2: the process limit holds although the caller is root, or containment is partial and says why", async () => {
    const { run, sandbox } = await openSandbox("workspace", { limits: { processes: 40 } });
    const { stdout } = await run(forks(80));
    if (sandbox.containment.level === "full") expect(Number(stdout)).toBeLessThan(40);
    else expect(sandbox.containment.reasons.join()).toContain("number of processes is not limited");
    expect(
      containmentOf({
        isRoot: true,
        countsProcesses: false,
        filters: true,
        seals: true,
        arch: "x64",
        unsearched: [],
        hasUnnameable: false,
        unresolved: [],
      }).level,
    ).toBe("partial");
  });

  test("3: each sandbox has a process budget of its own", async () => {
    const [one, two] = [
      await openSandbox("workspace", { limits: { processes: 40 } }),
      await openSandbox("workspace", { limits: { processes: 40 } }),
    ];
    const counts = await Promise.all([one.run(forks(25, 0.5)), two.run(forks(25, 0.5))]);
    expect(counts.map(({ stdout }) => stdout)).toEqual(["25", "25"]);
  });

  test("4: WebAssembly and fetch work under the memory limit, and hogs do not", async () => {
    const { run } = await openSandbox("workspace", { limits: { memoryBytes: 512 * 1024 * 1024 } });
    const wasm = await run(
      `node -e 'new WebAssembly.Memory({ initial: 1, maximum: 65536 }); fetch("data:text/plain,ok").then(r => r.text()).then(console.log)'`,
    );
    expect(wasm).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    expect((await run("perl -e 'my $x = \"a\" x (900 * 1024 * 1024); print 1'")).stdout).toBe("");
  });

  test("5: /dev cannot be written and /dev/shm is small", async () => {
    const { run } = await openSandbox();
    const { stdout } = await run(
      "touch /dev/x 2>/dev/null && echo written; df --output=size -k /dev/shm | tail -1 | tr -d ' '",
    );
    expect(stdout).toBe("65536\n");
  });

  test("6: what is protected cannot be had by renaming what holds it", async () => {
    const person = createPerson();
    git(person.workspace, "init", "-q");
    const { run } = await openSandbox("workspace", { person });
    const { stderr } = await run("mv .git moved && mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit");
    expect(stderr).toContain("Device or resource busy");
    expect(existsSync(join(person.workspace, ".git/hooks/pre-commit"))).toBe(false);
  });

  test.each(["../.netrc", "absolute"])(
    "7: a link planted for the next shell (%s) shows it nothing and breaks nothing",
    async (target) => {
      const person = createPerson({ ".netrc": "canary" });
      const to = target === "absolute" ? join(person.home, ".netrc") : target;
      for (const name of [".mcp.json", ".env", ".envrc", ".vscode"]) symlinkSync(to, join(person.workspace, name));
      mkdirSync(join(person.workspace, ".git"));
      symlinkSync(target === "absolute" ? person.home : "../..", join(person.workspace, ".git", "hooks"));
      const { run } = await openSandbox("workspace", { person });
      expect((await run("cat .mcp.json .env .envrc .vscode .git/hooks/.netrc; echo fine")).stdout).toBe("fine\n");
    },
  );

  test("8: guarded names that do not exist cannot be made, and no placeholder is ever there", async () => {
    const open = await openSandbox();
    const shell = await startLiveShell(open);
    expect((await shell.command("ls -A")).output).toBe("");
    await shell.command(SEALED_NAMES.map((name) => `mkdir ${name}`).join("; "));
    expect((await shell.command("ls -A")).output).toBe("");
    await shell.end();
    await open.sandbox.close();
    expect(execFileSync("ls", ["-A", open.person.workspace], { encoding: "utf8" })).toBe("");
  });

  test("9: a masked file's copies and history are not masked, and the manual says so", async () => {
    const person = createPerson({ "app/.env": "canary" });
    git(person.workspace, "init", "-q");
    git(person.workspace, "add", ".env");
    git(person.workspace, "commit", "-q", "-m", "a mistake");
    const { run } = await openSandbox("workspace", { person });
    expect((await run("cat .env")).stdout).toBe("");
    expect((await run("git show HEAD:.env")).stdout).toBe("canary");
    expect(readFileSync("docs/sandbox.md", "utf8")).toMatch(/git history, copies and build output/);
  });

  test("10: nothing is left when a sandbox ends, dead or alive below us, and the manual tells containers about init", async () => {
    const { run } = await openSandbox();
    const mark = `481.${process.pid}`;
    await run(`s=481; setsid sleep $s.${process.pid} > /dev/null 2>&1 &`);
    await waitUntil("nothing left", () => pidsWith(mark).length === 0);
    const ours = execFileSync("ps", ["--ppid", String(process.pid), "-o", "stat="], { encoding: "utf8" }).split("\n");
    expect(ours.filter((stat) => stat.startsWith("Z"))).toEqual([]);
    expect(readFileSync("docs/sandbox.md", "utf8")).toMatch(/docker run --init/);
  });

  test("11: nothing of a plan can become an argument of bubblewrap's own", async () => {
    const { sandbox, person, runtimeDir } = await openSandbox();
    const hostile = {
      file: "--ro-bind",
      args: ["/", "/", "--", "cat", "/etc/shadow"],
      cwd: person.workspace,
      env: { "--bind": "/", X: "--share-net" },
    };
    const { plan } = sandbox.wrap(hostile, { runtimeDir });
    const { exitCode, stdout } = await runFile(plan);
    expect({ failed: exitCode !== 0, stdout }).toEqual({ failed: true, stdout: "" });
    const own = plan.args.slice(plan.args.indexOf("--args"));
    expect(own[2]).toBe("--");
    const { plan: echoed } = sandbox.wrap(
      { file: "/bin/echo", args: ["--bind", "/", "/x", "--"], cwd: person.workspace, env: {} },
      { runtimeDir },
    );
    expect((await runFile(echoed)).stdout).toBe("--bind / /x --\n");
  });

  test("12: directories are resolved and checked before they are used", async () => {
    const person = createPerson();
    symlinkSync(person.outside, join(person.workspace, "out"));
    expect(() => usableDirectory(join(person.workspace, "out"), [person.workspace])).toThrow(
      /is outside the workspace/,
    );
    await expect(
      createSandbox("workspace", { ...person, workspace: join(person.workspace, "..", ".."), limits: limitsOf() }),
    ).rejects.toThrow(/home directory/);
    const { sandbox, runtimeDir } = await openSandbox("workspace", { person });
    const { plan } = sandbox.wrap(
      { file: "/bin/pwd", args: [], cwd: join(person.workspace, "out"), env: {} },
      { runtimeDir },
    );
    const { stdout } = await runFile(plan);
    expect(stdout).not.toContain("outside");
    writeFileSync(join(person.outside, "x"), "");
  });

  test.runIf(isRoot)("13: root's own settings of the kernel cannot be written", async () => {
    const { run } = await openSandbox();
    const { stdout, stderr } = await run(
      'for f in /proc/sys/kernel/core_pattern /proc/sys/vm/overcommit_memory /proc/sys/kernel/hostname; do v=$(cat $f); echo "$v" > $f && echo WRITTEN; done; grep -c . /proc/sys/kernel/core_pattern',
    );
    expect(stdout).toBe("1\n");
    expect(stderr.match(/Read-only file system/g)).toHaveLength(3);
  });
});
