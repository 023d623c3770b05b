import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { terminalApprover } from "../../../src/apps/cli/ask.ts";
import { loadConfig } from "../../../src/apps/cli/config.ts";
import { oneLine, renderSpan, renderTable } from "../../../src/apps/cli/table.ts";
import { hintFor } from "../../../src/core/base/hint-for.ts";
import type { Question } from "../../../src/core/permission/approver.ts";
import { cli } from "../../support/cli.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("run takes one word as a command text, streams, and exits as the command did", async () => {
  expect(await cli(["run", "--", "echo out; echo err >&2; exit 3"])).toEqual({
    code: 3,
    stdout: "out\n",
    stderr: "err\n",
  });
});

test("run takes several words as an argument list, and so does check", async () => {
  const cwd = tempDir();
  writeFileSync(join(cwd, "my file"), "");
  const words = ["two words", "$HOME", "*", "", "-n", "--", "!", "it's", "a\nb", "my", "file", "A=1"];
  const listed = await cli(["run", "--", "printf", "[%s]", ...words], { cwd });
  expect(listed).toEqual({ code: 0, stdout: words.map((word) => `[${word}]`).join(""), stderr: "" });
  expect(await cli(["run", "--", "echo", "a;", "exit", "3"])).toMatchObject({ code: 0, stdout: "a; exit 3\n" });
  // A builtin and a program are called as bash calls them; a keyword is no keyword.
  expect(await cli(["run", "--", "if", "true"])).toMatchObject({ code: 127 });
  expect(await cli(["check", "--", "rm", "-rf", "/"])).toMatchObject({ code: 20 });
  expect(await cli(["check", "--", "echo", "$(rm -rf /)"])).toMatchObject({ code: 0 });
  expect(await cli(["check", "--", "echo $(rm -rf /)"])).toMatchObject({ code: 20 });
  // The policy judges what runs.
  expect((await cli(["run", "--", "cat", `${process.env["HOME"]}/.ssh/id_rsa`])).code).toBe(126);
});

test("run --json prints the result and nothing else", async () => {
  const { code, stdout, stderr } = await cli(["run", "--json", "--", "echo hi; exit 2"]);
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    2,
    "",
    expect.objectContaining({ success: false, output: "hi\n", metadata: expect.objectContaining({ exit_code: 2 }) }),
  ]);
});

test("run exits 124 when the time is over and 126 when it is refused", async () => {
  expect(await cli(["run", "--timeout", "1000", "--", "sleep 60"])).toMatchObject({
    code: 124,
    stderr: expect.stringContaining("timed out"),
  });
  // Denied, and harmless should it ever run.
  expect(await cli(["run", "--", "cat ~/.ssh/id_nacre_no_such_key"])).toMatchObject({
    code: 126,
    stdout: "",
    stderr: expect.stringMatching(/blocked.*dangerous/),
  });
});

test("run is ended by the user's interrupt, with everything it started", async () => {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), 500);
  expect((await cli(["run", "--", "sleep 300"], { signal: ending.signal })).code).toBe(130);
});

