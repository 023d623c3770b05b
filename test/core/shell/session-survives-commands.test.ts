import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { trust } from "../../../src/core/permission/cleared.ts";
import { run, testManager } from "../../support/shells.ts";
import { runSteps, type Step } from "../../support/steps.ts";

/** What users do to a session's bash that takes away what we rest on: the next command always just works. */
const CASES: Readonly<Record<string, readonly Step[]>> = {
  "a limit that leaves no room for one descriptor": [
    ["X=1", {}],
    ["ulimit -n 3; Y=2", { code: 0, restored: "ended" }],
    ["echo $X [$Y]", { stdout: "1 []\n", restored: false }],
  ],
  "a limit that leaves no room for a command's redirections": [
    ["X=1", {}],
    ["ulimit -n 6; Y=2; f() { echo f; }; trap 'echo usr' USR1; (exit 4)", { code: 4, restored: "unfit" }],
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
  "set -n": [
    ["X=1", {}],
    ["Y=2; set -n; echo no", { stdout: "", restored: "ended" }],
    ["echo $X [$Y] $-", { stdout: /^1 \[\] [^n]*\n$/ }],
  ],
  "set -r": [
    ["X=1", {}],
    ["set -r; echo yes; (exit 3)", { stdout: "yes\n", code: 3, restored: "ended" }],
    ["cd /; echo $X", { stdout: "1\n" }],
  ],
  "a DEBUG trap under extdebug that skips every command": [
    ["X=1", {}],
    ["shopt -s extdebug; trap false DEBUG; echo a", { stdout: "", restored: "ended" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "builtins of ours that are switched off": [
    ["X=1; enable -n printf read mapfile", { code: 0 }],
    ["echo $X", { stdout: "1\n" }],
    ["Y=1; enable -n builtin; echo out", { stdout: "out\n", restored: true }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "functions of ours that are gone: no text runs twice": [
    ["X=1", {}],
    ["unset -f $(compgen -A function __nacre); echo once", { stdout: "once\n", restored: "ended" }],
    ["echo $X", { stdout: "1\n" }],
    ["break 2>/dev/null; unset -f $(compgen -A function __nacre); echo once", { stdout: "once\n", restored: "ended" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "functions of ours that are others now": [
    ["X=1; __nacre_turn() { return 0; }; echo once", { stdout: "once\n" }],
    ["echo $X", { stdout: "1\n" }],
    ["__nacre_status() { return 3; }; trap 'echo bye' EXIT; (exit 4)", { code: 4 }],
    ["exit 5", { stdout: "bye\n", code: 5 }],
    ["echo $? $X; trap - EXIT", { stdout: "5 1\n" }],
  ],
  "variables of ours that are gone": [
    ["X=1", {}],
    ["unset __nacre_d; set -u", { restored: "ended" }],
    ["unset ${!__nacre_*}", { restored: true }],
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
  "traps are listed as they are": [
    ["trap", { stdout: "" }],
    ["trap 'echo bye' EXIT; trap 'echo usr' USR1", { stdout: "" }],
    ["trap -p EXIT", { stdout: "trap -- 'echo bye' EXIT\n" }],
    [
      "trap; exit 3",
      { stdout: "trap -- 'echo bye' EXIT\ntrap -- 'echo usr' SIGUSR1\nbye\n", code: 3, restored: false },
    ],
    ["(trap -p) | head -1", { stdout: "trap -- 'echo bye' EXIT\n" }],
    ["trap - EXIT; trap -p EXIT", { stdout: "" }],
    ["exit 4", { stdout: "", code: 4 }],
  ],
  "an exit in an EXIT trap is the last word, and costs nothing": [
    ["trap 'echo bye; exit 9' EXIT; X=1", {}],
    ["Y=2; exit 3", { stdout: "bye\n", code: 9, restored: false }],
    ["echo $? $X $Y; set -e; false", { stdout: "9 1 2\nbye\n", code: 9, restored: false }],
    ["trap -p EXIT; trap - EXIT; declare -F exit", { stdout: /^trap -- 'echo bye; [^\n]*\n(?:exit\n)?$/ }],
    ["trap 'echo bye' EXIT; exit 5", { stdout: "bye\n", code: 5 }],
    ["echo $?; trap - EXIT", { stdout: "5\n" }],
    ["declare -F exit", { stdout: "", code: 1 }],
  ],
  "a function says the same of itself in the bash that follows": [
    ["f() { no_such_command; }; f", { stderr: "environment: line 1: no_such_command: command not found\n" }],
    ["exit 3", { code: 3 }],
    ["f", { stderr: /^environment: line \d+: no_such_command: command not found\n$/ }],
  ],
  "our variables are small, also after many texts with a break": [
    ...Array.from({ length: 3 }, (): Step => ["break 2>/dev/null", {}]),
    ["[ $(declare -p ${!__nacre_*} | wc -c) -lt 3000 ] && echo small", { stdout: "small\n" }],
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
  "set -a exports nothing of ours": [
    ["set -a; V=1", {}],
    ["env | grep -E '^(V|__nacre_[^i].*)='", { stdout: "V=1\n" }],
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

test("a background shell starts from the session's state without a word of ours", async () => {
  const manager = testManager();
  await run(manager, "X=1; f() { echo f$X; }; unset HOME");
  const shell = await manager.startShell(trust("f; echo [$HOME]"), { workingDir: "/tmp" });
  const dashed = await manager.startShell(trust("-foo"), { workingDir: "/tmp" });
  await Promise.all([shell.wait(), dashed.wait()]);
  expect(shell.getAllOutput()).toBe("f1\n[]\n");
  expect(dashed.getAllOutput()).toContain("-foo: command not found");
});

test("a session that has lost the name of its directory writes nowhere else", async () => {
  const manager = testManager();
  const before = readdirSync("/").sort();
  await runSteps(manager, [
    ["unset __nacre_d; ulimit -n 6", { restored: true }],
    ["trap 'echo bye' EXIT; unset __nacre_d; exit 3", { code: /* bash's own, for a name that is not set */ 127 }],
    ["unset __nacre_d; readonly __nacre_rc", { restored: true }],
    ["echo ok", { stdout: "ok\n" }],
  ]);
  expect(readdirSync("/").sort()).toEqual(before);
});

test.each("n rc t f o e pending k i p m a s d b".split(" "))(
  "readonly __nacre_%s costs neither the command's status nor the next command",
  async (name) => {
    const manager = testManager();
    await runSteps(manager, [
      [`readonly __nacre_${name}; Z=1; (exit 3)`, { code: 3 }],
      ["echo $Z", { stdout: "1\n", code: 0, restored: false }],
    ]);
  },
);

const FORGED = `printf '%s\\0done\\0000\\0/forged\\0\\0' "$__nacre_n" >>"$__nacre_d/r"`;

test.each([
  ["a whole answer with the right nonce", FORGED],
  ["our own function", "__nacre_say done 0"],
  ["half an answer", `printf '%s\\0done\\0' "$__nacre_n" >>"$__nacre_d/r"`],
  ["an answer without its end", `printf '%s\\0done\\0000\\0/x' "$__nacre_n" >>"$__nacre_d/r"`],
])("a command cannot answer for itself while it runs: %s", async (_title, forge) => {
  const manager = testManager();
  const { code, stdout, outcome } = await run(manager, `${forge}; sleep 0.3; cd /usr; echo real; (exit 5)`);
  expect([code, stdout, outcome.cwd]).toEqual([5, "real\n", "/usr"]);
  expect((await run(manager, "echo ok")).stdout).toBe("ok\n");
});

test.each(["c", "r"])("who reads our FIFO %s costs one command, not the session", async (fifo) => {
  const manager = testManager();
  await run(manager, "X=kept");
  let lost = await run(manager, `cat "$__nacre_d/${fifo}" >/dev/null & until grep -q cat /proc/$!/comm; do :; done`);
  for (let turn = 0; lost.outcome.restored === undefined && turn < 20; turn++) lost = await run(manager, "echo one");
  expect(lost.outcome.restored).toBeDefined();
  expect((await run(manager, "echo $X")).stdout).toBe("kept\n");
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
