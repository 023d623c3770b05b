import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const PUSH = "git push nowhere";

/** Hosts on one state directory, and a user who looks at them from outside. */
async function hosts(count = 1) {
  const stateDir = tempDir("nacre-state-");
  const config = tempDir();
  const env = { XDG_CONFIG_HOME: config };
  const nacre = (...words: string[]) => cli([...words, "--state-dir", stateDir], { env, cwd: tempDir() });
  const kits = Array.from({ length: count }, () => openToolkit({ stateDir, app: "test" }));
  for (const kit of kits) await kit.bash("true");
  const [kit] = kits;
  if (kit === undefined) throw new Error("no host");
  const pushed = async (session_id = "default") =>
    (await kit.bash(PUSH, { session_id })).metadata.error_kind === undefined;
  return { kit, kits, nacre, pushed, rulesDir: join(config, "nacre") };
}

test("a rule for a session holds in it alone, is listed, can be taken back, and is kept on no disk", async () => {
  const { nacre, kit, pushed, rulesDir } = await hosts();
  await kit.bash("true", { session_id: "other" });
  const made = await nacre("allow", "git push *", "--session", "default");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const [, id = ""] =
    /^(rule_\w+): allow Bash\(git push \*\) in the session default of nacre test \(pid \d+\)\n/.exec(made.stdout) ?? [];
  expect([await pushed(), await pushed("other")]).toEqual([true, false]);
  expect((await nacre("rules")).stdout).toMatch(
    new RegExp(`^ID .*\n${id} +allow +session default of nacre test \\(pid \\d+\\) +it ends +Bash\\(git push`),
  );
  expect(JSON.parse((await nacre("rules", "--json")).stdout)).toMatchObject({
    rules: [],
    sessionRules: [{ id, scope: "session", session: "default", host_pid: process.pid }],
  });
  expect(existsSync(rulesDir)).toBe(false);
  expect((await nacre("rules", "remove", id)).stdout).toBe(`removed ${id}: Bash(git push *)\n`);
  expect([await pushed(), (await nacre("rules")).stdout]).toEqual([
    false,
    expect.stringContaining("no rules of yours"),
  ]);
});

test("a rule can forbid, end, be printed as data, and name its session by the beginning", async () => {
  const { nacre, kit } = await hosts();
  const { stdout } = await nacre("deny", "npm *", "--session", "def", "--until", "2h", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    decision: "deny",
    session: "default",
    until: expect.stringMatching(/Z$/),
  });
  const { error } = await kit.bash("npm test");
  expect(error).toContain("says deny for Bash(npm *) (nacre deny, for this session)");
});

test("it is gone with its session", async () => {
  const { nacre, kit, pushed } = await hosts();
  await nacre("allow", PUSH, "--session", "default");
  expect(await pushed()).toBe(true);
  await kit.leave("default");
  expect([await pushed(), (await nacre("rules")).stdout]).toEqual([
    false,
    expect.stringContaining("no rules of yours"),
  ]);
});

test("a session that is not there is named, with those that are", async () => {
  const { nacre } = await hosts();
  for (const wrong of ["zz", ""]) {
    const { code, stderr } = await nacre("allow", PUSH, "--session", wrong);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`nacre: no session ${wrong}; there are `)]);
    expect(stderr).toMatch(/there are \S+\/default \(nacre test in \/\S+\)\n$/);
  }
});

test("where no host runs, there is no session", async () => {
  const none = await cli(["allow", PUSH, "--session", "default", "--state-dir", tempDir()], { env: {} });
  expect(none).toMatchObject({ code: 1, stderr: "nacre: no session default; there are none\n" });
});

test("a session that several hosts have is not guessed, but named behind its host", async () => {
  const { nacre, kits } = await hosts(2);
  const { code, stderr } = await nacre("allow", PUSH, "--session", "default");
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^nacre: default could be any of \S+\/default .*, \S+\/default /),
  ]);
  const [, second = ""] = /, (\S+\/default) /.exec(stderr) ?? [];
  expect((await nacre("allow", PUSH, "--session", second)).code).toBe(0);
  const pushed = await Promise.all(kits.map(async (kit) => (await kit.bash(PUSH)).metadata.error_kind === undefined));
  expect(pushed.toSorted()).toEqual([false, true]);
  await Promise.all(kits.map((kit) => kit.dispose()));
});

test.each([
  [["--user"], /leave --user and --workspace out/],
  [["--workspace", "."], /leave --user and --workspace out/],
  [["--until", "yesterday"], /must be ahead/],
])("--session with %j is wrong usage", async (more, why) => {
  const { nacre } = await hosts();
  expect(await nacre("allow", PUSH, "--session", "default", ...more)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(why),
  });
});

test("what is no rule is wrong usage", async () => {
  const { nacre } = await hosts();
  expect(await nacre("allow", "Read(x)", "--session", "default")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not about Bash but about Read"),
  });
});

test("in the shell of an agent it is refused, by the program and by the policy", async () => {
  const words = ["allow", PUSH, "--session", "default"];
  expect(await cli(words, { env: { NACRE_HOST: "host" } })).toMatchObject({ code: 126 });
  expect((await cli(["check", "nacre allow 'git push *' --session default"], { cwd: tempDir() })).code).toBe(20);
  const { kit } = await hosts();
  expect((await kit.bash("nacre deny 'npm *' --session default")).metadata.error_kind).toBe("blocked");
});
