import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  createToolkit,
  DEFAULT_LIMITS,
  ok,
  registerExecutionTools,
  ShellManager,
  ToolExecutor,
  ToolRegistry,
  WORDS,
} from "../../src/index.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { testManager } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a toolkit runs commands in a session that remembers", async () => {
  const workingDir = tempDir();
  await using kit = createToolkit({ workingDir });
  await kit.call("Bash", { command: "export GREETING=hello; mkdir sub; cd sub" });
  const result = await kit.call("Bash", { command: 'echo "$GREETING from $PWD"' });
  expect(result.output).toBe(`hello from ${workingDir}/sub\n`);
});

test("a toolkit starts in the process's own directory if none is given", async () => {
  await using kit = createToolkit();
  expect((await kit.call("Bash", { command: "pwd" })).output).toBe(`${process.cwd()}\n`);
});

test("a disposed toolkit answers with a failed result, and nothing of it is alive", async () => {
  const kit = openToolkit();
  const shell = kit.shells.getShell(await kit.start("sleep 300"));
  await kit.dispose();
  await kit.dispose();
  expect(shell?.processes()).toEqual([]);
  const result = await kit.call("Bash", { command: "echo hi" });
  expect(result).toMatchObject({ success: false, metadata: { error_kind: "fault", fault: "SESSION_CLOSED" } });
});

test("a toolkit on a shared manager ends what it started, and nothing else", async () => {
  const shells = testManager();
  const [mine, theirs] = [
    createToolkit({ shells, workingDir: tempDir() }),
    createToolkit({ shells, workingDir: tempDir() }),
  ];
  const input = { command: "sleep 300", run_in_background: true };
  const [own, other] = [
    await mine.call("Bash", { ...input, session_id: "a" }),
    await theirs.call("Bash", { ...input, session_id: "b" }),
  ];
  await mine.dispose();
  expect(shells.getShell(own.metadata.bash_id ?? "")?.status).toBe("killed");
  expect(shells.getShell(other.metadata.bash_id ?? "")?.status).toBe("running");
  expect((await theirs.call("Bash", { command: "echo alive", session_id: "b" })).output).toBe("alive\n");
});

test("bare tools start wherever their caller says; those with a root only there", async () => {
  const shells = testManager();
  const [inside, outside] = [tempDir(), tempDir()];
  const run = async (options: { roots?: readonly string[]; workingDir?: string }, workingDir: string) => {
    const registry = new ToolRegistry();
    registerExecutionTools(registry, { shells, ...options });
    return new ToolExecutor(registry).execute("Bash", { workingDir }, { command: "pwd" });
  };
  mkdirSync(join(inside, "sub"));
  symlinkSync(outside, join(inside, "way-out"));
  expect((await run({}, outside)).output).toBe(`${outside}\n`);
  expect((await run({ workingDir: inside }, join(inside, "sub"))).output).toBe(`${inside}/sub\n`);
  for (const path of [outside, join(inside, "way-out"), `${inside}-more`, join(inside, "missing")]) {
    expect(await run({ roots: [inside] }, path)).toMatchObject({
      success: false,
      metadata: { fault: "DIRECTORY_UNUSABLE" },
    });
  }
  expect((await run({ roots: [inside, outside] }, outside)).success).toBe(true);
});

test("a session that leaves the workspace stays away, unless it is confined", async () => {
  const away = tempDir();
  const free = openToolkit();
  await free.bash(`cd ${away}`);
  expect((await free.bash("pwd")).output).toBe(`${away}\n`);
  const confined = openToolkit({ confine: true });
  const result = await confined.bash(`cd ${away}`);
  expect(result).toMatchObject({ success: true, metadata: { cwd: confined.workingDir, cwd_reset: true } });
  expect(result.output).toContain(`the command left the workspace for ${away}; back in ${confined.workingDir}`);
  expect((await confined.bash("pwd")).output).toBe(`${confined.workingDir}\n`);
  await confined.bash("mkdir sub; cd sub");
  expect((await confined.bash("pwd")).output).toBe(`${confined.workingDir}/sub\n`);
});

