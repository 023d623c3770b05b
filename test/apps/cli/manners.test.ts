import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { terminalApprover } from "../../../src/apps/cli/ask.ts";
import { runCheck } from "../../../src/apps/cli/commands/check.ts";
import { renderFindings } from "../../../src/apps/cli/commands/doctor.ts";
import { renderTable, wrapped } from "../../../src/apps/cli/table.ts";
import { cli } from "../../support/cli.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("run shows what bash has against a text", async () => {
  expect(await cli(["run", "--", "if"])).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^\S*bash: .*syntax error/),
  });
});

test("a question that nobody can answer says how it could be, and a timeout how to have more time", async () => {
  const push = ["run", "--", "git push --force"];
  const hint =
    "at a terminal you would be asked; a rule of your own can allow it (--rules FILE; nacre init writes one)\n";
  expect((await cli(push, { cwd: tempDir() })).stderr).toContain(hint);
  expect((await cli(push, { cwd: tempDir(), isInteractive: true, stdin: "n\n" })).stderr).not.toContain(hint);
  expect((await cli(["run", "--", "cat ~/.ssh/id_rsa"])).stderr).not.toContain(hint);
  expect((await cli(["run", "--timeout", "1000", "--", "sleep 60"])).stderr).toBe(
    "nacre: timed out after 1000 ms, and was ended with everything it started; --timeout MS gives it longer\n",
  );
});

test("run says that a command was stopped for good", async () => {
  expect((await cli(["run", "--", "kill -STOP $$"])).stderr).toContain("nacre: the command was stopped by a signal");
});

test("run says what ends with it, and that a state directory cannot be used", async () => {
  expect((await cli(["run", "--", "sleep 300 &"])).stderr).toMatch(
    /^nacre: what it left running ends with it: (?:sleep 300|bash) \(pid \d+\)\n$/,
  );
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const { code, stdout, stderr } = await cli(["run", "--state-dir", file, "--", "echo runs"]);
  expect([code, stdout]).toEqual([0, "runs\n"]);
  expect(stderr).toMatch(
    /^nacre: the state directory .*file cannot be used .*; logs and records are kept in a temporary directory instead\n$/,
  );
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130],
])("run that was ended by %s says so with its code", async (name, code) => {
  const ending = new AbortController();
  const running = cli(["run", "--", "sleep 300"], { signal: ending.signal });
  setImmediate(() => ending.abort(name));
  expect((await running).code).toBe(code);
});

test("~ is the home directory also where no shell has seen it", async () => {
  const home = tempDir();
  mkdirSync(join(home, "project"));
  expect((await cli(["run", "--workspace=~/project", "--", "pwd"], { home })).stdout).toBe(
    `${join(home, "project")}\n`,
  );
  const config = join(tempDir(), "config.json");
  writeFileSync(config, '{ "workspace": "~", "stateDir": "~/state" }');
  expect((await cli(["run", "--config", config, "--", "pwd"], { home, env: {} })).stdout).toBe(`${home}\n`);
  expect(existsSync(join(home, "state", "hosts"))).toBe(true);
});

test.runIf(hasBubblewrap)("a mistake in what the sandbox is asked is wrong usage, and no word of a tool", async () => {
  const { code, stderr } = await cli(["run", "--sandbox", "workspace", "--network", "https://x", "--", "true"], {
    cwd: tempDir(),
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^nacre: the configuration cannot be used: .*"https:\/\/x"/),
  ]);
});

test("the user's own configuration that is there and cannot be read is not taken for none", async () => {
  const home = tempDir();
  mkdirSync(join(home, ".config", "nacre", "config.json"), { recursive: true });
  const { code, stderr } = await cli(["run", "--", "true"], { home });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/config\.json cannot be read \(it is a directory\)\n$/)]);
  expect((await cli(["run", "--rules", "/no/such", "--", "true"])).stderr).toContain("(it does not exist)");
});

