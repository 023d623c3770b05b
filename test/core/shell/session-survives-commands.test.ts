import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import { isAlive } from "../../support/is-alive.ts";
import { run, testManager } from "../../support/shells.ts";
import { runSteps, type Step } from "../../support/steps.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** What users do to a session's bash that takes away what we rest on: the next command always just works. */
const CASES: Readonly<Record<string, readonly Step[]>> = {
  "a limit that leaves no room for one descriptor": [
    ["X=1", {}],
    ["ulimit -n 3; Y=2", { code: 0, restored: "ended" }],
    ["echo $X [$Y]", { stdout: "1 []\n", restored: false }],
  ],
  "a limit that leaves no room for a command's redirections": [
    ["X=1", {}],
    ["ulimit -n 6; Y=2; f() { echo f; }; trap 'echo usr' USR1; (exit 4)", { code: 4 }],
    ["echo $X $Y; f; kill -USR1 $$", { stdout: "1 2\nf\nusr\n" }],
  ],
  "a limit that leaves enough room is kept": [
    ["ulimit -n 40", { restored: false }],
    ["ulimit -n; echo x | cat", { stdout: "40\nx\n" }],
  ],
  "a limit on files that the state does not fit into": [
    ["ulimit -f 0", { code: 0 }],
    ["X=1; exec true", { restored: true }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "limits that the next bash cannot live under": [
    ["X=1; ulimit -S -n 9; ulimit -S -t 300", {}],
    ["kill -9 $$", { code: 137, notKept: ["ulimit -Sn"] }],
    ["echo $X; ulimit -t", { stdout: "1\n300\n", notKept: [] }],
    ["ulimit -S -v 3000; exit 4", { code: 4 }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "endless recursion costs what its own command set": [
    ["X=1; f() { f; }", {}],
    ["ulimit -S -s 1024", {}],
    ["Y=1; g=2", {}],
    ["Z=1; f", { code: 139, restored: "ended" }],
    ["echo $X $Y [$Z]; ulimit -s; g=f", { stdout: "1 1 []\n1024\n" }],
    ["W=1", {}],
    ["$g", { code: 139, restored: "ended" }],
    ["echo $W", { stdout: "1\n" }],
  ],
  "a value that cannot be loaded costs itself alone": [
    ["a=1; x=4+; declare -i x; b=2; f() { echo f; }; exit 1", { code: 1, notKept: ["the variable x"] }],
    ["echo $a [$x] $b; f", { stdout: "1 [] 2\nf\n", notKept: [] }],
    ["declare -i y; y=1; declare -n z=y; w=5+; declare -i w", { code: 0 }],
    ["kill -9 $$", { code: 137, notKept: ["the variable w"] }],
    ["echo $y $z $b", { stdout: "1 1 2\n" }],
  ],
  "a function called builtin that passes everything on is not taken over": [
    ['builtin() { command builtin "$@"; }; X=1', { notKept: [] }],
    ["echo $X; type -t builtin", { stdout: "1\nfunction\n" }],
    ["kill -9 $$", { notKept: ["the function builtin"] }],
    ["echo $X; type -t builtin", { stdout: "1\nbuiltin\n" }],
  ],
  "set -n": [
    ["X=1", {}],
    ["Y=2; set -n; echo no", { stdout: "", code: 0, restored: "unfit" }],
    ["echo $X [$Y] $-", { stdout: /^1 \[\] [^n]*\n$/ }],
  ],
  "set -r": [
    ["X=1", {}],
    ["set -r; echo yes; (exit 3)", { stdout: "yes\n", code: 3, restored: "ended" }],
    ["cd /; echo $X", { stdout: "1\n", code: 0, restored: false }],
  ],
  "a DEBUG trap under extdebug that skips every command": [
    ["X=1", {}],
    ["shopt -s extdebug; trap false DEBUG; echo a", { stdout: "", restored: "unfit" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "builtins of ours that are switched off": [
    ["X=1; enable -n printf read mapfile", { code: 0 }],
    ["echo $X", { stdout: "1\n" }],
    ["Y=1; enable -n builtin; echo out", { stdout: "out\n", restored: true }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "an ERR trap hears of the command's failures only, and $? is kept": [
    ["n=0; trap 'exit 9' ERR", {}],
    ["false", { code: 9 }],
    ["echo $?; trap - ERR; false", { stdout: "9\n", code: 1 }],
    ["set -e; exit 3", { code: 3 }],
    ["echo $?", { stdout: "3\n" }],
  ],
  "a text that begins with a dash is a command": [["-foo", { code: 127, stderr: /-foo: command not found/ }]],
  "functions whose names nacre's lines use": [
    [
      "X=1; builtin() { echo no; }; command() { :; }; unset() { :; }; source() { :; }; (exit 3)",
      { code: 3, stdout: "", notKept: ["the function builtin"] },
    ],
    ["echo $X; type -t unset; type -t builtin", { stdout: "1\nfunction\nbuiltin\n", notKept: [] }],
    ["exec() { echo no; }", { stdout: "" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "traps are listed as they are": [
    ["trap", { stdout: "" }],
    ["trap 'echo bye' EXIT; trap -p EXIT", { stdout: "trap -- 'echo bye' EXIT\nbye\n" }],
    ["trap 'echo usr' USR1; trap; exit 3", { stdout: "trap -- 'echo usr' SIGUSR1\n", code: 3, restored: false }],
    ["(trap -p) | head -1", { stdout: "trap -- 'echo usr' SIGUSR1\n" }],
  ],
  "an exit in an EXIT trap is the last word, and costs nothing": [
    ["trap 'echo bye; exit 9' EXIT; X=1", { stdout: "bye\n", code: 9, restored: false }],
    ["trap 'echo bye; exit 9' EXIT; Y=2; exit 3", { stdout: "bye\n", code: 9, restored: false }],
    ["echo $? $X $Y; set -e; false", { stdout: "9 1 2\n", code: 1, restored: false }],
    ["trap 'echo bye' EXIT; exit 5", { stdout: "bye\n", code: 5 }],
    ["echo $?; declare -F exit", { stdout: "5\n", code: 1 }],
  ],
  "a function says the same of itself in the bash that follows": [
    ["f() { no_such_command; }; f", { stderr: "bash: line 1: no_such_command: command not found\n" }],
    ["exit 3", { code: 3 }],
    ["f", { stderr: /^bash: line \d+: no_such_command: command not found\n$/ }],
  ],
  "nothing of ours is there while a text runs": [
    ["set -a; V=1", {}],
    ["env | grep -E '^(V|_n[0-9a-f]{6}.*)='", { stdout: "V=1\n" }],
    ["declare -F; compgen -A function; set | grep -cE '^_n[0-9a-f]{6}'", { stdout: "0\n" }],
    ["declare -p >v; . ./v 2>/dev/null; echo $V", { stdout: "1\n", restored: false }],
  ],
  "what was unset stays unset in the bash that follows": [
    ["export NEW=1; unset HOME NACRE_GIVEN; exit 3", { code: 3 }],
    ["echo [$HOME] [$NACRE_GIVEN] $NEW; kill -9 $$", { stdout: "[] [] 1\n", code: 137 }],
    ["env | grep -cE '^(HOME|NACRE_GIVEN)='; echo [$HOME] $NEW", { stdout: "0\n[] 1\n" }],
  ],
  "$_ begins as in a new bash": [
    ['[ "$_" = "$BASH" ] && echo same', { stdout: "same\n" }],
    ["true a b; echo $_", { stdout: "b\n" }],
  ],
  "IFS, PWD and the prompt's variables are nothing we rest on": [
    ["readonly IFS=x; unset PWD; set -u", {}],
    ["true | (exit 3); echo ${PIPESTATUS[1]}", { stdout: "3\n" }],
    ["kill -9 $$", { code: 137, restored: true }],
    ["cd /usr; pwd", { stdout: "/usr\n" }],
  ],
};

test.each(Object.entries(CASES))("%s", async (_title, steps) => {
  await runSteps(testManager({ environment: { set: { NACRE_GIVEN: "1" } } }), steps);
});

test("a bash that ends between two commands is replaced, and the next result says what it cost", async () => {
  const manager = testManager();
  const killIdle = async (): Promise<void> => {
    const { stdout: pid } = await run(manager, "echo $$");
    await manager.session(DEFAULT_SESSION, "/tmp").saved();
    process.kill(Number(pid), "SIGKILL");
    await waitUntil("the end of bash", () => !isAlive(Number(pid)));
  };
  await run(manager, "X=1");
  await killIdle();
  const { stdout, outcome } = await run(manager, "echo $X");
  expect([stdout, outcome.restored]).toEqual(["1\n", { lost: "nothing", cause: "between" }]);
  expect((await run(manager, "echo $X")).outcome.restored).toBeUndefined();
});

test("$_ and the pipe statuses outlive a bash that ends between two commands", async () => {
  const manager = testManager();
  const { stdout: pid } = await run(manager, "echo $$; true a b; false | true");
  await manager.session(DEFAULT_SESSION, "/tmp").saved();
  process.kill(Number(pid), "SIGKILL");
  await waitUntil("the end of bash", () => !isAlive(Number(pid)));
  expect((await run(manager, 'echo "${PIPESTATUS[@]}"')).stdout).toBe("1 0\n");
});

test("a background shell starts from the session's state without a word of ours", async () => {
  const manager = testManager();
  await run(manager, "X=1; f() { echo f$X; }; unset HOME");
  const shell = await manager.startShell(trust("f; echo [$HOME]"), { workingDir: "/tmp" });
  const dashed = await manager.startShell(trust("-foo"), { workingDir: "/tmp" });
  await Promise.all([shell.wait(), dashed.wait()]);
  expect(shell.getAllOutput()).toBe("f1\n[]\n");
  expect(dashed.getAllOutput()).toContain("-foo: command not found");
});

test.each([
  ["trap 'rm -f t' EXIT; cd nowhere 2>/dev/null || exit; echo no", 1],
  ["echo trap; (exit 9) || exit", 9],
  ["trap : USR1; (exit 4); exit", 4],
  ["trap 'exit' ERR; (exit 6); echo no", 6],
  ["trap 'echo status $?' EXIT; false; exit", 1],
  ["trap : USR1; (true; exit)", 0],
  ["trap : USR1; f() { (exit 5); exit; }; f", 5],
])("a bare exit has the status of the command before it: %s", async (text, code) => {
  const manager = testManager();
  const ran = await run(manager, text);
  const real = spawnSync("/bin/bash", ["--norc", "-c", text], { cwd: "/tmp", encoding: "utf8" });
  expect([ran.code, ran.stdout]).toEqual([code, real.stdout]);
  expect(real.status).toBe(code);
});
