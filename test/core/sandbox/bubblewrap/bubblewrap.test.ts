import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { spaceOf } from "../../../../src/core/files/disk-space.ts";
import { limitThatEnded } from "../../../../src/core/process/rlimits.ts";
import { runFile } from "../../../../src/core/process/run-file.ts";
import type { SpawnPlan } from "../../../../src/core/process/spawn-plan.ts";
import { enteringGroups } from "../../../../src/core/process/system/enter-cgroups.ts";
import { Bubblewrap } from "../../../../src/core/sandbox/bubblewrap/bubblewrap.ts";
import { wallStands } from "../../../../src/core/sandbox/bubblewrap/inspect-sandbox.ts";
import { openNetwork } from "../../../../src/core/sandbox/bubblewrap/private-network.ts";
import { seccompFilter } from "../../../../src/core/sandbox/bubblewrap/seccomp.ts";
import { createSandbox } from "../../../../src/core/sandbox/create-sandbox.ts";
import { startProxy } from "../../../../src/core/sandbox/network/proxy.ts";
import { parseProfile } from "../../../../src/core/sandbox/profile.ts";
import { createScratch } from "../../../../src/core/sandbox/view/private-directories.ts";
import { writeEtc } from "../../../../src/core/sandbox/view/system-view.ts";
import { isAlive, pidsWith } from "../../../support/is-alive.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const MiB = 1024 * 1024;

/** Starts a plan as a session would, without waiting for it; it is ended with the test. */
function startPlan(plan: SpawnPlan): ChildProcess {
  const { file, args, env, cwd, descriptors = [] } = enteringGroups(plan);
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env },
    stdio: ["ignore", "ignore", "ignore", ...descriptors.map(() => "pipe" as const)],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for (const [index, bytes] of descriptors.entries()) {
    const pipe = child.stdio[3 + index];
    if (pipe && "end" in pipe) pipe.on("error", () => undefined).end(bytes);
  }
  return child;
}

describe.runIf(hasBubblewrap)("what is shown", () => {
  test("further paths: read can be read, write can be written, nothing else of home is there", async () => {
    const person = createPerson({ "docs/a": "text", "cache/x": "", "private/y": "canary" });
    const { run } = await openSandbox(
      { profile: "workspace", network: "off", read: ["~/docs"], write: ["~/cache"] },
      { person },
    );
    const { stdout, stderr } = await run(
      "cat ~/docs/a; echo new > ~/cache/new; ls -A ~ | grep -v '^\\.'; echo x > ~/docs/b",
    );
    expect(stdout).toBe("textapp\ncache\ndocs\n");
    expect(stderr).toMatch(/docs\/b: Read-only file system/);
    expect(readFileSync(join(person.home, "cache/new"), "utf8")).toBe("new\n");
  });

  test("what lies in a shown directory and is secret stays hidden, unless it is named itself", async () => {
    const person = createPerson({
      ".config/gh/hosts.yml": "canary",
      ".config/app/x": "fine",
      "app/.env": "canary",
      "app/.env.test": "canary",
    });
    const { run } = await openSandbox(
      { profile: "workspace", read: ["~/.config", join(person.workspace, ".env.test")] },
      { person },
    );
    const { stdout, stderr } = await run("cat ~/.config/app/x; cat ~/.config/gh/hosts.yml; cat .env; cat .env.test");
    expect(stdout).toBe("finecanary");
    expect(stderr.match(/Permission denied/g)).toHaveLength(2);
  });

  test("records of our own are hidden also when they lie in the workspace", async () => {
    const person = createPerson();
    const stateDir = join(person.workspace, "state");
    mkdirSync(stateDir);
    writeFileSync(join(stateDir, "token"), "canary");
    const { run, runtimeDir } = await openSandbox("workspace", { person: { ...person, stateDir } });
    expect((await run(`cat state/token; ls state; echo ok > ${runtimeDir}/fifo`)).stdout).toBe("runtime\n");
    expect(readFileSync(join(runtimeDir, "fifo"), "utf8")).toBe("ok\n");
  });

  test("a workspace with spaces, quotes, newlines and backslashes in its name just works", async () => {
    const person = createPerson();
    const workspace = join(person.home, "a b'c\"d\ne\\f$g");
    mkdirSync(join(workspace, ".git", "hooks"), { recursive: true });
    writeFileSync(join(workspace, ".env"), "canary");
    const { run } = await openSandbox("workspace", { person: { ...person, workspace } });
    const { stdout, stderr } = await run("pwd; echo x > file; cat .env; touch .git/hooks/x");
    expect(stdout).toBe(`${workspace}\n`);
    expect(stderr).toMatch(/\.env: Permission denied[^]*Read-only file system/);
  });

  test("the private home and temporary directory are shared by the shells of one sandbox, and gone with it", async () => {
    const { run, sandbox } = await openSandbox();
    const before = new Set(readdirSync(tmpdir()));
    await run("echo kept > /tmp/file; echo kept > ~/file");
    expect((await run("cat /tmp/file ~/file")).stdout).toBe("kept\nkept\n");
    await sandbox.close();
    expect(
      readdirSync(tmpdir()).filter(
        (name) => name.startsWith(`nacre-box-${process.pid}-`) && before.has(name) === false,
      ),
    ).toEqual([]);
  });

  test("a start directory that is not shown becomes the workspace", async () => {
    const { sandbox, person, runtimeDir } = await openSandbox();
    const { plan } = sandbox.wrap({ file: "/bin/pwd", args: [], cwd: person.outside, env: {} }, { runtimeDir });
    expect((await runFile(plan)).stdout).toBe(`${person.workspace}\n`);
  });

  test("descriptors of the plan reach the program, and only those", async () => {
    const { sandbox, person, runtimeDir } = await openSandbox();
    const { plan } = sandbox.wrap(
      {
        file: "/bin/bash",
        args: ["--norc", "-c", "cat <&3; cat <&4; ls /proc/self/fd"],
        cwd: person.workspace,
        env: {},
        descriptors: [Buffer.from("one "), Buffer.from("two\n")],
      },
      { runtimeDir },
    );
    expect((await runFile(plan)).stdout.split("\n").slice(0, 6)).toEqual(["one two", "0", "1", "2", "3", "4"]);
  });

  test("a home that is part of the system is replaced by one that is not", async () => {
    const person = createPerson();
    const { run } = await openSandbox("workspace", { person: { ...person, home: "/usr/games" } });
    expect((await run("echo $HOME; echo x > ~/x && cat ~/x")).stdout).toBe("/home/agent\nx\n");
  });
});