test("secrets of the host are taken out of output, unless redaction is off", async () => {
  const secret = "correct-horse-battery";
  process.env["NACRE_TEST_TOKEN"] = secret;
  process.env["NACRE_TEST_PLAIN"] = "staple-of-the-plain";
  onTestFinished(() => {
    delete process.env["NACRE_TEST_TOKEN"];
    delete process.env["NACRE_TEST_PLAIN"];
  });
  const command = `printf '%s %s %s\\n' ${secret} staple-of-the-plain a-value-of-mine`;
  expect((await openToolkit().bash(command)).output).toBe(
    "[redacted:NACRE_TEST_TOKEN] staple-of-the-plain a-value-of-mine\n",
  );
  const more = openToolkit({ redact: { names: ["NACRE_TEST_PLAIN"], values: ["a-value-of-mine"] } });
  expect((await more.bash(command)).output).toBe(
    "[redacted:NACRE_TEST_TOKEN] [redacted:NACRE_TEST_PLAIN] [redacted:secret]\n",
  );
  expect((await openToolkit({ redact: false }).bash(command)).output).toBe(
    `${secret} staple-of-the-plain a-value-of-mine\n`,
  );
  onTestFinished(() => ShellManager.reset());
  const registry = new ToolRegistry();
  registerExecutionTools(registry);
  const bare = await new ToolExecutor(registry).execute("Bash", { workingDir: tempDir() }, { command });
  expect(bare.output).toContain("[redacted:NACRE_TEST_TOKEN]");
});

test("an embedder adds a tool of its own and replaces words, limits and approver without touching ours", async () => {
  const kit = openToolkit({
    limits: { defaultTimeoutMs: 1000 },
    words: { bash: () => "Our own description.", exited: (code) => `It went wrong (${code})` },
    approver: async () => ({ answer: "deny", message: "ask me tomorrow" }),
  });
  kit.registry.register({
    name: "Today",
    description: "The day",
    category: "time",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    execute: () => ok("a good day"),
  });
  expect(kit.schemas("anthropic").map(({ name, description }) => [name, description])).toEqual([
    ["Bash", "Our own description."],
    ["BashOutput", WORDS.bashOutput()],
    ["BashInput", WORDS.bashInput()],
    ["KillShell", WORDS.killShell()],
    ["ListShells", WORDS.listShells()],
    ["Today", "The day"],
  ]);
  expect((await kit.call("Today", {})).output).toBe("a good day");
  expect((await kit.bash("exit 2")).error).toBe("It went wrong (2)");
  expect((await kit.bash("sleep 30")).error).toContain("1000ms");
  expect(DEFAULT_LIMITS.defaultTimeoutMs).toBe(120_000);
});

test("sessions of one scope do not exist for another, and end when it leaves", async () => {
  const kit = openToolkit();
  const start = (scope: string) => kit.call("Bash", { command: "sleep 300", run_in_background: true }, { scope });
  const [one, two] = [(await start("one")).metadata, (await start("two")).metadata];
  expect(one["session_id"]).toBe("default");
  expect(await kit.call("KillShell", { shell_id: one.bash_id }, { scope: "two" })).toMatchObject({ success: false });
  await kit.leave("one");
  expect(kit.shells.getShell(one.bash_id ?? "")?.status).toBe("killed");
  expect(kit.shells.getShell(two.bash_id ?? "")?.status).toBe("running");
});

test("one session of a scope can be left, and the others of it stay", async () => {
  const kit = openToolkit();
  const start = (session_id: string) =>
    kit.call("Bash", { command: "sleep 300", run_in_background: true, session_id }, { scope: "one" });
  const [a, ab] = [(await start("a")).metadata, (await start("ab")).metadata];
  await kit.leave("one/a");
  expect(kit.shells.getShell(a.bash_id ?? "")?.status).toBe("killed");
  expect(kit.shells.getShell(ab.bash_id ?? "")?.status).toBe("running");
});

test.runIf(hasBubblewrap)("a sandbox is built at the first call, and what it sees to is told", async () => {
  const home = tempDir();
  const workingDir = join(home, "app");
  mkdirSync(workingDir);
  const { bash, call, start } = openToolkit({
    workingDir,
    sandbox: { profile: "workspace", network: "off" },
    approver: async () => "once",
  });
  const inside = await bash("echo hi > made && cat made");
  expect(inside.output).toBe("hi\n");
  expect(inside.metadata["containment"]).toMatch(/^(?:full|partial)$/);
  await bash(`touch ${join(home, "outside")}`);
  expect(existsSync(join(home, "outside"))).toBe(false);
  mkdirSync(join(workingDir, ".git", "hooks"), { recursive: true });
  // What a script does, the policy cannot see; the sandbox can.
  writeFileSync(join(workingDir, "make-hook"), "echo : > .git/hooks/pre-commit\n");
  expect((await bash("bash make-hook")).output).toMatch(/the sandbox (?:took away|refused to write) \.git\/hooks/);
  expect(existsSync(join(workingDir, ".git", "hooks", "pre-commit"))).toBe(false);
  // A port inside a network of its own cannot be tried from here, but can be seen.
  const bash_id = await start(
    `exec perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1", LocalPort => 4321) or die; sleep 300'`,
  );
  expect((await call("BashOutput", { bash_id, wait_for: { port: 4321 } })).metadata["wait"]).toBe("met");
});

