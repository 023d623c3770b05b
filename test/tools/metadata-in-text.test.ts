import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/base/limits.ts";
import { createNoSandbox } from "../../src/core/sandbox/none.ts";
import { createToolkit, ShellManager, type ToolResult } from "../../src/index.ts";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { openOnMachine, pipedMachine } from "../support/machine-kit.ts";
import type { KeyInText } from "../support/metadata-keys.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A result that has a key, and the words by which a model knows it. */
type Said = readonly [result: ToolResult, words: RegExp | string];

const run = async (command: string, words: Said[1], options: Parameters<typeof openToolkit>[0] = {}): Promise<Said> => [
  await openToolkit(options).bash(command),
  words,
];

/** Starts a shell and reads it. */
async function read(command: string, input: object, options: Parameters<typeof openToolkit>[0] = {}) {
  const { start, call } = openToolkit(options);
  const bash_id = await start(command);
  return call("BashOutput", { bash_id, ...input });
}

const LONG = "seq 1 20000";
const SMALL_LOG = { limits: { logBytes: 20_000, outputMemoryBytes: 20_000 } };
/** Denied; and should it ever run after all, there is no such device. */
const MKFS = "mkfs.ext4 /dev/nacre-no-such-device";

/** Until then the child is a copy of bash, and called so. */
const BECOME_SLEEP = "until readlink /proc/$!/exe | grep -q sleep; do sleep 0.02; done";

/** One real call for every key that stands in the text. */
const CASES: Readonly<Record<KeyInText, () => Promise<Said>>> = {
  question_id: () =>
    run("git push nowhere", /^Waiting for an answer: question_\w+\n/, { ask: "wait", limits: { defaultTimeoutMs: 1 } }),
  cwd: () => run("cd /usr", /^\[cwd is now \/usr\]$/),
  cwd_changed: () => run("cd /", /^\[cwd is now \/\]$/),
  cwd_reset: () => run("cd /", /the command left the workspace for \/; back in /, { confine: true }),
  session_new: sessionAnew,
  containment_reasons: partlyContained,
  status: async () => [await read("sleep 60", {}), /^Status: running/],
  exit_code: () => run("echo x; exit 3", /^Command failed with exit code 3\nx\n\[exit code 3\]$/),
  exit_meaning: () => run("grep x /dev/null", /is an answer, not a failure: no line matched/),
  signal: () => run("echo x; kill -KILL $BASHPID", /ended by SIGKILL\nx\n(.*\n)*\[exit code 137 \(SIGKILL\)\]$/),
  duration_ms: async () => [await read("true", { wait_for: "exit" }), /Duration: \d+ms/],
  timed_out: timedOut,
  timeout_ms: timedOut,
  cancelled: cancelled,
  waiting_for_input: () => run("mkfifo pipe; cat pipe", /was waiting for input/),
  unread: async () => {
    const { call, start } = openToolkit();
    const id = await start("sleep 60");
    return [await call("BashInput", { bash_id: id, text: "abc", wait_ms: 0 }), /unread so far: 3 bytes of the input/];
  },
  password: async () => {
    const { bash } = openToolkit();
    return [await bash("read -rsp 'Password: ' x", { tty: true }), /asks for a password: what is typed is not shown/];
  },
  stopped: () => run("kill -STOP $BASHPID", /was stopped by a signal/),
  terminated_by: () =>
    run("head -c 1000000 /dev/zero > big", "the limit fileBytes (100000) ended it", { limits: { fileBytes: 100_000 } }),
  pipe_status: () => run("false | true", /exit codes 1, 0\]$/),
  masked_failure: () => run("false | true", /an earlier stage of the pipeline failed/),
  background_children: () => run(`sleep 60 & ${BECOME_SLEEP}`, /still running: sleep 60 \(pid \d+\)/),
  late_output: lateOutput,
  redirection_ended: () => run("exec 2>&1; echo x >&2", /redirected the whole shell .* that ended with it/),
  session_restored: () => run("kill -9 $$", /session restored: /),
  lost: () => run("kill -9 $$", /nothing else was lost|what it had set itself is lost/),
  not_kept: () => run("x=4+; declare -i x; exit 1", /not kept in the session, or not as it was: the variable x$/m),
  quoted_paths: quotedPath,
  normalized: () => run("echo a\r\necho b\r\n", /Windows line ends \(CRLF\)/),
  sandbox_refusal: () => run("touch made", /the sandbox refused to write/, { sandbox: "readonly" }),
  sandbox_notices: () =>
    run("echo x > .envrc", /took away \.envrc: .* nacre restore --quarantine \w+/, {
      sandbox: "workspace",
      approver: async () => "once",
    }),
  snapshot: snapshotTaken,
  tried: async () => [
    await openToolkit().bash("echo x > made", { try: true }),
    /^\[try (try_\w+)\] the workspace is as before; in the try 1 change:\nA made \(2 bytes\)\n\[not kept: .*--keep \1\]$/,
  ],
  syntax_error: () => run("if", /syntax error/),
  refused_by: () => run("git push --force origin main", /nobody can be asked here/),
  decision: () => run(MKFS, /^Command blocked as dangerous\./),
  findings: () => run(MKFS, /The part that did it: mkfs\.ext4/),
  dry_run: async () => [
    await openToolkit().call("Bash", { command: "echo x" }, { dryRun: true }),
    /^\[Dry Run\] Would execute: echo x$/,
  ],
  truncated: () => run(LONG, /\[Output truncated: .*\[\d+ characters left out; all of it is in .*\]$/s),
  output_path: cutOutput,
  output_paths: cutOutput,
  output_problem: () => run(LONG, "the output log is full at 20000 bytes", SMALL_LOG),
  bash_id: behindWall,
  is_running: async () => [await read("exit 3", { wait_for: "exit" }), /^Status: failed/],
  next_cursor: nextCursor,
  dropped: async () => [await read(LONG, { wait_for: "exit" }, SMALL_LOG), /\d+ bytes of this stretch are gone/],
  wait: async () => [await read("sleep 60", { wait_ms: 20 }), /waited \d+ ms in vain for new output/],
  shell_id: () => killed(/^Shell shell_\w+ terminated$/),
  survivors: survivors,
  already_stopped: () => killed(/already stopped/, "true"),
  shells: listed,
};

