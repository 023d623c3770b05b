import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreSnapshot } from "../../src/core/snapshot/restore-snapshot.ts";
import { type Approver, createToolkit, type Question, type Rule, type ToolkitEvent } from "../../src/index.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { tempDir } from "../support/temp-dir.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";

/** The nine that are blocked whatever else is said, in the spellings of the seeds. Only ever given to a toolkit that cannot run anything. */
const BLOCKED = [
  "rm -rf /",
  "rm -rf /*",
  "rm -fr /",
  "rm -r -f /",
  "rm --recursive --force /",
  "sudo rm -rf /",
  "rm -rf / --no-preserve-root",
  "mkfs.ext4 /dev/sda1",
  "mkfs.xfs /dev/nvme0n1",
  "dd if=/dev/zero of=/dev/sda",
  "dd if=image of=/dev/sdb1 bs=4M",
  "echo x > /dev/sda",
  "cat file >/dev/sdb",
  "chmod -R 777 /",
  ":(){ :|:& };:",
  ":(){:|:&};:",
  "bomb() { bomb | bomb & }; bomb",
  "mv / /tmp/x",
  "mv /* /tmp",
  "chown -R nobody /",
  "chown -R me:me /",
  "true && rm -rf /",
  "echo $(rm -rf /)",
];

test.each(BLOCKED)("%s is blocked, also in a dry run and in the background", async (command) => {
  const { call } = await toothlessToolkit();
  for (const [more, options] of [
    [{}, {}],
    [{ run_in_background: true }, {}],
    [{}, { dryRun: true }],
  ] as const) {
    const result = await call("Bash", { command, ...more }, options);
    expect(result).toMatchObject({ success: false, metadata: { decision: "deny", error_kind: "blocked" } });
    expect(result.error).toMatch(/^Command blocked as dangerous\.\n.+\. The part that did it: .+/);
    expect(result.metadata["findings"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ decision: "deny" })]),
    );
  }
});

const ASKED = "cp notes /srv/nacre-test-nowhere/notes";

test("what needs approval is refused where there is nobody to ask", async () => {
  const { call, bash } = openToolkit();
  const result = await bash(ASKED);
  expect(result).toMatchObject({ success: false, metadata: { decision: "ask", error_kind: "blocked" } });
  expect(result.error).toMatch(
    /^Command blocked as possibly dangerous\. It needs the user's approval, and nobody can be asked here\.\n.*The part/,
  );
  const dry = await call("Bash", { command: ASKED }, { dryRun: true });
  expect(dry).toMatchObject({
    success: true,
    output: expect.stringContaining("It would be asked about first."),
    metadata: { decision: "ask" },
  });
});

test("the toolkit's approver is asked, and a call may bring its own", async () => {
  const questions: Question[] = [];
  const approver: Approver = async (question) => {
    questions.push(question);
    return { answer: "deny", message: "not today" };
  };
  const { call, bash, workingDir } = openToolkit({ approver });
  expect((await bash(ASKED)).error).toContain("The user was asked and said no: not today");
  expect(questions).toEqual([expect.objectContaining({ command: ASKED, cwd: workingDir })]);
  expect(questions[0]?.findings.length).toBeGreaterThan(0);
  const allowed = await call("Bash", { command: ASKED }, { approver: async () => "once" });
  expect(allowed.metadata).toMatchObject({ exit_code: 1 });
  expect((await call("Bash", { command: ASKED }, { approver: async () => "deny" })).error).toContain("said no.");
  expect(questions).toHaveLength(1);
});

test("a refusal is announced to whoever listens", async () => {
  const events: ToolkitEvent[] = [];
  const { call } = await toothlessToolkit({ onEvent: (event) => events.push(event) });
  await call("Bash", { command: "rm -rf /", session_id: "mine" });
  expect(events.at(-1)).toMatchObject({ kind: "verdict", sessionId: "mine", decision: "deny", cleared: false });
});

test("an answer for the session is remembered there, and nowhere else", async () => {
  let asked = 0;
  const approver: Approver = async () => {
    asked += 1;
    return "session";
  };
  const { bash } = openToolkit({ approver });
  const command = "git push --force nowhere-at-all";
  expect((await bash(command)).metadata).toMatchObject({ approved_by: "session" });
  expect((await bash(command)).metadata).toMatchObject({ approved_by: "grant" });
  expect(asked).toBe(1);
  await bash(command, { session_id: "other" });
  expect(asked).toBe(2);
});