test("a variable that is wrong is called by its name", async () => {
  const { code, stderr } = await cli(["run", "--", "true"], { env: { NACRE_SANDBOX: "moat" } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('NACRE_SANDBOX is "moat"; it must be "none"')]);
});

test("ps, logs and kill look where the configuration says", async () => {
  const [stateDir, home] = [tempDir(), tempDir()];
  const shell = await testManager({ stateDir }).createShell("echo found; exec sleep 300", "/tmp");
  mkdirSync(join(home, ".config", "nacre"), { recursive: true });
  const config = join(home, ".config", "nacre", "config.json");
  writeFileSync(config, JSON.stringify({ stateDir }));
  expect((await cli(["ps"], { env: {}, home })).stdout).toContain(shell.id);
  expect((await cli(["ps", "--config", config], { env: {} })).stdout).toContain(shell.id);
  expect((await cli(["kill", shell.id], { env: {}, home })).stdout).toBe(`Shell ${shell.id} terminated\n`);
});

test("what is no cursor is refused, not taken for the beginning", async () => {
  const { code, stdout, stderr } = await cli(["logs", "x", "--since", "zz"]);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("zz is no cursor")]);
});

test("following a log that the user ends exits as an interrupted program does", async () => {
  const stateDir = tempDir();
  const shell = await testManager({ stateDir }).createShell("exec sleep 300", "/tmp");
  const signal = AbortSignal.abort("SIGINT");
  expect((await cli(["logs", "-f", shell.id], { env: { NACRE_STATE_DIR: stateDir }, signal })).code).toBe(130);
});

test("a check that waits for lines ends when it is told to", async () => {
  const ending = new AbortController();
  const silent = new Readable({ read: () => undefined });
  const nothing = (): void => undefined;
  const place = { cwd: "/w", home: "/h", workspace: "/w" };
  const checking = runCheck(
    { ...place, jsonl: true },
    { stdin: silent, stdout: nothing, stderr: nothing, signal: ending.signal },
  );
  ending.abort("SIGINT");
  expect(await checking).toBe(130);
});

test("a question that is answered by the end of input ends its line", async () => {
  let said = "";
  const io = {
    stdin: Readable.from([]),
    stderr: (text: string): void => void (said += text),
    signal: new AbortController().signal,
  };
  const question = { command: "git push", cwd: "/w", sessionId: "default", findings: [], answers: ["once", "deny"] };
  expect(await terminalApprover(io)(question as never)).toBe("deny");
  expect(said).toMatch(/› \n$/);
});

test.skipIf(process.getuid?.() === 0)("init where nothing can be written is a sentence", async () => {
  const cwd = tempDir();
  chmodSync(cwd, 0o555);
  expect(await cli(["init"], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") });
});

test("init in a directory that is gone is a sentence", async () => {
  const { code, stderr } = await cli(["init"], { cwd: join(tempDir(), "gone") });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^nacre: .*gone\/nacre\.config\.json cannot be written/)]);
});

test("what is wider than the terminal is cut in a table and folded in a sentence", async () => {
  const rows = [
    ["ID", "COMMAND"],
    ["1", "x".repeat(50)],
  ];
  expect(renderTable(rows, 20)).toBe(`ID  COMMAND\n1   ${"x".repeat(15)}…\n`);
  expect(wrapped("one two three", 7, "> ")).toBe("one two\n> three");
  const findings = [{ name: "bash", state: "missing", what: "a b c ".repeat(10).trim(), fix: "install it" }] as const;
  const lines = renderFindings(findings, 40).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(renderFindings(findings).split("\n")).toHaveLength(3);
});

test.each([[["--help"]], [["run", "--help"]]])("help fits a terminal of 80 columns: %j", async (words) => {
  const { stdout } = await cli(words);
  expect(stdout.split("\n").filter(({ length }) => length > 80)).toEqual([]);
});