async function partlyContained(): Promise<Said> {
  const containment = { level: "partial", reasons: ["the moon is full"] } as const;
  const sandbox = async () => ({ ...createNoSandbox(DEFAULT_LIMITS), containment });
  const shells = new ShellManager({ stateDir: tempDir(), sandbox, loginShell: false });
  const kit = createToolkit({ shells, workingDir: tempDir() });
  onTestFinished(() => shells.dispose());
  const first = await kit.call("Bash", { command: "echo x" });
  expect((await kit.call("Bash", { command: "echo x" })).output).toBe("x\n");
  return [first, /^x\n\[note\] the sandbox holds only in part .*: the moon is full$/];
}

async function lateOutput(): Promise<Said> {
  const { bash } = openToolkit();
  await bash("(until [ -e gate ]; do sleep 0.02; done; echo late) &");
  return [await bash("touch gate; wait"), /^\[late output of earlier commands\]\nlate\n$/];
}

async function timedOut(): Promise<Said> {
  const result = await openToolkit().bash("echo x; sleep 60", { timeout: 1000 });
  return [result, /^Command timed out after 1000ms.*\nx\n.*\[status: timeout\]$/s];
}

async function cancelled(): Promise<Said> {
  const result = await openToolkit().call("Bash", { command: "true" }, { signal: AbortSignal.abort() });
  return [result, /^Command cancelled/];
}

async function quotedPath(): Promise<Said> {
  const { bash, workingDir } = openToolkit();
  writeFileSync(join(workingDir, "two words"), "found");
  return [await bash("cat two words"), /quoted, because the words together name an existing path: two words/];
}