describe.runIf(hasBubblewrap)("limits", () => {
  test.each([
    [
      "processes",
      { processes: 30 },
      "perl -e 'for (1..60) { my $p = fork; die \"Cannot fork: Resource temporarily unavailable\" unless defined $p; if (!$p) { sleep 30; exit } }'",
    ],
    ["memoryBytes", { memoryBytes: 100 * MiB }, "perl -e 'my $x = \"a\" x (300 * 1024 * 1024); print 1'"],
    ["cpuSeconds", { cpuSeconds: 1 }, "bash -c 'while :; do :; done'; exit $?"],
    [
      "openFiles",
      { openFiles: 256 },
      'perl -e \'for (1..300) { open(my $f, "<", "/dev/null") or die "$!"; push @f, $f }\'',
    ],
    ["tempBytes", { tempBytes: 2 * MiB }, "head -c 5000000 /dev/zero > /tmp/big"],
  ] as const)("%s ends a command and is named", async (name, limits, script) => {
    const { run, sandbox } = await openSandbox("workspace", { limits });
    const { exitCode, stderr } = await run(script);
    expect(limitThatEnded({ exitCode, output: stderr }, sandbox.limits)).toBe(name);
  });

  test("a sandbox has limits of its own where the operator named none", async () => {
    const { sandbox } = await openSandbox("workspace", { limits: { processes: 77 } });
    expect(sandbox.limits).toMatchObject({ processes: 77, fileBytes: 16 * 1024 * MiB });
    expect(sandbox.limits.memoryBytes).toBeGreaterThan(0);
    expect(sandbox.limits.memoryBytes).toBeLessThanOrEqual(Math.min(8 * 1024 * MiB, totalmem() / 2));
  });
});

