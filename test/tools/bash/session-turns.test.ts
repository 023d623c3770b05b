import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import { createToolkit } from "../../../src/index.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A toolkit that asks about `pwd`, with a user who answers when `answer` is called. */
function asking(): OpenToolkit & { readonly isAsked: () => boolean; readonly answer: () => void } {
  let answer: (() => void) | undefined;
  const kit = openToolkit({
    policy: { rules: { ask: ["Bash(pwd *)"] } },
    approver: () =>
      new Promise((resolve) => {
        answer = () => resolve("once");
      }),
  });
  return { ...kit, isAsked: () => answer !== undefined, answer: () => answer?.() };
}

const ended = async ({ call }: OpenToolkit, bash_id: string): Promise<string> =>
  (await call("BashOutput", { bash_id, wait_for: "exit", wait_ms: 50_000 })).output;

test("calls of one session run one after another, in the order they came", async () => {
  const { bash } = openToolkit();
  const numbers = Array.from({ length: 8 }, (_, index) => index);
  const results = await Promise.all(numbers.map((number) => bash(`all="\${all}${number}"; echo "$all"`)));
  expect(results.map(({ output }) => output)).toEqual(
    numbers.map((last) => `${numbers.slice(0, last + 1).join("")}\n`),
  );
});

test("a caller is told what its call waits for: its turn, approval, the end of a shell", async () => {
  const kit = asking();
  const waits: (string | undefined)[] = [];
  const onWait = (what: string | undefined): void => void waits.push(what);
  const called = kit.call("Bash", { command: "pwd" }, { onWait });
  await waitUntil("the question", kit.isAsked);
  expect(waits).toEqual(["its turn in the session", undefined, "the user's answer"]);
  kit.answer();
  await called;
  expect(waits.splice(0).at(-1)).toBeUndefined();
  await kit.call("BashOutput", { bash_id: await kit.start("true"), wait_for: "exit" }, { onWait });
  expect(waits).toEqual(["the end of the shell"]);
});

test("what was judged in a directory runs there, whatever starts while the user is asked", async () => {
  const kit = asking();
  const [sub, other] = [join(kit.workingDir, "sub"), join(kit.workingDir, "other")];
  for (const directory of [sub, other]) mkdirSync(directory);
  await kit.bash("cd sub");
  const asked = kit.bash("pwd -P");
  await waitUntil("the question", kit.isAsked);
  const { metadata } = await kit.call(
    "Bash",
    { command: "ls -d $PWD", run_in_background: true },
    { workingDir: other },
  );
  expect(await ended(kit, metadata.bash_id ?? "")).toContain(other);
  kit.answer();
  expect((await asked).output).toBe(`${sub}\n`);
});

test("a background shell that starts while the user is asked has what the command before left", async () => {
  const kit = asking();
  mkdirSync(join(kit.workingDir, "sub"));
  await kit.bash("cd sub; V=left");
  const asked = kit.bash("pwd -P");
  await waitUntil("the question", kit.isAsked);
  expect(await ended(kit, await kit.start('echo "$V in $PWD"'))).toContain(`left in ${kit.workingDir}/sub`);
  kit.answer();
  await asked;
});

test("a background shell beside a busy session starts in the directory it was called for", async () => {
  const kit = openToolkit();
  const other = join(kit.workingDir, "other");
  mkdirSync(other);
  const gate = join(kit.workingDir, "gate");
  const busy = kit.bash(`touch begun; until [ -e ${gate} ]; do sleep 0.02; done`);
  await waitUntil("the session to be busy", () => existsSync(join(kit.workingDir, "begun")));
  const { metadata } = await kit.call("Bash", { command: "pwd", run_in_background: true }, { workingDir: other });
  expect(await ended(kit, metadata.bash_id ?? "")).toContain(other);
  expect(metadata.cwd).toBe(other);
  await kit.bash(`touch ${gate}`, { session_id: "another" });
  await busy;
});

test("a background shell beside a busy session starts where it was judged: in the directory of the command before", async () => {
  const kit = openToolkit();
  mkdirSync(join(kit.workingDir, "sub"));
  const gate = join(kit.workingDir, "gate");
  const before = kit.bash("cd sub");
  const busy = kit.bash(`touch begun; until [ -e ${gate} ]; do sleep 0.02; done`);
  await waitUntil("the session to be busy", () => existsSync(join(kit.workingDir, "sub", "begun")));
  expect(await ended(kit, await kit.start("pwd"))).toContain(`${kit.workingDir}/sub\n`);
  await kit.bash(`touch ${gate}`, { session_id: "another" });
  await Promise.all([before, busy]);
});

test("a call that is aborted while it waits is answered at once and gives up its turn", async () => {
  const kit = openToolkit();
  const gate = join(kit.workingDir, "gate");
  const busy = kit.bash(`until [ -e ${gate} ]; do sleep 0.02; done; echo over`);
  const controller = new AbortController();
  const waiting = kit.call("Bash", { command: "touch ran" }, { signal: controller.signal });
  const behind = kit.bash("ls");
  controller.abort();
  expect((await waiting).metadata).toMatchObject({ cancelled: true });
  await kit.bash(`touch ${gate}`, { session_id: "another" });
  expect([(await busy).output, (await behind).output]).toEqual(["over\n", "gate\n"]);
});

test("a session saves its state before a question, and not before an ordinary command", async () => {
  let turns = 0;
  const shells = testManager({
    sandbox: async () => {
      const sandbox = createNoSandbox(limitsOf());
      return { ...sandbox, events: { ...sandbox.events, beforeInternalTurn: () => void turns++ } };
    },
  });
  const policy = { rules: { ask: ["Bash(pwd *)"] } } as const;
  const kit = createToolkit({ shells, workingDir: tempDir(), policy, approver: async () => "once" });
  onTestFinished(() => kit.dispose());
  const together = async (second: string): Promise<number> => {
    turns = 0;
    // The second waits for its turn and has it at once: no idle moment lies between them in which the session saves.
    await Promise.all(["V=1", second].map((command) => kit.call("Bash", { command })));
    return turns;
  };
  expect(await together("echo hi")).toBe(0);
  expect(await together("pwd")).toBe(1);
});

test("a session is not saved again for a program that changes nothing, and is for one that may", async () => {
  let turns = 0;
  const shells = testManager({
    sandbox: async () => {
      const sandbox = createNoSandbox(limitsOf());
      return { ...sandbox, events: { ...sandbox.events, beforeInternalTurn: () => void turns++ } };
    },
  });
  const session = shells.session(DEFAULT_SESSION, "/tmp");
  /** How many turns of its own the session needs until all that these texts did is saved. */
  const savesAfter = async (...texts: readonly string[]): Promise<number> => {
    for (const text of texts) await run(shells, text);
    turns = 0;
    await session.saved();
    return turns;
  };
  expect(await savesAfter("X=1")).toBe(1);
  expect(await savesAfter("/bin/true", "ls /", "/bin/false")).toBe(0);
  const { after, state } = await session.saved();
  expect([after.status, state?.variables.get("X")]).toEqual([1, 'declare -- X="1"']);
  expect((await run(shells, "echo $? $_")).stdout).toBe("1 /bin/false\n");
  expect(await savesAfter("ls() { X=2; }")).toBe(1);
  expect(await savesAfter("ls /")).toBe(1);
  expect(await savesAfter("unset -f ls; trap 'X=3' ERR")).toBe(1);
  expect(await savesAfter("/bin/false")).toBe(1);
  expect((await session.saved()).state?.variables.get("X")).toBe('declare -- X="3"');
});