test.each([
  [["rnu"], /unknown command 'rnu'.*Did you mean run/s],
  [["run", "--sandbx", "x", "--", "true"], /unknown option '--sandbx'.*Did you mean --sandbox/s],
  [["run"], /missing required argument/],
  [["run", "--timeout", "soon", "--", "true"], /It must be a whole number of milliseconds/],
  [["run", "--timeout", "5", "--", "true"], /timeout/],
  [["run", "--sandbox", "moat", "--", "true"], /--sandbox is "moat"; it must be "none", "workspace" or "readonly"/],
  [["run", "--network", "off", "--", "true"], /cannot be limited without a sandbox/],
  [["run", "ls", "--all"], /options of the command itself go behind --/],
  [["check", "ls", "--all"], /options of the command itself go behind --: nacre check/],
  [["run", "--workspace", "/no/such/place", "--", "true"], /the workspace \/no\/such\/place does not exist/],
  [["mcp", "--sandbox", "none", "--workspace", "/etc/passwd"], /the workspace \/etc\/passwd is not a directory/],
  [["serve", "--workspace", "/no/such/place"], /the workspace \/no\/such\/place does not exist/],
  [["mcp", "--handover-ms", "5"], /at least 1000/],
  [["ps", "--al"], /nacre ps --help teaches the rest/],
  [["run", "--config", "/no/such/file", "--", "true"], /\/no\/such\/file cannot be read/],
  [["completion", "tcsh"], /one of bash, zsh, fish/],
  [["kill", "--signal", "HUP", "x"], /Allowed choices are TERM, INT, KILL/],
  [[], /Usage: nacre/],
])("wrong usage is a sentence and exit code 2: %j", async (words, message) => {
  const { code, stderr } = await cli(words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("help and version are not errors", async () => {
  expect((await cli(["--help"])).stdout).toMatch(/nacre run -- npm test/);
  expect(await cli(["--version"])).toEqual({ code: 0, stdout: "0.0.0-test\n", stderr: "" });
  expect((await cli(["run", "--help"])).stdout).toContain("--sandbox <profile>");
});

test("a flag beats a variable, a variable beats the file, the file beats the default", async () => {
  const dir = tempDir();
  for (const name of ["flag", "variable", "file"]) mkdirSync(join(dir, name));
  const config = join(dir, "nacre.json");
  writeFileSync(config, '{ "workspace": "file", /* relative to this file */ }');
  const where = async (words: string[], env: Record<string, string> = {}): Promise<string> =>
    (
      await cli(["run", ...words, "--", "pwd"], { env: { NACRE_STATE_DIR: join(dir, "state"), ...env }, cwd: dir })
    ).stdout.trim();
  expect(await where([])).toBe(dir);
  expect(await where(["--config", config])).toBe(join(dir, "file"));
  expect(await where([], { NACRE_CONFIG: config })).toBe(join(dir, "file"));
  expect(await where(["--config", config], { NACRE_WORKSPACE: "variable" })).toBe(join(dir, "variable"));
  expect(await where(["--config", config, "--workspace", "flag"], { NACRE_WORKSPACE: "variable" })).toBe(
    join(dir, "flag"),
  );
});

test("the user's own configuration is read, one that lies in the workspace is not", async () => {
  const [home, workspace] = [tempDir(), tempDir()];
  mkdirSync(join(home, ".config", "nacre"), { recursive: true });
  writeFileSync(
    join(home, ".config", "nacre", "config.json"),
    '{ "limits": { "defaultTimeoutMs": 1000, "maxTimeoutMs": 2000 } }',
  );
  writeFileSync(join(workspace, "nacre.config.json"), '{ "nonsense": true }');
  expect((await cli(["run", "--", "sleep 60"], { home, cwd: workspace })).code).toBe(124);
});

test("init writes what it can read again, never over what is there, and tells how clients are set up", async () => {
  const cwd = tempDir();
  const { code, stdout } = await cli(["init"], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/claude-code.*nacre init --client NAME.*nacre init --check/s),
  ]);
  // It would run what commands left in the project's node_modules.
  expect(stdout).not.toContain("npx");
  expect(loadConfig(join(cwd, "nacre.config.json"), "", "")).toMatchObject({
    sandbox: "workspace",
    rules: join(cwd, "nacre.rules.json"),
  });
  writeFileSync(join(cwd, "nacre.rules.json"), "mine");
  expect((await cli(["init"], { cwd })).stdout).toContain("nacre.rules.json exists and is left as it is");
  expect(readFileSync(join(cwd, "nacre.rules.json"), "utf8")).toBe("mine");
});

test("init writes through no link, not even one that leads nowhere yet", async () => {
  const [cwd, outside] = [tempDir(), tempDir()];
  for (const name of ["nacre.config.json", "nacre.rules.json"]) symlinkSync(join(outside, name), join(cwd, name));
  const { code, stdout } = await cli(["init"], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining("nacre.config.json exists and is left as it is")]);
  expect(readdirSync(outside)).toEqual([]);
});

