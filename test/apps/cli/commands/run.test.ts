import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, cliBytes } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("run shows what bash has against a text", async () => {
  expect(await cli(["run", "--", "if"])).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^\S*bash: .*syntax error/),
  });
});

test("a question that nobody can answer says how it could be, and a timeout how to have more time", async () => {
  const push = ["run", "--", "git push --force"];
  const hint = "at a terminal you would be asked; nacre allow RULE lets it run without a question\n";
  expect((await cli(push, { cwd: tempDir() })).stderr).toContain(hint);
  expect((await cli(push, { cwd: tempDir(), isInteractive: true, stdin: "n\n" })).stderr).not.toContain(hint);
  expect((await cli(["run", "--", "cat ~/.ssh/id_nacre_no_such_key"])).stderr).not.toContain(hint);
  expect((await cli(["run", "--timeout", "1000", "--", "sleep 60"])).stderr).toBe(
    "nacre: timed out after 1000 ms, and was ended with everything it started; --timeout MS gives it longer\n",
  );
});

const BYTES = String.raw`\0\x01\xff\xfe\xc3(\r\n\x1b[31mred\x1b[0m\x1b]0;title\x07\xe2\x82a\b`;

test("run passes the bytes of both streams on as they are", async () => {
  const expected = Buffer.from("\0\x01\xff\xfe\xc3(\r\n\x1b[31mred\x1b[0m\x1b]0;title\x07\xe2\x82a\b", "latin1");
  const { code, stdout, stderr } = await cliBytes(["run", "--", `printf '${BYTES}'; printf '${BYTES}' >&2; exit 4`]);
  expect([code, stdout, stderr]).toEqual([4, expected, expected]);
});

test("run passes every byte of much data on", async () => {
  const all = Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const dir = tempDir();
  writeFileSync(join(dir, "data"), Buffer.concat(Array.from({ length: 4000 }, () => all)));
  const { stdout, stderr } = await cliBytes(["run", "--", "cat", "data"], { cwd: dir });
  expect([stdout.equals(Buffer.concat(Array.from({ length: 4000 }, () => all))), stderr.length]).toEqual([true, 0]);
});

test("run redacts secrets in bytes too, and nothing else; redact: false lets them through", async () => {
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const command = `printf '\\xff${token.slice(0, 10)}'; sleep 0.1; printf '${token.slice(10)}\\xfe'`;
  const redacted = await cliBytes(["run", "--", command]);
  expect(redacted.stdout.toString("latin1")).toMatch(/^\xff\[redacted:[^\]]+\]\xfe$/);
  const config = join(tempDir(), "config.json");
  writeFileSync(config, '{ "redact": false }');
  const open = await cliBytes(["run", "--config", config, "--", command]);
  expect(open.stdout.toString("latin1")).toBe(`\xff${token}\xfe`);
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
    /^nacre: the state directory .*file cannot be used .*; logs and records are kept in a temporary directory instead\nnacre: the journal cannot be written: .*\n$/,
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
