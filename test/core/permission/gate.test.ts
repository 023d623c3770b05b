import { describe, expect, test } from "vitest";
import type { Answer, Approver, Question } from "../../../src/core/permission/approver.ts";
import type { ClearedCommand } from "../../../src/core/permission/cleared.ts";
import { createGate, type Gate, type GateOptions } from "../../../src/core/permission/gate.ts";
import { Grants } from "../../../src/core/permission/grants.ts";
import { parseRules } from "../../../src/core/policy/parse-rules.ts";

const gateWith = (options: Partial<GateOptions> = {}): Gate =>
  createGate({ home: "/home/dev", workspace: "/home/dev/app", ...options });
const request = (
  text: string,
  more: { readonly cwd?: string; readonly sessionId?: string } = {},
): Parameters<Gate["clear"]>[0] => ({ text, cwd: "/home/dev/app", sessionId: "default", ...more });

/** An approver that gives these answers in turn and keeps the questions. */
function scripted(...answers: readonly Answer[]): { readonly approver: Approver; readonly questions: Question[] } {
  const questions: Question[] = [];
  const approver: Approver = (question) => {
    questions.push(question);
    return Promise.resolve(answers[questions.length - 1] ?? "deny");
  };
  return { approver, questions };
}

describe("the gate", () => {
  test("clears what the policy allows, with the very text", async () => {
    const clearance = await gateWith().clear(request("npm test"));
    expect(clearance).toMatchObject({ kind: "cleared", approvedBy: "policy", command: { text: "npm test" } });
  });

  test("denies what the policy denies, with findings to act on, and asks nobody", async () => {
    const { approver, questions } = scripted("always");
    const clearance = await gateWith({ approver }).clear(request("ls; rm -rf /etc"));
    const finding = { rule: "delete-vital", part: "rm -rf /etc", suggestion: expect.stringMatching(/./) };
    expect(clearance).toMatchObject({ kind: "denied", by: "policy", verdict: { findings: [finding] } });
    expect(questions).toEqual([]);
  });

  test("judges what stands on the standard input, shows it with the question, and binds the answer to it", async () => {
    const { approver, questions } = scripted("session", "session");
    const gate = gateWith({ approver });
    const push = (text: string) => gate.clear({ ...request("bash"), stdin: { kind: "text", text } });
    expect(await push("rm -rf /etc")).toMatchObject({ kind: "denied", by: "policy" });
    expect(await push("git push")).toMatchObject({ approvedBy: "session" });
    expect(await push("git push")).toMatchObject({ approvedBy: "grant" });
    expect(await push("git push origin x")).toMatchObject({ approvedBy: "session" });
    expect(questions.map(({ command, stdin }) => [command, stdin])).toEqual([
      ["bash", { kind: "text", text: "git push" }],
      ["bash", { kind: "text", text: "git push origin x" }],
    ]);
    expect(await gate.clear(request("bash"))).toMatchObject({ approvedBy: "policy" });
  });

  test("refuses a question that nobody can answer, and says so", async () => {
    const clearance = await gateWith().clear(request("git push"));
    expect(clearance).toMatchObject({ kind: "denied", by: "nobody" });
  });

  test("asks with the whole command, its place and its findings", async () => {
    const { approver, questions } = scripted("once");
    const clearance = await gateWith({ approver }).clear(request("git push origin main"));
    expect(clearance).toMatchObject({ kind: "cleared", approvedBy: "once" });
    expect(questions[0]).toMatchObject({
      command: "git push origin main",
      cwd: "/home/dev/app",
      sessionId: "default",
      answers: ["once", "session", "always", "deny"],
      always: ["Bash(git push origin main)"],
      wider: { rule: "Bash(git push origin *)" },
    });
    expect(questions[0]?.findings[0]).toMatchObject({ rule: "publish" });
  });

  test("once is once", async () => {
    const { approver, questions } = scripted("once", "deny");
    const gate = gateWith({ approver });
    await gate.clear(request("git push"));
    expect(await gate.clear(request("git push"))).toMatchObject({ kind: "denied", by: "person" });
    expect(questions).toHaveLength(2);
  });

  test("a session's grant holds for the same text, directory, session and environment only", async () => {
    const { approver, questions } = scripted("session");
    const gate = gateWith({ approver });
    await gate.clear(request("git push"));
    expect(await gate.clear(request("git push"))).toMatchObject({ kind: "cleared", approvedBy: "grant" });
    const others = [
      request("git push "),
      request("git push", { cwd: "/home/dev/app/sub" }),
      request("git push", { sessionId: "other" }),
      { ...request("git push"), variables: new Map([["PAGER", "cat"]]) },
    ];
    for (const other of others) expect((await gate.clear(other)).kind).toBe("denied");
    expect(questions).toHaveLength(1 + others.length);
    gate.forget("default");
    expect((await gate.clear(request("git push"))).kind).toBe("denied");
  });

  test("always becomes a rule for the very questions that were asked", async () => {
    const kept: string[] = [];
    const grants = new Grants({ onRule: (rule) => kept.push(rule.id) });
    const { approver, questions } = scripted("always");
    const gate = gateWith({ approver, grants });
    await gate.clear(request("git push origin main"));
    expect(await gate.clear(request("git push origin main", { sessionId: "b" }))).toMatchObject({
      kind: "cleared",
      approvedBy: "policy",
    });
    const siblings = ["git push origin other", "git push --force origin main", "git push origin main && npm publish"];
    for (const sibling of siblings)
      expect(await gate.clear(request(sibling))).toMatchObject({ kind: "denied", by: "person" });
    const elsewhere = request("git push origin main", { cwd: "/home/dev/app/sub" });
    expect(await gate.clear(elsewhere)).toMatchObject({ kind: "denied", by: "person" });
    expect(kept).toEqual(["always: git push origin main"]);
    expect(questions).toHaveLength(5);
  });

  test.each([
    "sudo ls",
    "python3 -c \"import urllib.request as u; u.urlopen('https://example.com')\"",
    "bash -c 'git push'",
    "env git push",
    "npx some-random-cli",
    'git push && eval "$X"',
    "$CMD",
    "xargs rm < list.txt",
    "find ~/x -delete",
    "sg docker",
    "runuser -u www-data",
    "capsh --print",
    "jython -c \"import urllib.request as u; u.urlopen('https://example.com')\"",
    "rbash -c 'git push'",
  ])("always is never offered for %s", async (text) => {
    const { approver, questions } = scripted("always");
    await gateWith({ approver }).clear(request(text));
    expect(questions[0]?.answers).not.toContain("always");
    expect(questions[0]?.always).toBeUndefined();
  });

  test("what cannot be known is not remembered for the session either", async () => {
    const { approver, questions } = scripted("session", "deny");
    const gate = gateWith({ approver });
    expect(await gate.clear(request('eval "$X"'))).toMatchObject({ kind: "cleared", approvedBy: "once" });
    expect((await gate.clear(request('eval "$X"'))).kind).toBe("denied");
    expect(questions[0]?.answers).toEqual(["once", "deny"]);
  });

  test("an always that was not offered counts as the widest yes that was", async () => {
    const { approver } = scripted("always");
    const gate = gateWith({ approver });
    expect(await gate.clear(request("sudo ls"))).toMatchObject({ approvedBy: "session" });
    expect(await gate.clear(request("sudo ls"))).toMatchObject({ approvedBy: "grant" });
  });

  test("a person's word comes back with the no", async () => {
    const approver: Approver = () => Promise.resolve({ answer: "deny", message: "not on a Friday" });
    const clearance = await gateWith({ approver }).clear(request("git push"));
    expect(clearance).toMatchObject({ by: "person", said: "not on a Friday" });
    expect(await gateWith({ approver: scripted("deny").approver }).clear(request("git push"))).toMatchObject({
      by: "person",
    });
    expect(
      await gateWith({ approver: () => Promise.resolve({ answer: "once" }) }).clear(request("git push")),
    ).toMatchObject({ approvedBy: "once" });
  });

  test.each(["person", "unanswered", "client", "nobody", "expired", "withdrawn", "changed"] as const)(
    "a no of %s is told apart",
    async (by) => {
      const approver: Approver = () => Promise.resolve({ answer: "deny", by });
      const clearance = await gateWith({ approver }).clear(request("git push origin main"));
      expect(clearance).toMatchObject({ kind: "denied", by });
      const rules = by === "person" ? undefined : ["Bash(git push origin main)"];
      expect("rules" in clearance ? clearance.rules : undefined).toEqual(rules);
    },
  );

  test("an answer that does not exist is no answer", async () => {
    const approver: Approver = () => Promise.resolve("maybe" as "once");
    expect(await gateWith({ approver }).clear(request("git push"))).toMatchObject({ kind: "denied", by: "unanswered" });
  });

  test("a rule is suggested only where it would let the command through", async () => {
    const rulesFor = async (text: string): Promise<unknown> => Object(await gateWith().clear(request(text))).rules;
    expect(await rulesFor("git push --force; npm publish")).toEqual(["Bash(git push --force)", "Bash(npm publish)"]);
    for (const text of ['eval "$X"', "git push > ../x", "git tag -d 'a b'", "sudo ls"])
      expect([text, await rulesFor(text)]).toEqual([text, undefined]);
  });

  test("a wider rule is kept when the approver names it, and no rule that was not offered", async () => {
    const named =
      (rule: string): Approver =>
      () =>
        Promise.resolve({ answer: "always", rule });
    const wide = gateWith({ approver: named("Bash(git push origin *)") });
    await wide.clear(request("git push origin main"));
    for (const text of ["git push origin other", "cd sub && git push origin main"])
      expect((await wide.judge(request(text))).verdict.decision).toBe("allow");
    for (const text of ["git push other main", "git push origin main --force", "git push origin main > ~/.bashrc"])
      expect((await wide.judge(request(text))).verdict.decision).not.toBe("allow");
    const exact = gateWith({ approver: named("Bash(git push origin main)") });
    await exact.clear(request("git push origin main"));
    expect((await exact.judge(request("git push origin main"))).verdict.decision).toBe("allow");
    expect((await exact.judge(request("git push origin other"))).verdict.decision).toBe("ask");
    const made = gateWith({ approver: named("Bash(*)") });
    expect(await made.clear(request("git push origin main"))).toMatchObject({ kind: "cleared", approvedBy: "once" });
    expect((await made.judge(request("git push origin main"))).verdict.decision).toBe("ask");
  });

  test("a session's grant answers only the questions that were asked", async () => {
    const { approver, questions } = scripted("session", "deny");
    const gate = gateWith({ approver });
    const text = "rm -rf /srv/x/dist; git push";
    const inside = { ...request(text), workspaces: ["/home/dev/app", "/srv/x"] as const };
    await gate.clear(inside);
    expect(await gate.clear(inside)).toMatchObject({ approvedBy: "grant" });
    expect((await gate.clear(request(text))).kind).toBe("denied");
    expect(questions).toHaveLength(2);
  });

  test("what one client's user allowed is not allowed to another client", async () => {
    const { approver } = scripted("always", "deny");
    const gate = gateWith({ approver });
    await gate.clear({ ...request("git push"), client: "one" });
    expect((await gate.judge({ ...request("git push"), client: "one" })).verdict.decision).toBe("allow");
    for (const client of ["two", undefined])
      expect((await gate.judge({ ...request("git push"), client })).verdict.decision).toBe("ask");
  });

  test("helper variables that were allowed are remembered and judged in the next command of that session", async () => {
    const { approver, questions } = scripted("once", "deny");
    const gate = gateWith({ approver });
    await gate.clear(request("export EDITOR='./edit.sh --now'"));
    expect((await gate.clear(request("git commit"))).kind).toBe("denied");
    expect(questions[1]?.findings[0]).toMatchObject({ rule: "helper-variable" });
    expect((await gate.clear(request("git commit", { sessionId: "other" }))).kind).toBe("cleared");
    expect((await gate.judge(request("git commit"))).verdict.decision).toBe("ask");
    gate.forget("default");
    expect((await gate.judge(request("git commit"))).verdict.decision).toBe("allow");
  });

  test("a variable set to something unknown is remembered as unknown", async () => {
    const gate = gateWith({ approver: scripted("once").approver });
    await gate.clear(request('export GIT_SSH_COMMAND="$X"'));
    expect((await gate.judge(request("git fetch"))).verdict.decision).toBe("ask");
  });

  test("rules and mode of the operator count", async () => {
    const rules = parseRules('{"allow": ["Bash(git push *)"], "deny": ["Bash(ls *)"]}', "x");
    expect(await gateWith({ rules }).clear(request("git push"))).toMatchObject({ kind: "cleared" });
    expect(await gateWith({ rules }).clear(request("ls"))).toMatchObject({ kind: "denied" });
    expect(await gateWith({ mode: "permissive" }).clear(request("git push"))).toMatchObject({ kind: "cleared" });
    expect(await gateWith({ workspaces: ["/srv/x"] }).clear(request("rm -rf /srv/x/dist"))).toMatchObject({
      kind: "cleared",
    });
  });
});

