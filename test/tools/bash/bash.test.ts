import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LiveChunk, ToolkitEvent } from "../../../src/index.ts";
import { createToolkit } from "../../../src/tools/toolkit.ts";
import { isAlive } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { toothlessToolkit } from "../../support/toothless-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("every result says the same things of itself", async () => {
  const { bash, call, workingDir } = openToolkit();
  const keys = ["command", "description", "cwd", "exit_code", "duration_ms", "truncated", "session_id", "containment"];
  const results = [
    await bash("true", { description: "Does nothing", session_id: "mine" }),
    await bash("exit 3"),
    await bash("sleep 30", { timeout: 1000 }),
    await bash("sleep 30", { run_in_background: true }),
    await (await toothlessToolkit()).call("Bash", { command: "rm -rf /" }),
    await call("Bash", { command: "true" }, { dryRun: true }),
    await call("Bash", { command: "true" }, { signal: AbortSignal.abort() }),
  ];
  for (const { metadata } of results) expect(Object.keys(metadata)).toEqual(expect.arrayContaining(keys));
  expect(results[0]?.metadata).toEqual({
    command: "true",
    description: "Does nothing",
    cwd: workingDir,
    exit_code: 0,
    duration_ms: expect.any(Number),
    truncated: false,
    session_id: "mine",
    containment: "none",
    status: "completed",
    // Root can look into every process, so nothing vouches for a session of root's without a sandbox.
    ...(process.getuid?.() === 0 ? { attested: false } : {}),
  });
});

test("stdout and stderr are told apart, or merged in true order on request", async () => {
  const { call } = openToolkit();
  const command = "echo 1; echo 2 >&2; echo 3; echo 4 >&2";
  expect((await call("Bash", { command })).output).toBe("1\n3\n[stderr]\n2\n4\n");
  expect((await call("Bash", { command }, { merge: true })).output).toBe("1\n2\n3\n4\n");
});

test("chains mean what they mean in bash", async () => {
  const { bash } = openToolkit();
  expect((await bash("false || echo or; echo then && echo and; false && echo never")).output).toBe("or\nthen\nand\n");
});

test("raw output keeps its escape sequences on request", async () => {
  const { call } = openToolkit();
  const command = String.raw`printf '\e[31mred\e[0m'`;
  expect((await call("Bash", { command })).output).toBe("red");
  expect((await call("Bash", { command }, { raw: true })).output).toBe("\u001b[31mred\u001b[0m");
});

test("an ending by signal is a failure that names the signal", async () => {
  const { bash } = openToolkit();
  const result = await bash("sh -c 'kill -SEGV $$'");
  expect(result).toMatchObject({ success: false, metadata: { exit_code: 139, signal: "SIGSEGV" } });
  expect(result.error).toContain("Command failed with exit code 139: it was ended by SIGSEGV");
});

test("a failure carries its output in both places, and the session lives on", async () => {
  const { bash } = openToolkit();
  const result = await bash("x=kept; echo out; echo err >&2; exit 7");
  expect(result).toMatchObject({
    success: false,
    output: "out\n[stderr]\nerr\n",
    error: "Command failed with exit code 7\nout\n[stderr]\nerr\n[exit code 7]",
    metadata: { exit_code: 7 },
  });
  expect((await bash("echo $x")).output).toBe("kept\n");
});

test("what is cut is at most 30,000 characters with the whole in a file, also when it failed", async () => {
  const { bash } = openToolkit();
  const result = await bash("seq 1 20000; exit 9");
  const { metadata, error = "", output } = result;
  expect(error.length).toBeLessThanOrEqual(30_000);
  expect(output.length).toBeLessThanOrEqual(30_000);
  expect(error).toMatch(/^Command failed with exit code 9\n1\n2\n/);
  const notice = output.split("\n").filter((line) => line.startsWith("[Output truncated"));
  expect(notice).toEqual([
    expect.stringMatching(/^\[Output truncated: \d+ characters in \d+ lines left out; all of it is in .*\]$/),
  ]);
  const whole = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
  expect(readFileSync(String(metadata["output_path"]), "utf8")).toBe(whole);
  const [head = "", tail = ""] = output.split(/\[Output truncated.*\]\n/);
  expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
  expect(error).toMatch(/\n20000\n\[exit code 9; \d+ characters left out; all of it is in .*\]$/);
});

test.runIf(hasBubblewrap)(
  "a background shell starts where its session is, also where only the sandbox has it",
  async () => {
    const { bash, call, start, workingDir } = openToolkit({ sandbox: "workspace" });
    const read = async (id: string): Promise<string> =>
      (await call("BashOutput", { bash_id: id, wait_for: "exit", wait_ms: 20_000 })).output;
    expect((await bash("mkdir -p /tmp/only/inside; cd /tmp/only/inside; pwd")).output).toBe(
      "/tmp/only/inside\n[cwd is now /tmp/only/inside]",
    );
    expect(await read(await start("pwd"))).toContain("\n/tmp/only/inside\n");
    await bash("kill -9 $$");
    expect((await bash(`pwd; cd ${workingDir}`)).output).toContain("/tmp/only/inside\n");
    expect(await read(await start("pwd"))).toContain(`\n${workingDir}\n`);
  },
);