describe.runIf(hasBubblewrap)("the end", () => {
  const sleeper = (seconds: string): string =>
    `s=${seconds.replace(".", "; s=$s.")}; setsid sleep $s & (sleep $s &); trap '' TERM HUP INT; while :; do sleep $s; done`;

  test("of the wrapped process is the end of everything in it", async () => {
    const { plan } = await openSandbox();
    const mark = `471.${process.pid}`;
    const child = startPlan(plan(sleeper(mark)));
    await waitUntil("the sleepers", () => pidsWith(`sleep ${mark}`).length >= 3);
    child.kill("SIGKILL");
    await waitUntil("nothing left", () => pidsWith(mark).length === 0);
    expect(isAlive(child.pid ?? 0)).toBe(false);
  });

  test("of the host, by SIGKILL, is the end of everything in its sandboxes", async () => {
    const person = createPerson();
    const mark = `472.${process.pid}`;
    const script = `
      import { createSandbox } from ${JSON.stringify(join(process.cwd(), "dist/modules/core/sandbox/create-sandbox.js"))};
      import { limitsOf } from ${JSON.stringify(join(process.cwd(), "dist/modules/core/base/limits.js"))};
      import { runFile } from ${JSON.stringify(join(process.cwd(), "dist/modules/core/process/run-file.js"))};
      const sandbox = await createSandbox("workspace", { ...${JSON.stringify(person)}, limits: limitsOf() });
      await runFile(sandbox.wrap({ file: "/bin/bash", args: ["--norc", "-c", ${JSON.stringify(sleeper(mark))}], cwd: "/", env: { PATH: "/usr/bin:/bin" } }, { runtimeDir: ${JSON.stringify(person.stateDir)} }).plan, { timeoutMs: 60000 });`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    await waitUntil("the sleepers", () => pidsWith(`sleep ${mark}`).length >= 3);
    host.kill("SIGKILL");
    await waitUntil("nothing left", () => pidsWith(mark).length === 0);
  });
});

describe.runIf(hasBubblewrap)("a wall that could not be built", () => {
  test("is a fault, and nothing is left of it", async () => {
    const person = createPerson();
    const boxes = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`nacre-box-${process.pid}-`));
    const before = boxes();
    chmodSync(person.workspace, 0o555);
    await expect(createSandbox("workspace", { ...person, limits: limitsOf() })).rejects.toThrow(
      /cannot be written by the user nacre runs as.*start nacre as the owner/,
    );
    expect(boxes()).toEqual(before);
  });

  const repository = () => {
    const person = createPerson({ ".ssh/id_rsa": "canary", "evil/post-checkout": "canary" });
    mkdirSync(join(person.workspace, ".git", "hooks"), { recursive: true });
    return { person, hooks: join(person.workspace, ".git", "hooks") };
  };

  test("because something was replaced while it was built is a fault", async () => {
    const { person, hooks } = repository();
    const { wrap } = await openSandbox("workspace", { person });
    const made = wrap("sleep 30");
    renameSync(hooks, `${hooks}-moved`);
    renameSync(join(person.home, "evil"), hooks);
    const child = startPlan(made.plan);
    await expect(made.started(child.pid ?? 0)).rejects.toThrow(/was replaced while the sandbox started/);
  });

  test("because a link stood in a directory's place only while it was built is a fault", async () => {
    const person = createPerson({ "other/.git/config": "canary" });
    const [sub, other] = [join(person.workspace, "sub"), join(person.home, "other")];
    mkdirSync(join(sub, ".git"), { recursive: true });
    const { wrap, run } = await openSandbox("workspace", { person });
    await run(`mkdir -p ${other}/.git`);
    const made = wrap("sleep 30");
    renameSync(sub, `${sub}-moved`);
    symlinkSync("../other", sub);
    const child = startPlan(made.plan);
    await wallStands(child.pid ?? 0);
    rmSync(sub);
    renameSync(`${sub}-moved`, sub);
    await expect(made.started(child.pid ?? 0)).rejects.toThrow(/was replaced while the sandbox started/);
  });

  test("what was planned is checked plan by plan", async () => {
    const { person, hooks } = repository();
    const { wrap, plan } = await openSandbox("workspace", { person });
    const made = wrap("sleep 30");
    renameSync(hooks, `${hooks}-moved`);
    renameSync(join(person.home, "evil"), hooks);
    plan("true");
    const child = startPlan(made.plan);
    await expect(made.started(child.pid ?? 0)).rejects.toThrow(/was replaced while the sandbox started/);
  });

  test("a link that is planted while it is built leads nowhere", async () => {
    const { person, hooks } = repository();
    const { plan } = await openSandbox("workspace", { person });
    const made = plan("cat .git/hooks/id_rsa ~/.ssh/id_rsa");
    renameSync(hooks, `${hooks}-moved`);
    symlinkSync("../../.ssh", hooks);
    expect((await runFile(made)).stdout).not.toContain("canary");
  });

  test("a link that is planted before it is built is not followed, and commands go on working", async () => {
    const { person, hooks } = repository();
    renameSync(hooks, `${hooks}-moved`);
    for (const [target, name] of [
      ["../../.ssh", ".git/hooks"],
      ["../.ssh", ".vscode"],
      ["../.ssh/id_rsa", ".env"],
      ["/etc/shadow", ".mcp.json"],
    ] as const)
      symlinkSync(target, join(person.workspace, name));
    const { run } = await openSandbox("workspace", { person });
    expect((await run("cat .git/hooks/id_rsa .vscode/id_rsa .env .mcp.json; echo fine")).stdout).toBe("fine\n");
  });
});