test("ps, logs and kill see the shells of another process's manager", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const env = { NACRE_STATE_DIR: stateDir };
  expect((await cli(["ps"], { env })).stdout).toContain("no running shells");
  const shell = await manager.createShell("echo from the shell; echo err >&2; exec sleep 300", "/tmp");
  await waitUntil("its output", () => shell.transcript.bytes.stderr > 0);
  const listed = await cli(["ps"], { env });
  expect(listed.stdout).toMatch(
    new RegExp(`ID +STATUS +TIME +HOST +COMMAND\n${shell.id} +running +\\S+ +${process.pid} +echo from the shell`),
  );
  expect(JSON.parse((await cli(["ps", "--json"], { env })).stdout)).toMatchObject([
    { id: shell.id, status: "running", host_pid: process.pid },
  ]);
  expect(await cli(["logs", shell.id], { env })).toEqual({ code: 0, stdout: "from the shell\n", stderr: "err\n" });
  const { next_cursor } = JSON.parse((await cli(["logs", shell.id, "--json"], { env })).stdout);
  expect((await cli(["logs", shell.id, "--since", next_cursor], { env })).stdout).toBe("");
  const following = cli(["logs", "-f", shell.id.slice(6, 12)], { env });
  expect(await cli(["kill", shell.id], { env })).toEqual({
    code: 0,
    stdout: `Shell ${shell.id} terminated\n`,
    stderr: "",
  });
  expect((await following).stdout).toBe("from the shell\n");
  await waitUntil("its own manager to know", () => shell.status === "killed");
  expect((await cli(["kill", "--json", shell.id], { env })).stdout).toContain('"already_stopped":true');
  expect((await cli(["ps", "--all"], { env })).stdout).toContain("killed");
  expect((await cli(["ps", "--sweep", "--all"], { env })).stderr).toContain("0 shells of dead hosts");
});

