import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { listRecords } from "../../../src/core/try/try-record.ts";
import { type Answer, createToolkit, type Question, type ToolkitOptions } from "../../../src/index.ts";
import { cli } from "../../support/cli.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tryGround } from "../../support/tried.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A toolkit whose approver gives these answers, one after the other; without an approver where questions wait. */
function openKit(answers: readonly Answer[], options: ToolkitOptions = {}) {
  const ground = tryGround({ a: "one\n", "d/keep": "" });
  const { workspace, stateDir } = ground;
  execFileSync("bash", ["-c", "git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm x"], {
    cwd: workspace,
  });
  writeFileSync(join(workspace, "a"), "the user's\n");
  const asked: Question[] = [];
  const approver = async (question: Question): Promise<Answer> => {
    asked.push(question);
    return answers[asked.length - 1] ?? "deny";
  };
  const who = options.ask === undefined ? { approver } : {};
  const kit = createToolkit({
    workingDir: workspace,
    stateDir,
    loginShell: false,
    sandbox: "workspace",
    ...who,
    ...options,
  });
  onTestFinished(() => kit.dispose());
  return { ...ground, kit, asked, text: () => readFileSync(join(workspace, "a"), "utf8") };
}

describe.runIf(hasBubblewrap)("the answer try", () => {
  test("brings the question back with what the command changed, and a yes runs it for real", async () => {
    const { kit, asked, text, stateDir } = openKit(["try", "once"]);
    await kit.call("Bash", { command: "cd d; X=gone" });
    const command = `git checkout -- .. && echo $X`;
    const result = await kit.call("Bash", { command });
    expect(asked.map(({ answers }) => answers.includes("try"))).toEqual([true, false]);
    const [, again] = asked;
    expect(again?.tried?.lines.filter((line) => !line.includes(".git"))).toEqual([
      "Tried (exit code 0); it would change:",
      "M a (11 bytes → 4 bytes)",
    ]);
    expect(again).toMatchObject({ command, tried: { id: expect.stringMatching(/^try_/) } });
    expect(again?.asks).toBeUndefined();
    expect(result).toMatchObject({ output: expect.stringContaining("gone"), metadata: { approved_by: "once" } });
    expect(text()).toBe("one\n");
    expect(listRecords(stateDir)).toEqual([]);
    expect(result.metadata["tried"]).toBeUndefined();
  });

  test("leaves the workspace as it is at a no, and nothing of the try", async () => {
    const { kit, asked, text, stateDir, left } = openKit(["try", "deny"]);
    const result = await kit.call("Bash", { command: "git checkout -- .; exit 3" });
    expect(result.metadata).toMatchObject({ error_kind: "blocked", refused_by: "person" });
    expect(asked[1]?.tried?.lines[0]).toBe("Tried (exit code 3); it would change:");
    expect(text()).toBe("the user's\n");
    expect([listRecords(stateDir), left()]).toEqual([[], []]);
  });

  test("is on offer only where a try would tell: about the workspace, with an input that is known", async () => {
    const { kit, asked } = openKit([]);
    await kit.call("Bash", { command: "git push --force nowhere" });
    await kit.call("Bash", { command: "git checkout -- .; git push --force nowhere" });
    await kit.call("Bash", { command: "git checkout -- ." }, { stdin: Readable.from(["x"]) });
    await kit.call("Bash", { command: "git checkout -- ." });
    expect(asked.map(({ answers }) => answers.includes("try"))).toEqual([false, false, false, true]);
  });

  test("comes back with the reason where it cannot be tried", async () => {
    const { kit, asked, stateDir, text } = openKit(["try"]);
    writeFileSync(join(stateDir, "tries"), "in the way");
    await kit.call("Bash", { command: "git checkout -- ." });
    expect(asked[1]?.tried).toEqual({ lines: [expect.stringMatching(/^It could not be tried: /)] });
    expect(text()).toBe("the user's\n");
  });

  test("is given with nacre answer, while the call waits and when it does no longer", async () => {
    const { kit, text, stateDir } = openKit([], { ask: "wait", app: "test" });
    const answer = async (said: Answer): Promise<void> => {
      await waitUntil("a question", () => kit.questions.list().some(({ state }) => state === "open"));
      const { id = "" } = kit.questions.list().find(({ state }) => state === "open") ?? {};
      expect(await cli(["answer", id, said, "--state-dir", stateDir], { env: {} })).toMatchObject({ code: 0 });
    };
    const waiting = await kit.call("Bash", { command: "git checkout -- ." }, { backgroundAfterMs: 0 });
    const id = waiting.metadata["question_id"];
    await answer("try");
    await waitUntil("the same question", () => kit.questions.list().some(({ tried }) => tried !== undefined));
    const { stdout } = await cli(["questions", "--state-dir", stateDir], { env: {} });
    expect(stdout).toMatch(
      / {2}Tried \(exit code 0\); it would change:\n(?:.*\n)* {2}M a .*\n(?:.*\n)* {2}\(with diffs: nacre try --show try_/,
    );
    await answer("once");
    const ran = await kit.call("BashOutput", { bash_id: id, wait_for: "exit" });
    expect(ran).toMatchObject({ success: true, output: expect.stringContaining("The user allowed it.") });
    expect(text()).toBe("one\n");
  });
});
