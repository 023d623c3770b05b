import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ok, type ToolResult } from "../../src/index.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A value the operator named, and a key that is known by its form. Both are made up. */
const VALUE = "opensesame-0451-hush";
const KEY = `ghp_${"Zz09".repeat(9)}`;
const SECRETS = [VALUE, KEY];

/** Every string of a result with the path of its field, keys of records included. */
function stringsOf(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [`${path} has the name`, name] as const,
    ...stringsOf(inner, `${path}.${name}`),
  ]);
}

const leaks = (result: ToolResult): readonly string[] =>
  stringsOf(result, "result")
    .filter(([, text]) => SECRETS.some((secret) => text.includes(secret)))
    .map(([path, text]) => `${path}: ${text}`);

type Call = (kit: OpenToolkit) => Promise<readonly ToolResult[]>;

const bash =
  (command: string, more: object = {}, options: object = {}): Call =>
  async (kit) => [await kit.call("Bash", { command, ...more }, options)];

/** Each result goes through another source of text: a name, a path, a command, a process, a question, a mistake. */
const SOURCES: Readonly<Record<string, Call>> = {
  output: bash(`echo ${VALUE} ${KEY}; echo ${KEY} >&2`),
  "streams apart": bash(`echo ${VALUE}; echo ${VALUE} >&2`, {}, { streams: {} }),
  "raw output": bash(`printf '\\033]0;${VALUE}\\007 ${KEY}\\n'`, {}, { raw: true }),
  "the command": bash(`: ${VALUE} ${KEY}`),
  "the description": bash("true", { description: `uses ${VALUE}` }),
  "the directory": bash(`mkdir ${VALUE} && cd ${VALUE}`),
  "a directory that is gone": bash(`mkdir ${VALUE}; cd ${VALUE}; rmdir ../${VALUE}`),
  "a process left behind": bash(
    `sh -c 'sleep 60; : "$1"' x ${VALUE} ${KEY} & until tr '\\0' ' ' </proc/$!/cmdline | grep -q ${VALUE}; do sleep 0.02; done`,
  ),
  "late output": async (kit) => [
    await kit.bash(`(until [ -e gate ]; do sleep 0.02; done; echo ${VALUE}) &`),
    await kit.bash("touch gate; wait"),
  ],
  "a command that failed": bash(`echo ${VALUE}; exit 3`),
  "a command that is not there": bash(`${VALUE} ${KEY}`),
  "a syntax error": bash(`if ${VALUE}`),
  "a timeout": bash(`echo ${VALUE}; sleep 60`, { timeout: 1000 }),
  "a blocked command": bash(`mkfs.ext4 /dev/nacre-no-such-device-${VALUE}`),
  "a question that nobody answers": bash(`git push --force https://x:${KEY}@example.org/${VALUE} main`),
  "a dry run": bash(`echo ${VALUE}`, {}, { dryRun: true }),
  "a quoted path": async (kit) => {
    writeFileSync(join(kit.workingDir, `two ${VALUE}`), "found");
    return [await kit.bash(`cat two ${VALUE}`)];
  },
  "a copy of the workspace": bash("git clean -fdx"),
  "what a session could not keep": bash(`declare -i number; number=4+; x_${VALUE.replaceAll("-", "_")}=1; exit 1`),
  "a lost bash": bash(`: ${VALUE}; kill -9 $$`),
  "output that is cut": bash(`seq 1 20000; echo ${VALUE}`),
  "a session of that name": bash("true", { session_id: VALUE }),
  "a start directory": bash("pwd", {}, { workingDir: `/nowhere/${VALUE}` }),
  "a background shell": async (kit) => {
    const started = await kit.bash(`echo ${VALUE} ${KEY}; sleep 60`, {
      run_in_background: true,
      description: `watch ${KEY}`,
    });
    const { bash_id } = started.metadata;
    return [
      started,
      await kit.call("BashOutput", { bash_id, wait_for: `/${VALUE}|redacted/`, wait_ms: 10_000 }),
      await kit.call("BashOutput", { bash_id, since: "0", filter: `${VALUE}|redacted` }),
      await kit.call("BashOutput", { bash_id, filter: `(${VALUE}` }),
      await kit.call("ListShells", {}),
      await kit.call("KillShell", { shell_id: bash_id }),
      await kit.call("KillShell", { shell_id: bash_id }),
    ];
  },
  "a shell that is not there": async (kit) => [
    await kit.call("BashOutput", { bash_id: VALUE }),
    await kit.call("KillShell", { shell_id: KEY }),
    await kit.call("ListShells", { status: VALUE }),
  ],
  "bad input": async (kit) => [
    await kit.call("Bash", { command: "true", timeout: VALUE }),
    await kit.call("Bash", { command: "true", [VALUE]: KEY }),
    await kit.call("Bash", `{"command": "${VALUE}`),
    await kit.call("BashOutput", { bash_id: "x", wait_for: VALUE }),
  ],
  "a tool that is not there": async (kit) => [await kit.call(VALUE, {})],
};

test.each(Object.entries(SOURCES))("no string of a result has a known secret: %s", async (_, call) => {
  const workingDir = join(tempDir(), `project-${VALUE}`);
  mkdirSync(workingDir);
  const kit = openToolkit({ workingDir, snapshot: true, redact: { values: [VALUE] } });
  const results = await call(kit);
  expect(results.flatMap(leaks)).toEqual([]);
  expect(JSON.stringify(results), "the source has its secret").toContain("[redacted:");
});

test("the value of a secret variable that the operator sets for commands is known", async () => {
  const kit = openToolkit({ policy: { mode: "permissive" }, environment: { set: { DEPLOY_TOKEN: VALUE } } });
  const result = await kit.bash('echo "$DEPLOY_TOKEN"; mkdir "$DEPLOY_TOKEN"; cd "$DEPLOY_TOKEN"');
  expect(result.output).toContain("[redacted:DEPLOY_TOKEN]");
  expect(leaks(result)).toEqual([]);
});

test("a tool of the embedder in the same registry is redacted too, and what is no plain data stays as it is", async () => {
  const kit = openToolkit({ redact: { values: [VALUE] } });
  const made = new Date(0);
  const circle: Record<string, unknown> = { made };
  circle["self"] = circle;
  kit.registry.register({
    name: "Tell",
    description: "Tells",
    category: "other",
    inputSchema: { type: "object" },
    execute: () => ok(`it is ${VALUE}`, { list: [VALUE, 1, null], inner: { deep: [{ at: VALUE }] }, made, circle }),
  });
  const result = await kit.call("Tell", {});
  expect(leaks({ ...result, metadata: { ...result.metadata, circle: undefined } })).toEqual([]);
  expect(result.output).toBe("it is [redacted:secret]");
  expect(result.metadata["made"]).toBe(made);
});

test("with redaction off nothing is changed", async () => {
  const kit = openToolkit({ redact: false });
  const result = await kit.bash(`mkdir ${VALUE}; cd ${VALUE}; echo ${KEY}`);
  expect(result.output).toContain(KEY);
  expect(result.metadata["cwd"]).toBe(join(kit.workingDir, VALUE));
});
