import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { supervisorsNaming } from "../../src/core/process/supervisor/find-supervisors.ts";
import { run, testManager } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a trace stands at one + and stays there over 200 calls", async () => {
  const manager = testManager();
  await run(manager, "set -x");
  const seen = new Set<string>();
  for (let call = 0; call < 200; call++) {
    const text = ["echo hi", "eval 'echo hi'", "source /dev/null; echo hi"][call % 3] ?? "";
    seen.add((await run(manager, text)).stderr);
  }
  expect([...seen]).toEqual(["+ echo hi\n", "+ eval 'echo hi'\n++ echo hi\n", "+ source /dev/null\n+ echo hi\n"]);
});

/** Everything that bash can list of itself. */
const LISTS = [
  "declare -F; declare -f; compgen -A function",
  "declare -p | cut -d= -f1",
  "set -o posix; set | cut -d= -f1; set +o posix",
  "compgen -v; compgen -a; alias",
  "env | cut -d= -f1; export -p | cut -d= -f1",
  "trap -p; hash; complete -p; jobs; readonly -p",
] as const;

test("what bash lists of itself holds no name that a bash alone does not list, before and after other calls", async () => {
  const manager = testManager();
  const listed = async (): Promise<string[]> => {
    const all: string[] = [];
    for (const text of LISTS) all.push((await run(manager, text)).stdout);
    return all;
  };
  const first = await listed();
  for (const text of [
    "false | true",
    "f() { :; }; unset -f f",
    "trap 'echo bye' EXIT",
    "(exit 3)",
    "exit 4",
    "set -x; set +x",
  ])
    await run(manager, text);
  expect(first.join("")).not.toMatch(/__nacre|\b_[0-9a-f]{6}/);
  expect((await listed()).join("")).not.toMatch(/__nacre|\b_[0-9a-f]{6}/);
});

test("no message of bash names the state directory", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const texts = [
    "nosuch",
    "exit abc",
    "trap 'cd nowhere' EXIT",
    "set -u; echo $nope",
    ": ${x:?gone}",
    "eval 'echo ('",
    "f() { nosuch; }; f",
  ];
  const said: string[] = [];
  for (const text of texts) {
    const { stdout, stderr } = await run(manager, text);
    said.push(stdout + stderr);
  }
  expect(said.every((one) => one.startsWith("bash: "))).toBe(true);
  expect(said.join("")).not.toContain(stateDir);
});

test("saving and loading every variable, and unsetting everything, costs the session nothing", async () => {
  const manager = testManager();
  const workingDir = tempDir();
  const calm = { workingDir };
  await run(manager, "kept=1; f() { echo f; }", calm);
  const loaded = await run(manager, "declare -p >v; . ./v 2>/dev/null; set >w; . ./w 2>/dev/null; echo $kept", calm);
  expect([loaded.stdout, loaded.outcome.restored]).toEqual(["1\n", undefined]);
  const emptied = await run(
    manager,
    "for n in $(compgen -A function; compgen -v); do unset -f $n; unset -v $n; done 2>/dev/null; echo on",
    calm,
  );
  expect([emptied.stdout, emptied.outcome.restored]).toEqual(["on\n", undefined]);
  expect((await run(manager, "echo [$kept] $(type -t f)", calm)).stdout).toBe("[]\n");
});

test("ps shows short lines of nacre's processes, and a supervisor is found by its host", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const { stdout } = await run(manager, "ps -ww -o args= -p $$ -p $PPID");
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.replaceAll(stateDir, ""));
  expect(lines.length).toBe(2);
  for (const line of lines) expect(line.length, line).toBeLessThan(250);
  const [host = ""] = readdirSync(join(stateDir, "hosts"));
  expect(supervisorsNaming(`/${host}/`).length, "the supervisor, and the nurse that forked it").toBe(2);
});