test.runIf(hasBubblewrap)("what stays behind the wall is not asked about, and stays there", async () => {
  const { bash } = openToolkit({ sandbox: "workspace" });
  const name = `nacre-canary-${process.pid}`;
  const { success, output } = await bash(`touch ~/${name} && git config --global user.name ${name} && ls ~/${name}`);
  expect([success, output]).toEqual([true, expect.stringContaining(name)]);
  expect(existsSync(join(homedir(), name))).toBe(false);
  expect(
    (
      await bash(
        `sleep 300.${process.pid} & until pkill -f 'sleep 300.${process.pid}'; do sleep 0.05; done; wait; echo ended`,
      )
    ).output,
  ).toContain("ended");
  expect((await bash("git push")).metadata.error_kind).toBe("blocked");
});

test("a state directory that cannot be used is said in the result", async () => {
  const { bash, workingDir } = openToolkit();
  await bash("touch file");
  const other = openToolkit({ stateDir: `${workingDir}/file` });
  expect(await other.bash("echo runs")).toMatchObject({
    success: true,
    output: expect.stringMatching(/^runs\n\[note\] the state directory .* cannot be used/),
  });
});

test("a listener that throws decides nothing", async () => {
  const { bash } = openToolkit({
    onEvent: () => {
      throw new Error("a listener's own trouble");
    },
  });
  expect((await bash("echo runs")).output).toBe("runs\n");
  expect(await bash("echo quick", { run_in_background: true })).toMatchObject({ success: true });
});

test.each([[{ policy: { rulesFile: "/no/such/file" } }, /\/no\/such\/file cannot be read/]])(
  "rules that cannot be had are a fault, not the mild default: %j",
  (options: object, message) => {
    expect(() => createToolkit(options)).toThrow(message);
  },
);

test("a pipeline that hides a failure is found out", async () => {
  const { bash } = openToolkit();
  const masked = await bash("false | cat");
  expect(masked).toMatchObject({ success: true, metadata: { pipe_status: [1, 0], masked_failure: true } });
  expect(masked.output).toContain("an earlier stage of the pipeline failed");
  const stopped = await bash("yes | head -n 1");
  expect(stopped).toMatchObject({ output: "y\n", metadata: { pipe_status: [141, 0], masked_failure: false } });
  expect((await bash("true | true")).metadata).not.toHaveProperty("pipe_status");
});

test("what has given its name away and still runs is told all the same", async () => {
  const { bash, workingDir } = openToolkit();
  const nameless = `perl -e '$0 = ""; open my $f, ">", "ready"; close $f; sleep 300' & until [ -e ready ]; do :; done`;
  const { metadata } = await bash(`${nameless}; echo $! >pid`);
  const pid = Number(readFileSync(join(workingDir, "pid"), "utf8"));
  expect(metadata["background_children"]).toEqual([{ pid, command: "a process without a name" }]);
});

test("what a command leaves running is named", async () => {
  const { bash } = openToolkit();
  const { metadata, output } = await bash("sleep 300 & echo started $!");
  const pid = Number(/started (\d+)/.exec(output)?.[1]);
  // A child that has not become its program yet is still called bash.
  expect(metadata["background_children"]).toEqual([{ pid, command: expect.stringMatching(/^(?:sleep 300|bash)$/) }]);
  expect(output).toMatch(new RegExp(`\\[note\\] still running: .* \\(pid ${pid}\\)`));
});

test("a session that lost its bash says so, and goes on", async () => {
  const { bash } = openToolkit();
  await bash("kept=yes");
  const result = await bash("kill -9 $$");
  expect(result.success).toBe(false);
  expect(result.error).toContain("session restored");
  expect((await bash("echo $kept")).output).toBe("yes\n");
});

test("a command that waits for input is ended long before its timeout", async () => {
  const { bash } = openToolkit();
  const result = await bash("mkfifo pipe; echo asking; cat pipe", { timeout: 600_000 });
  expect(result).toMatchObject({ success: false, output: expect.stringMatching(/^asking\n/) });
  expect(result.error).toMatch(/was waiting for input, and nobody can type here/);
  expect(result.metadata["waiting_for_input"]).toEqual(expect.any(String));
});

test("output is streamed while the command runs", async () => {
  const { call, workingDir } = openToolkit();
  const chunks: LiveChunk[] = [];
  const running = call(
    "Bash",
    { command: "echo one; echo two >&2; until [ -e go ]; do sleep 0.05; done; echo three" },
    { onOutput: (chunk) => chunks.push(chunk) },
  );
  const textOf = (stream: string): string =>
    chunks
      .filter((chunk) => chunk.stream === stream)
      .map(({ text }) => text)
      .join("");
  await waitUntil("the first lines", () => textOf("stdout") === "one\n" && textOf("stderr") === "two\n");
  writeFileSync(join(workingDir, "go"), "");
  expect((await running).success).toBe(true);
  expect(textOf("stdout")).toBe("one\nthree\n");
});

