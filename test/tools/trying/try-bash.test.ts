import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listRecords } from "../../../src/core/try/try-record.ts";
import {
  type Approver,
  createToolkit,
  type Question,
  registerExecutionTools,
  ToolExecutor,
  type ToolkitOptions,
  ToolRegistry,
} from "../../../src/index.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tryGround } from "../../support/tried.ts";

function openKit(files: Readonly<Record<string, string>>, options: ToolkitOptions = {}) {
  const ground = tryGround(files);
  const { workspace, stateDir } = ground;
  const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false, ...options });
  onTestFinished(() => kit.dispose());
  return { ...ground, kit, inTry: (command: string, more = {}) => kit.call("Bash", { command, try: true, ...more }) };
}

/** The id in a result. */
const idOf = (metadata: object): string => String(/try_\w+/.exec(JSON.stringify(metadata))?.[0]);

describe.runIf(hasBubblewrap)("Bash with try", () => {
  test("runs in the session's one try, from a copy of its state, and gives nothing back", async () => {
    const { kit, inTry, workspace } = openKit({ "sub/a": "one\n" });
    await kit.call("Bash", { command: "cd sub; X=mine; f() { echo f says $X; }" });
    const first = await inTry("f; X=tried; echo two >> a; cd ..; pwd");
    expect(first).toMatchObject({ success: true, output: expect.stringContaining(`f says mine\n${workspace}\n`) });
    const id = idOf(first.metadata);
    expect(first.metadata["tried"]).toMatchObject({ id, changes: [{ kind: "modified", path: "sub/a" }] });
    expect(first.output).toMatch(/\[try try_\w+\] the workspace is as before; in the try 1 change:\nM sub\/a \(/);
    expect(first.output).toMatch(new RegExp(`nacre try --keep ${id}\\]$`));
    const second = await inTry("echo $X in $PWD; cat sub/a; exit 3");
    expect(second.error).toContain(`tried in ${workspace}\none\ntwo\n`);
    expect(second.error).toContain(`nacre try --keep ${id}]`);
    expect(second.metadata).toMatchObject({ exit_code: 3, tried: { id } });
    const real = await kit.call("Bash", { command: "echo $X in $PWD; cat a" });
    expect(real.output).toBe(`mine in ${workspace}/sub\none\n`);
  });

  test("asks no question about the workspace, and a denial stays one", async () => {
    const { inTry, workspace } = openKit({ "d/a": "one\n" });
    const tried = await inTry("rm -rf d");
    expect(tried.metadata).toMatchObject({ exit_code: 0, tried: { changes: [{ kind: "deleted", path: "d" }] } });
    expect(existsSync(join(workspace, "d/a"))).toBe(true);
    const denied = await inTry("mkfs.ext4 /dev/nacre-no-such-device");
    expect(denied.metadata).toMatchObject({ error_kind: "blocked", tried: { changes: [{ path: "d" }] } });
  });

  test("is kept by the user's yes, and the next one is another try", async () => {
    const asked: Question[] = [];
    const approver: Approver = async (question) => {
      asked.push(question);
      return "once";
    };
    const { inTry, workspace, stateDir } = openKit({ a: "one\n" }, { approver });
    const kept = await inTry("echo two > a; echo x > b");
    expect(asked).toMatchObject([
      { asks: "keep", answers: ["once", "deny"], tried: { lines: ["M a (4 bytes → 4 bytes)", "A b (2 bytes)"] } },
    ]);
    expect(kept.output).toMatch(/\[the user kept 2 changes in the workspace\]$/);
    expect(kept.metadata["tried"]).toMatchObject({ kept: 2 });
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe("two\n");
    expect(listRecords(stateDir)).toEqual([]);
    const next = await inTry("cat a");
    expect(next.metadata["tried"]).toMatchObject({ changes: [] });
    expect(idOf(next.metadata)).not.toBe(idOf(kept.metadata));
    expect(asked).toHaveLength(1);
  });

  test("stays open at a no, and the same changes are not asked about again", async () => {
    let asked = 0;
    const approver: Approver = async () => {
      asked += 1;
      return { answer: "deny", message: "not yet" };
    };
    const { inTry, workspace, kit, stateDir } = openKit({ a: "one\n" }, { approver });
    const left = await inTry("rm a");
    expect(left.output).toMatch(/\[not kept: the user was asked and said no: not yet; try_\w+ stays open\]$/);
    await inTry("ls");
    expect(asked).toBe(1);
    await inTry("touch b");
    expect(asked).toBe(2);
    expect(existsSync(join(workspace, "a"))).toBe(true);
    await kit.dispose();
    expect(listRecords(stateDir)).toHaveLength(1);
  });

  test("names what the user changed meanwhile, and keeps nothing then", async () => {
    const { inTry, workspace } = openKit(
      { a: "one\n" },
      {
        approver: async () => {
          writeFileSync(join(workspace, "a"), "the user's\n");
          return "once";
        },
      },
    );
    const { output } = await inTry("echo two > a; touch b");
    expect(output).toMatch(/\[not kept, because the workspace has changed since: a \(.*\); try_\w+ stays open\]$/);
    expect(existsSync(join(workspace, "b"))).toBe(false);
  });

  test("keeps what it tried when the answer comes after the call, and withdraws a question that is out of date", async () => {
    const later: Approver = async () => ({ answer: "deny", by: "unanswered", isLater: true });
    const { inTry, workspace, kit } = openKit({ a: "one\n" }, { approver: later });
    const first = await inTry("rm a");
    const [question] = kit.questions.list();
    expect(first.output).toContain(`the user is asked (${question?.id})`);
    expect(first.metadata["tried"]).toMatchObject({ question: question?.id });
    await inTry("touch b");
    const [before, now] = kit.questions.list();
    expect(before).toMatchObject({ state: "withdrawn" });
    expect(now).toMatchObject({ state: "open", asks: "keep" });
    kit.questions.answer(now?.id ?? "", { answer: "once" }, "test");
    // As a client does that was told to ask and to call again: the command runs no second time.
    const again = await kit.call("Bash", { command: "touch b", try: true }, { question: now?.id });
    expect(again.output).toMatch(/\[the user kept 2 changes in the workspace\]$/);
    expect(existsSync(join(workspace, "b")) && !existsSync(join(workspace, "a"))).toBe(true);
    expect(kit.questions.list()).toHaveLength(2);
  });

  test("has shells that are listed, read and ended by their ids, and end with it", async () => {
    const { inTry, kit } = openKit({ a: "one\n" });
    const started = await inTry("echo begun; touch made; sleep 1000", { run_in_background: true });
    const { bash_id } = started.metadata;
    const id = idOf(started.metadata);
    const listed = await kit.call("ListShells", { status: "running" });
    expect(listed.metadata).toMatchObject({ count: 1, shells: [{ id: bash_id, try: id, is_running: true }] });
    expect(listed.output).toMatch(new RegExp(`^${bash_id}: .*; in ${id}; Status: running`));
    expect((await kit.call("ListShells", { session_id: "other" })).metadata["count"]).toBe(0);
    const read = await kit.call("BashOutput", { bash_id, wait_for: "/begun/" });
    expect(read).toMatchObject({ success: true, output: expect.stringContaining("begun") });
    const long = await inTry("seq 1 20000");
    expect(long.metadata.truncated).toBe(true);
    const whole = await kit.call("BashOutput", { bash_id: long.metadata.bash_id, since: "0", filter: "^19999$" });
    expect(whole.output).toContain("19999");
    const ended = await kit.call("KillShell", { shell_id: bash_id });
    expect(ended).toMatchObject({ success: true, output: expect.stringContaining("terminated") });
    await inTry("sleep 1000", { run_in_background: true });
    const pid = ((await kit.call("ListShells", { status: "running" })).metadata["shells"] as { pid: number }[])[0]?.pid;
    await kit.leave("default");
    expect((await kit.call("ListShells", {})).metadata["count"]).toBe(0);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  test("is refused where the session has left the workspace, and where the tools have no tries", async () => {
    const { inTry, kit } = openKit({ a: "one\n" });
    await kit.call("Bash", { command: "cd /usr" });
    expect((await inTry("ls")).error).toBe(
      "Nothing ran: the session is in /usr, which is no part of the workspace that is tried; cd into it first.",
    );
    const registry = new ToolRegistry();
    registerExecutionTools(registry, { shells: kit.shells });
    const bare = await new ToolExecutor(registry).execute("Bash", { workingDir: "/usr" }, { command: "ls", try: true });
    expect(bare).toMatchObject({ error: "Nothing ran: these tools cannot try a command; leave try out." });
  });

  test("shows as many changes as there is room for, and counts the others", async () => {
    const { inTry } = openKit({ a: "one\n" });
    const { output, metadata } = await inTry("for i in {1..60}; do echo x > f$i; done");
    expect(output).toContain("in the try 60 changes:\n");
    expect(output).toContain("\n… and 20 more changes\n");
    expect(metadata["tried"]).toMatchObject({ changes: { length: 60 } });
  });
});