describe.runIf(hasBubblewrap)("a host list", () => {
  test("lets listed hosts through by the proxy and nothing past it", async () => {
    const server = createServer((incoming, response) => {
      incoming.resume().once("end", () => response.end(`reached ${incoming.headers.host}\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const person = createPerson();
    const profile = parseProfile(
      { profile: "workspace", network: { allow: [`good.example:${port}`] } },
      { ...person, limits: limitsOf() },
    );
    const scratch = createScratch();
    const account = { uid: 1000, gid: 1000, home: person.home };
    writeEtc(scratch.etc, account);
    const rules = profile.network === "on" || profile.network === "off" ? [] : profile.network;
    const proxy = await startProxy({
      socketPath: scratch.proxySocket,
      rules,
      resolve: async () => ["127.0.0.1"],
      mayReach: () => true,
    });
    const program = { limits: limitsOf(), account, bwrap: "/usr/bin/bwrap", seccomp: seccompFilter() };
    const sandbox = new Bubblewrap({
      program,
      view: { profile, scratch, isRoot: process.getuid?.() === 0, tempBytes: 0, toolchains: [], settings: [] },
      withheld: [],
      network: await openNetwork({ ...program, scratch, hasProxy: true }),
      proxy,
      spaceOf,
      onPartial: "refuse",
      machine: { isRoot: false, countsProcesses: true, filters: true, seals: true, arch: process.arch },
    });
    onTestFinished(() => sandbox.close());
    const runtimeDir = mkdtempSync(join(person.stateDir, "run-"));
    const run = (script: string) =>
      runFile(
        sandbox.wrap(
          { file: "/bin/bash", args: ["--norc", "-c", script], cwd: person.workspace, env: { PATH: "/usr/bin:/bin" } },
          { runtimeDir },
        ).plan,
        { timeoutMs: 40_000 },
      );
    const good = await run(
      `curl -sS http://good.example:${port}/; curl -sS --proxytunnel http://good.example:${port}/; for i in 1 2 3 4 5 6 7 8; do curl -sS http://good.example:${port}/ & done; wait`,
    );
    expect(good.stdout).toBe(`reached good.example:${port}\n`.repeat(10));
    const bad = await run(
      `curl -sS -o /dev/null -w '%{http_code}\\n' http://evil.example:${port}/; curl -sS --noproxy '*' http://127.0.0.1:${port}/; curl -sS http://good.example/; exit 1`,
    );
    expect(bad.stdout).not.toContain("reached");
    expect(bad.stdout).toContain("403");
    expect(sandbox.explain({ failed: true, stderr: bad.stderr, cwd: "/" })).toMatch(
      /refused to connect to evil\.example/,
    );
    const large = await run(`head -c 3000000 /dev/zero | curl -sS --data-binary @- http://good.example:${port}/`);
    expect(large.stdout).toBe(`reached good.example:${port}\n`);
  });

  test("is started with the sandbox, and an empty one reaches nothing", async () => {
    const { run } = await openSandbox({ profile: "workspace", network: { allow: [] } });
    expect(
      (await run("curl -sS -o /dev/null -w '%{http_code}' http://example.org/; env | grep -ic _proxy=")).stdout,
    ).toBe("4039\n");
    expect((await run('echo "$HTTPS_PROXY $https_proxy"')).stdout).toMatch(/^\S*127\.0\.0\.1\S* \S+\n$/);
  });
});