test("an id that is nobody's, or could be several's, is said", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const env = { NACRE_STATE_DIR: stateDir };
  expect(await cli(["logs", "nope"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Shell not found: nope; there are none"),
  });
  await Promise.all([manager.createShell("true", "/tmp"), manager.createShell("true", "/tmp")]);
  expect(await cli(["kill", "shell_"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("could be any of"),
  });
  expect(await cli(["kill", "nope"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Shell not found: nope; there are shell_"),
  });
});

test.runIf(hasBubblewrap)("run says what the sandbox had to do with a failure", async () => {
  const refused = await cli(["run", "--sandbox", "readonly", "--workspace", tempDir(), "--", "touch x"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^touch: .*\nnacre: the sandbox refused to write x: .*"workspace" allows it\n$/);
});

test("run says which limit ended a command", async () => {
  const workspace = tempDir();
  const config = join(workspace, "config.json");
  writeFileSync(config, '{ "limits": { "fileBytes": 100000 } }');
  expect(
    await cli(["run", "--config", config, "--workspace", workspace, "--", "head -c 500000 /dev/zero > big"]),
  ).toMatchObject({ stderr: expect.stringContaining("nacre: the limit fileBytes ended it\n") });
});

test("small words", () => {
  expect([hintFor("srve", ["serve", "run"]), hintFor("xyz", ["serve"])]).toEqual([
    "did you mean serve?",
    "there are serve",
  ]);
  expect([renderSpan(20), renderSpan(61_000), renderSpan(600_000), renderSpan(9_000_000)]).toEqual([
    "20ms",
    "61s",
    "10m",
    "2h",
  ]);
  expect(oneLine("a\n  b\u202e\u0007".padEnd(200, "x"), 20)).toBe("a ⏎ b\\u{202e}\\u{7}x…");
  expect(
    renderTable([
      ["a", "bb"],
      ["ccc", "d"],
    ]),
  ).toBe("a    bb\nccc  d\n");
  expect(existsSync("bin/nacre.js")).toBe(true);
});

test("check prints the verdict, exits by it, and takes its places from flags", async () => {
  expect(await cli(["check", "ls -la"])).toMatchObject({ code: 0, stdout: expect.stringContaining("allow") });
  expect(await cli(["check", "--cwd", "/w", "--home", "/h", "rm -rf /h"])).toMatchObject({
    code: 20,
    stdout: expect.stringContaining("deny"),
  });
  expect(await cli(["check", "--cwd", "/w", "git push --force"])).toMatchObject({ code: 10 });
  expect(await cli(["check"])).toMatchObject({ code: 2, stderr: expect.stringContaining("give a command") });
  expect(JSON.parse((await cli(["check", "--json", "ls"])).stdout)).toMatchObject({ decision: "allow" });
  expect((await cli(["check", "--explain"])).stdout).toContain("delete-vital");
  const lines = await cli(["check", "--jsonl", "--cwd", "/w"], {
    stdin: '{"id":1,"command":"ls"}\n{"id":2,"command":"rm -rf /"}\n',
  });
  expect(
    lines.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, decision: "allow", rule: expect.any(String), reason: expect.any(String) },
    { id: 2, decision: "deny", rule: "delete-vital", reason: expect.any(String) },
  ]);
});

test("a rules file is used by check, and a broken one refuses with its line", async () => {
  const rules = join(tempDir(), "rules.json");
  writeFileSync(rules, '{ "deny": ["Bash(make deploy *)"] }');
  expect((await cli(["check", "--rules", rules, "make deploy now"])).code).toBe(20);
  writeFileSync(rules, '{\n "dney": [] }');
  expect(await cli(["check", "--rules", rules, "ls"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/rules\.json, line 2: dney/),
  });
  expect(await cli(["check", "--rules", "/no/such", "ls"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be read"),
  });
});

test("doctor says what this machine can do", async () => {
  const { stdout } = await cli(["doctor"], { env: process.env });
  expect(stdout).toMatch(/bubblewrap/);
  expect(JSON.parse((await cli(["doctor", "--json"], { env: process.env })).stdout)).toContainEqual(
    expect.objectContaining({ name: "bash", state: "ok" }),
  );
});

const QUESTION: Question = {
  command: "git push\nrm \u202ex",
  cwd: "/w",
  sessionId: "default",
  findings: [{ decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] }],
  parts: [],
  answers: ["once", "session", "always", "deny"],
  suggestion: "Try --dry-run.",
};

const asked = async (typed: string): Promise<{ answer: unknown; shown: string }> => {
  let shown = "";
  const io = {
    stdin: Readable.from([typed]),
    stderr: (text: string) => void (shown += text),
    signal: new AbortController().signal,
  };
  return { answer: await terminalApprover(io)(QUESTION), shown };
};

test("the terminal's question shows the whole command with nothing hidden, and only a plain yes is one", async () => {
  const { answer, shown } = await asked("y\n");
  expect([answer, shown]).toEqual([
    { answer: "once", via: "terminal" },
    expect.stringMatching(
      /may this run\? It publishes\. In: git push\n {2}│ git push\n {2}│ rm \\u\{202e\}x\n {2}in \/w\n {2}safer: Try --dry-run\.\n\[y\] yes, this once/,
    ),
  ]);
  expect([
    (await asked("s\n")).answer,
    (await asked("maybe\n")).answer,
    (await asked("a\n")).answer,
    (await asked("")).answer,
  ]).toMatchObject([
    { answer: "session" },
    { answer: "deny" },
    { answer: "deny" },
    { answer: "deny", by: "unanswered" },
  ]);
});

test("run asks the person at the terminal, and nobody else", async () => {
  const cwd = tempDir();
  const push = ["run", "--", "git push --force nowhere 2>/dev/null"];
  expect(await cli(push, { cwd })).toMatchObject({ code: 126, stderr: expect.stringMatching(/approv/) });
  expect(await cli(push, { cwd, isInteractive: true, stdin: "n\n" })).toMatchObject({
    code: 126,
    stderr: expect.stringContaining("may this run?"),
  });
  expect((await cli(push, { cwd, isInteractive: true, stdin: "y\n" })).code).toBe(128); // it ran: not a repository
});

test("run keeps to the rules file and the mode it is given", async () => {
  const rules = join(tempDir(), "rules.json");
  writeFileSync(rules, '{ "deny": ["Bash(echo secret *)"], "allow": ["Bash(git push *)"] }');
  expect((await cli(["run", "--rules", rules, "--", "echo secret x"])).code).toBe(126);
  expect(
    (await cli(["run", "--rules", rules, "--workspace", tempDir(), "--", "git push nowhere 2>/dev/null"])).code,
  ).toBe(128);
  expect((await cli(["run", "--policy", "strict", "--", "some-unknown-program"])).code).toBe(126);
  expect(
    (
      await cli([
        "run",
        "--policy",
        "permissive",
        "--workspace",
        tempDir(),
        "--",
        "git push --force nowhere 2>/dev/null",
      ])
    ).code,
  ).toBe(128);
  writeFileSync(rules, "{");
  expect((await cli(["run", "--rules", rules, "--", "true"])).code).toBe(2);
});

test("a verdict is coloured on a terminal that wants it, and nowhere else", async () => {
  expect((await cli(["check", "rm -rf /"], { colours: true })).stdout).toContain("\u001b[31m✗ deny\u001b[39m");
  expect((await cli(["check", "rm -rf /"])).stdout).not.toContain("\u001b");
});

test.each([[["--help"]], [["run", "--help"]]])("help fits a terminal of 80 columns: %j", async (words) => {
  const { stdout } = await cli(words);
  expect(stdout.split("\n").filter(({ length }) => length > 80)).toEqual([]);
});
