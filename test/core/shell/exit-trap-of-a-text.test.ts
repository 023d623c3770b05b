import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stampNow } from "../../../src/core/base/stamp.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import { run, testManager } from "../../support/shells.ts";
import { runSteps, type Step } from "../../support/steps.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("an EXIT trap prints into the result of its command when a timeout ends that, also if it takes a while", async () => {
  const manager = testManager();
  const timed = await run(manager, "trap 'sleep 0.7; echo bye; echo err >&2' EXIT; X=5; echo begun; sleep 60", {
    timeoutMs: 1000,
  });
  expect([timed.code, timed.stdout, timed.stderr]).toEqual(["timed-out", "begun\nbye\n", "err\n"]);
  expect((await run(manager, "echo $? $X; trap -p EXIT")).stdout).toBe("143 5\n");
});

test("an EXIT trap prints into the result of its command when a cancel ends that", async () => {
  const manager = testManager();
  const cancel = new AbortController();
  const ran = await run(manager, "trap 'echo bye' EXIT; X=6; echo begun; while :; do :; done", {
    signal: cancel.signal,
    onStart: (transcript) => void transcript.liveText(() => cancel.abort()),
  });
  expect([ran.code, ran.stdout]).toEqual(["cancelled", "begun\nbye\n"]);
  expect((await run(manager, "echo $X; trap -p EXIT")).stdout).toBe("6\n");
});

test("an EXIT trap that does not end costs a timeout only the grace, and the state is kept", async () => {
  const manager = testManager();
  const timed = await run(manager, "X=7; trap 'echo bye; sleep 60; echo never' EXIT; sleep 60", { timeoutMs: 1000 });
  expect([timed.code, timed.stdout]).toEqual(["timed-out", "bye\n"]);
  expect((await run(manager, "echo $X")).stdout).toBe("7\n");
});

test.each([
  ["falls through", "(exit 7)", 7, "end\nbye 7\n"],
  ["exits", "exit 3", 3, "end\nbye 3\n"],
  ["exits in its trap", "trap 'echo bye $?; exit 9' EXIT; exit 3", 9, "end\nbye 3\n"],
])(
  "a command that is handed over takes its EXIT trap along: it fires when that shell %s, not in the session",
  async (_how, last, code, output) => {
    const manager = testManager();
    const gate = join(tempDir(), "gate");
    const text = `trap 'echo bye $?' EXIT; until [ -e ${gate} ]; do sleep 0.02; done; echo end; ${last}`;
    const { outcome } = await run(manager, text, { timeoutMs: 1000, onTimeout: "background" });
    if (outcome.ending.kind !== "handed-over") throw new Error(`it ended: ${outcome.ending.kind}`);
    const { backing } = outcome.ending;
    const shell = manager.adopt(trust(text), { workingDir: "/tmp" }, { backing, started: stampNow() });
    expect((await run(manager, "trap -p; exit 0")).stdout).toBe("");
    expect(shell.getAllOutput()).toBe("");
    writeFileSync(gate, "");
    expect([await shell.wait(), shell.getAllOutput()]).toEqual([code, output]);
    expect((await run(manager, "echo next")).stdout).toBe("next\n");
  },
);

test("the EXIT trap of a command that was handed over fires when its shell is killed", async () => {
  const manager = testManager();
  const text = "trap 'echo bye' EXIT; echo begun; sleep 60";
  const { outcome } = await run(manager, text, { timeoutMs: 1000, onTimeout: "background" });
  if (outcome.ending.kind !== "handed-over") throw new Error(`it ended: ${outcome.ending.kind}`);
  const { backing } = outcome.ending;
  const shell = manager.adopt(trust(text), { workingDir: "/tmp" }, { backing, started: stampNow() });
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect([shell.status, shell.getAllOutput()]).toEqual(["killed", "begun\nbye\n"]);
});

/** What a script prints and ends with, cut into the calls of a session. */
const CASES: Readonly<Record<string, readonly Step[]>> = {
  "in a sourced file": [
    ['cd "$(mktemp -d)"; echo "trap \'echo sourced \\$?\' EXIT" >s', {}],
    [". ./s; echo in; (exit 4)", { stdout: "in\nsourced 4\n", code: 4, restored: false }],
    ["echo \"trap 'echo s \\$?' EXIT; exit 8\" >s; . ./s", { stdout: "s 8\n", code: 8 }],
    ['echo $?; trap -p EXIT; rm -r "$PWD"; cd /tmp', { stdout: "8\n" }],
  ],
  "in a function": [
    ["f() { trap 'echo fn $?' EXIT; echo f; }; f; echo g; (exit 5)", { stdout: "f\ng\nfn 5\n", code: 5 }],
    ["f() { trap 'echo fn $?' EXIT; exit 6; }; f", { stdout: "fn 6\n", code: 6 }],
    ["echo $?; trap -p EXIT", { stdout: "6\n" }],
  ],
  "under set -u, set -e and ${x:?}": [
    [
      "set -u; trap 'echo u $?' EXIT; Z=1; echo $nope; echo never",
      { stdout: "u 1\n", stderr: "bash: line 1: nope: unbound variable\n", code: 1, restored: false },
    ],
    ["echo $? $Z; set +u", { stdout: "1 1\n" }],
    [
      "trap 'echo q $?' EXIT; Z=2; : ${x:?gone}; echo never",
      { stdout: "q 1\n", stderr: "bash: line 1: x: gone\n", code: 1, restored: false },
    ],
    ["echo $? $Z", { stdout: "1 2\n" }],
    ["set -euo pipefail; trap 'echo c $?' EXIT; Z=3; false", { stdout: "c 1\n", code: 1, restored: false }],
    ["echo $? $Z", { stdout: "1 3\n" }],
  ],
  "set twice, taken back, ignored, through eval and in a subshell": [
    ["trap 'echo a' EXIT; trap 'echo b' 0; echo x", { stdout: "x\nb\n" }],
    ["trap 'echo a' EXIT; trap - EXIT; echo none", { stdout: "none\n" }],
    ["trap 'echo a' EXIT; trap '' EXIT; echo quiet", { stdout: "quiet\n" }],
    ["eval \"trap 'echo ev' EXIT\"; echo x", { stdout: "x\nev\n" }],
    ["(trap 'echo sub $?' EXIT; exit 2); echo $?", { stdout: "sub 2\n2\n" }],
    ["exit 0", { stdout: "", code: 0, restored: false }],
  ],
};

test.each(Object.entries(CASES))("an EXIT trap belongs to the text that set it: %s", async (_title, steps) => {
  await runSteps(testManager(), steps);
});

test("all other traps live on in the session, also in the bash that follows", async () => {
  await runSteps(testManager(), [
    ["trap 'echo err' ERR; trap 'echo usr' USR1; trap 'echo ex' EXIT; false", { stdout: "err\nex\n", code: 1 }],
    ["kill -USR1 $$; false", { stdout: "usr\nerr\n", code: 1 }],
    ["exit 3", { stdout: "", code: 3, restored: false }],
    ["kill -USR1 $$; false; trap -p EXIT", { stdout: "usr\nerr\n" }],
  ]);
});