test("an aborted command is ended with everything it started", async () => {
  const { call, bash, workingDir } = openToolkit();
  const controller = new AbortController();
  const running = call(
    "Bash",
    { command: "sleep 300 & echo $! > pid; echo begun; wait" },
    { signal: controller.signal },
  );
  await waitUntil(
    "the child",
    () => existsSync(join(workingDir, "pid")) && readFileSync(join(workingDir, "pid"), "utf8").endsWith("\n"),
  );
  controller.abort();
  const result = await running;
  expect(result).toMatchObject({
    success: false,
    output: expect.stringContaining("begun"),
    metadata: { cancelled: true },
  });
  expect(result.error).toMatch(/^Command cancelled after \d+ms/);
  expect(isAlive(Number(readFileSync(join(workingDir, "pid"), "utf8")))).toBe(false);
  expect((await bash("echo next")).output).toBe("next\n");
});

test("a call that is aborted while it waits for its turn never runs", async () => {
  const { call, workingDir } = openToolkit();
  const controller = new AbortController();
  const first = call("Bash", { command: "until [ -e go ]; do sleep 0.05; done" });
  const second = call("Bash", { command: "touch ran" }, { signal: controller.signal });
  controller.abort();
  expect(await second).toMatchObject({ success: false, error: "Command cancelled before it began; nothing ran." });
  writeFileSync(join(workingDir, "go"), "");
  expect((await first).success).toBe(true);
  expect(existsSync(join(workingDir, "ran"))).toBe(false);
});

test("calls of one session run in order, those of others beside them", async () => {
  const { bash, workingDir } = openToolkit();
  const waiting = bash("until [ -e go ]; do sleep 0.05; done; echo first >> log");
  const behind = bash("echo second >> log");
  await bash("touch go", { session_id: "other" });
  await Promise.all([waiting, behind]);
  expect(readFileSync(join(workingDir, "log"), "utf8")).toBe("first\nsecond\n");
});

test("a dry run tells the verdict and runs nothing", async () => {
  const { call, workingDir } = openToolkit();
  const result = await call("Bash", { command: "touch made", run_in_background: true }, { dryRun: true });
  expect(result).toMatchObject({
    success: true,
    output: "[Dry Run] Would execute: touch made",
    metadata: { dry_run: true, decision: "allow" },
  });
  expect(existsSync(join(workingDir, "made"))).toBe(false);
});

test("verdicts, beginnings and endings are announced to whoever listens", async () => {
  const events: ToolkitEvent[] = [];
  const { bash, start, call } = openToolkit({ onEvent: (event) => events.push(event) });
  await bash("exit 4");
  await call("KillShell", { shell_id: await start("sleep 300") });
  expect(events.map(({ kind }) => kind)).toEqual([
    "verdict",
    "command-started",
    "containment",
    "command-ended",
    "verdict",
    "shell-started",
    "shell-ended",
    "shell-killed",
  ]);
  expect(events[3]).toMatchObject({ command: "exit 4", ending: "exited", exitCode: 4, sessionId: "default" });
});

test("a limit that ends a command is named", async () => {
  const { bash } = openToolkit({ limits: { fileBytes: 100_000 } });
  const result = await bash("head -c 1000000 /dev/zero > big");
  expect(result).toMatchObject({ success: false, metadata: { terminated_by: "fileBytes" } });
  expect(result.error).toContain("the limit fileBytes (100000) ended it");
});

test.each([
  ["none", {}],
  ["none", { POSIXLY_CORRECT: "1" }],
  ...(hasBubblewrap ? ([["workspace", {}]] as const) : []),
] as const)(
  "a limit on files holds for commands, and not for the state that nacre hands on (sandbox %s, %j)",
  async (sandbox, set) => {
    const kit = openToolkit({ limits: { fileBytes: 2048 }, sandbox, environment: { set } });
    await kit.bash("x=$(printf %0200000d 0)");
    expect((await kit.bash("exit 3")).metadata.exit_code).toBe(3);
    expect((await kit.bash("echo ${#x}; grep -o 'file size .*bytes' /proc/self/limits")).output).toMatch(
      /^200000\nfile size +2048 +2048 +bytes\n/,
    );
    const id = await kit.start("echo ${#x}; head -c 5000 /dev/zero > big; stat -c %s big");
    const { output } = await kit.call("BashOutput", { bash_id: id, wait_for: "exit", wait_ms: 50_000 });
    expect(output).toMatch(/200000\n[^]*2048\n/);
    // Root without a wall may raise any limit.
    if (sandbox !== "none" || process.getuid?.() !== 0)
      expect((await kit.bash("ulimit -f 8 || echo refused")).output).toContain("refused");
  },
);