test.runIf(hasBubblewrap)("what the sandbox refuses is explained", async () => {
  const workingDir = join(tempDir(), "app");
  mkdirSync(workingDir);
  const { bash } = openToolkit({ workingDir, sandbox: "readonly" });
  const result = await bash("touch made");
  expect(result).toMatchObject({
    success: false,
    metadata: { exit_code: 1, sandbox_refusal: expect.stringContaining("sandbox") },
  });
  expect(result.error).toContain(`[note] ${String(result.metadata["sandbox_refusal"])}`);
  expect(existsSync(join(workingDir, "made"))).toBe(false);
});

test.runIf(hasBubblewrap)(
  "what the sandbox refuses is told of the command that was refused, also when it succeeds",
  async () => {
    const workingDir = join(tempDir(), "app");
    mkdirSync(workingDir);
    const { bash, call, start } = openToolkit({
      workingDir,
      sandbox: { profile: "workspace", network: { allow: [] } },
    });
    // In scripts, so that only the sandbox has a say.
    writeFileSync(join(workingDir, "fetch"), "curl -s http://unlisted.example/ || true\n");
    writeFileSync(join(workingDir, "install"), "touch /usr/local/x\n");
    writeFileSync(join(workingDir, "linger"), "touch one/.git/hooks/x; sleep 300\n");
    await bash("git init -q one");
    expect((await bash("(cd one && git config a.b c); true")).metadata).toMatchObject({
      exit_code: 0,
      sandbox_refusal: expect.stringContaining("`write` with its absolute path"),
    });
    expect((await bash("cd one && git config a.b c; true")).metadata).toMatchObject({
      exit_code: 0,
      sandbox_refusal: expect.stringContaining(`\`write: ["${join(workingDir, "one/.git/config")}"]\``),
    });
    expect((await bash("cd .. && bash fetch")).metadata).toMatchObject({
      exit_code: 0,
      sandbox_refusal: expect.stringContaining("unlisted.example:80"),
    });
    expect((await bash("false")).metadata["sandbox_refusal"]).toBeUndefined();
    expect((await bash("echo working >&2; bash install 2>&1 | tail -1")).metadata).toMatchObject({
      masked_failure: true,
      sandbox_refusal: expect.stringContaining("the system is read-only"),
    });
    const started = await bash("bash install", { run_in_background: true });
    const read = await call("BashOutput", { bash_id: started.metadata.bash_id, wait_for: "exit", wait_ms: 20_000 });
    expect(read.metadata["sandbox_refusal"]).toContain("the system is read-only");
    expect(read.output).toContain(`[note] ${String(read.metadata["sandbox_refusal"])}`);
    const bash_id = await start("bash linger");
    const running = await call("BashOutput", { bash_id, wait_for: "output", wait_ms: 20_000 });
    expect(running.metadata).toMatchObject({
      is_running: true,
      sandbox_refusal: expect.stringContaining(`\`write: ["${join(workingDir, "one/.git/hooks")}"]\``),
    });
    expect((await bash("bash linger", { timeout: 1000 })).metadata).toMatchObject({
      timed_out: true,
      sandbox_refusal: expect.stringContaining("one/.git/hooks"),
    });
  },
);

test.runIf(hasBubblewrap)("a host that the sandbox is opened to is reached without a question", async () => {
  const sandbox = { profile: "workspace", network: { allow: ["listed.example:8443", "*.wide.example"] } } as const;
  const { bash } = openToolkit({ sandbox });
  const reached = async (host: string) => bash(`curl -s https://${host}/ || true`);
  expect((await reached("listed.example:8443")).metadata["error_kind"]).toBeUndefined();
  // The sandbox itself refuses any other: a question would be for nothing.
  const { metadata, output } = await reached("other.example");
  expect([metadata["error_kind"], output]).toEqual([undefined, expect.stringContaining("other.example")]);
  expect(() => openToolkit({ sandbox: { profile: "workspace", network: { allow: ["*.com"] } } })).toThrow(/strangers/);
});

test("a sandbox that cannot be had is a failed result with the reason, and nothing runs", async () => {
  const kit = createToolkit({ workingDir: "/", sandbox: "workspace", stateDir: tempDir() });
  onTestFinished(() => kit.dispose());
  const result = await kit.call("Bash", { command: "echo must not run" });
  expect(result).toMatchObject({
    success: false,
    output: "",
    metadata: { error_kind: "fault", fault: "CONFIG_INVALID" },
  });
  expect(result.error).toContain("cannot be a workspace");
});