test("a bare string cannot run", () => {
  const run = (_command: ClearedCommand): boolean => true;
  // @ts-expect-error a bare string is not cleared
  expect(run("rm -rf /")).toBe(true);
  // @ts-expect-error nor is an object that merely has its text
  expect(run({ text: "rm -rf /" })).toBe(true);
});

describe("what always would remember", () => {
  const offered = async (text: string): Promise<readonly string[] | undefined> => {
    const { approver, questions } = scripted("deny");
    await gateWith({ approver }).clear(request(text));
    return questions[0]?.always;
  };

  test("is the part that was asked about, every word of it", async () => {
    expect(await offered("/usr/bin/git push")).toEqual(["Bash(/usr/bin/git push)"]);
    expect(await offered("touch ../x")).toEqual(["Bash(touch ../x)"]);
    expect(await offered("npm test && git push --force origin main")).toEqual(["Bash(git push --force origin main)"]);
    expect(await offered("git push; npm publish")).toEqual(["Bash(git push)", "Bash(npm publish)"]);
    expect(await offered("git tag -d 'a b'")).toEqual(["Bash(git tag -d 'a b')"]);
  });

  test("is nothing where the rule would not let the command through", async () => {
    expect(await offered("git push > ../x")).toBeUndefined();
    expect(await offered("GIT_DIR=../x git push")).toBeUndefined();
    expect(await offered("cd sub && git push")).toBeUndefined();
    expect(await offered("printenv")).toBeUndefined();
    const rules = parseRules('{"ask": ["Bash(ls *)"]}', "x");
    const { approver, questions } = scripted("deny");
    await gateWith({ approver, rules }).clear(request("ls"));
    expect(questions[0]?.answers).toEqual(["once", "session", "deny"]);
  });

  test("is nothing where the asker cannot be told apart or has no plain name", async () => {
    expect(await offered("'./my tool' ; rm ../x && 'a b' > ../y")).toBeUndefined();
    expect(await offered("> ../x")).toBeUndefined();
  });
});