async function snapshotTaken(): Promise<Said> {
  const { bash } = openToolkit({ snapshot: true, approver: async () => "once" });
  const git = "git -c user.name=t -c user.email=t@example.org";
  await bash(`git init -q . && echo one > file && git add file && ${git} commit -qm one; echo two > file`);
  return [
    await bash("git reset -q --hard"),
    /a copy of the workspace was kept first; the user has it back with: nacre restore /,
  ];
}

async function cutOutput(): Promise<Said> {
  const result = await openToolkit().bash(`${LONG}; exit 4`);
  return [result, `all of it is in ${String(result.metadata["output_path"])}]`];
}

async function behindWall(): Promise<Said> {
  const result = await openToolkit({ sandbox: "workspace" }).bash(LONG);
  return [result, `search it with BashOutput: bash_id="${result.metadata.bash_id}"`];
}

async function nextCursor(): Promise<Said> {
  const result = await read("echo x", { wait_for: "exit", since: "0" });
  return [result, `next: since="${String(result.metadata["next_cursor"])}"]`];
}

async function killed(words: RegExp, command = "sleep 60"): Promise<Said> {
  const { start, call } = openToolkit();
  const shell_id = await start(command);
  if (command === "true") await call("BashOutput", { bash_id: shell_id, wait_for: "exit" });
  return [await call("KillShell", { shell_id }), words];
}

/** The kernel cannot be made to keep a process here, so the shell only says that it did. */
async function survivors(): Promise<Said> {
  const { start, call, shells } = openToolkit();
  const shell_id = await start("true");
  Object.defineProperty(shells.getShell(shell_id), "kill", { value: async () => ({ survivors: [4242] }) });
  return [await call("KillShell", { shell_id }), /the kernel would not give up 1 process: 4242/];
}

async function listed(): Promise<Said> {
  const { start, call } = openToolkit();
  const id = await start("echo x; exit 3", { description: "prints x" });
  await call("BashOutput", { bash_id: id, wait_for: "exit" });
  const words = `^${id}: echo x; exit 3 \\(prints x\\); Status: failed, Exit code: 3, Duration: \\d+ms; .*printed 2 \\+ 0 bytes$`;
  return [await call("ListShells", {}), new RegExp(words)];
}

test.each(Object.entries(CASES))("a model finds %s in the text", async (key, provoke) => {
  const [{ output, error, metadata }, words] = await provoke();
  expect(metadata).toHaveProperty(key);
  expect(error ?? output).toMatch(words);
});

/** A port that this process answers on. */
async function answeringPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("every way in which a wait ends is in the text", async () => {
  const port = await answeringPort();
  const waits: readonly (readonly [string, object, string, RegExp])[] = [
    ["true", { wait_for: "exit" }, "met", /^Status: completed/],
    ["echo x; sleep 60", { wait_for: "output" }, "met", /\n\nx\n$/],
    [
      "echo x; sleep 60",
      { wait_for: { pattern: "x" }, filter: "y" },
      "met",
      /\[met: a line that matches x; since="0" /,
    ],
    ["sleep 60", { wait_for: { port } }, "met-elsewhere", /answers, but none of this shell's processes/],
    ["sleep 60", { wait_for: "exit", wait_ms: 20 }, "timed-out", /waited \d+ ms in vain for the end of the shell/],
    ["true", { wait_for: { pattern: "x" } }, "ended", /a line that matches x can no longer come/],
  ];
  for (const [command, input, wait, words] of waits) {
    const { output, metadata } = await read(command, input);
    expect([metadata["wait"], output]).toEqual([wait, expect.stringMatching(words)]);
  }
});

async function sessionAnew(): Promise<Said> {
  const machine = pipedMachine();
  const { bash } = openOnMachine({}, machine);
  await bash("true");
  const running = bash("sleep 300");
  for (const pid of pidsInEnvironment(machine.mark)) process.kill(pid, "SIGKILL");
  await running;
  return [await bash("true"), /this is a new session on there, because/];
}