test("rules of the user hold, from code and from a file", async () => {
  const rules: readonly Rule[] = [{ id: "no-curl", decision: "deny", reason: "Use wget.", match: ["curl *"] }];
  const rulesFile = join(tempDir(), "nacre.rules.json");
  writeFileSync(rulesFile, JSON.stringify({ rules: [{ ...rules[0], id: "no-wget", match: ["wget *"] }] }));
  const { call } = await toothlessToolkit({ policy: { rules, rulesFile } });
  for (const command of ["curl x", "wget x"]) {
    const result = await call("Bash", { command }, { dryRun: true });
    expect(result).toMatchObject({ success: false, metadata: { decision: "deny" } });
    expect(result.error).toContain("Use wget.");
  }
});

test("rules that cannot be read or used are a fault when the toolkit is made", () => {
  expect(() => createToolkit({ policy: { rulesFile: "/nonexistent/rules.json" } })).toThrow(
    "/nonexistent/rules.json cannot be read",
  );
  expect(() => createToolkit({ policy: { rules: JSON.parse('[{"decision":"perhaps"}]') } })).toThrow("policy.rules");
});

test("with snapshot, work that a command may wipe is kept first, and can be had back", async () => {
  const { bash, shells, workingDir } = openToolkit({ snapshot: true, approver: async () => "once" });
  const git = "git -c user.name=t -c user.email=t@example.org";
  await bash(`git init -q . && echo one > file && git add file && ${git} commit -qm one`);
  expect((await bash("echo unsaved work > file")).metadata).not.toHaveProperty("snapshot");
  const result = await bash("git reset -q --hard");
  expect(readFileSync(join(workingDir, "file"), "utf8")).toBe("one\n");
  expect(result.output).toMatch(
    /\[note\] a copy of the workspace was kept first; the user has it back with: nacre restore \S+$/,
  );
  await restoreSnapshot(String(result.metadata["snapshot"]), shells.stateDir);
  expect(readFileSync(join(workingDir, "file"), "utf8")).toBe("unsaved work\n");
  await bash("truncate -s 3G huge");
  const refused = await bash("git reset -q --hard");
  expect(refused).toMatchObject({ success: false, error: expect.stringContaining("no copy could be kept first") });
  expect(readFileSync(join(workingDir, "file"), "utf8")).toBe("unsaved work\n");
});

test("permissive mode does not ask, and still blocks", async () => {
  const { call } = await toothlessToolkit({ policy: { mode: "permissive" } });
  expect((await call("Bash", { command: ASKED }, { dryRun: true })).metadata["decision"]).toBe("allow");
  expect((await call("Bash", { command: "rm -rf /" }, { dryRun: true })).success).toBe(false);
});

test("a call that is aborted while a person thinks ends, and the command never runs", async () => {
  const { call, bash } = openToolkit();
  const controller = new AbortController();
  const result = await call(
    "Bash",
    { command: `touch ran; ${ASKED}` },
    {
      signal: controller.signal,
      approver: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    },
  );
  expect(result).toMatchObject({ success: false, metadata: { cancelled: true } });
  expect((await bash("ls")).output).toBe("");
});

test.each(["if true; then", "echo 'open", "echo )", "for x in; do", "case a in b) esac fi", "cat <(", "{ echo"])(
  "text that bash rejects is answered in bash's own words: %j",
  async (command) => {
    const asked: unknown[] = [];
    const { bash, call } = openToolkit({ approver: async (question) => (asked.push(question), "once") });
    const result = await bash(command);
    expect(result).toMatchObject({ success: false, metadata: { exit_code: 2, syntax_error: true } });
    expect(await call("Bash", { command }, { dryRun: true })).toMatchObject({ error: result.error });
    expect(result.error).toMatch(/^Command failed with exit code 2\n\[stderr\]\n.*(?:syntax error|unexpected)/s);
    expect(result.metadata).not.toHaveProperty("error_kind");
    expect(asked).toEqual([]);
  },
);

test("a command is judged where the one before it has led", async () => {
  const { bash, call, workingDir } = openToolkit();
  // Sent together: the second must be judged in the directory that the first leaves behind.
  const command = "echo harmless";
  const [, second] = await Promise.all([bash("mkdir sub; cd sub"), call("Bash", { command }, { dryRun: true })]);
  expect(second.metadata["cwd"]).toBe(join(workingDir, "sub"));
});
