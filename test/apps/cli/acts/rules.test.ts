import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A user in a directory, with a home and a configuration of their own. */
function user() {
  const cwd = tempDir();
  const config = tempDir();
  const env = { XDG_CONFIG_HOME: config, NACRE_STATE_DIR: process.env["NACRE_STATE_DIR"] };
  const nacre = (...words: string[]) => cli(words, { cwd, env });
  return { cwd, env, nacre, userRules: join(config, "nacre") };
}

test("a rule holds in its workspace from the next command on, until it is removed", async () => {
  const { nacre, cwd } = user();
  const push = ["check", "--cwd", cwd, "git push origin main"];
  expect((await nacre(...push)).code).toBe(10);
  const { code, stdout } = await nacre("allow", "Bash(git push *)");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^rule_\w+: allow Bash\(git push \*\) in \/.*\nIt holds from/),
  ]);
  expect((await nacre(...push)).code).toBe(0);
  expect((await nacre("check", "--workspace", tempDir(), "git push origin main")).code).toBe(10);
  const id = stdout.split(":")[0] ?? "";
  expect((await nacre("rules")).stdout).toMatch(
    new RegExp(`^ID .*\n${id} +allow +this workspace +always +Bash\\(git push`),
  );
  expect(await nacre("rules", "remove", id)).toMatchObject({ code: 0, stdout: `removed ${id}: Bash(git push *)\n` });
  expect([(await nacre(...push)).code, (await nacre("rules")).stdout]).toEqual([
    10,
    `no rules of yours hold in ${cwd}\n`,
  ]);
});

test("a rule can be for every workspace, forbid, end, and be printed as data", async () => {
  const { nacre, cwd } = user();
  const made = await nacre("deny", "npm test", "--user", "--until", "2h", "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({
    decision: "deny",
    rule: "Bash(npm test)",
    scope: "user",
    by: "nacre deny",
    until: expect.stringMatching(/Z$/),
  });
  expect((await nacre("check", "npm test")).code).toBe(20);
  expect(JSON.parse((await nacre("rules", "--json")).stdout)).toMatchObject({
    workspace: cwd,
    rules: [{ rule: "Bash(npm test)" }],
  });
});

test("a workspace is known by its real path", async () => {
  const { nacre, cwd } = user();
  const link = join(tempDir(), "link");
  symlinkSync(cwd, link);
  await nacre("allow", "Bash(git push)", "--workspace", link);
  expect((await nacre("check", "git push")).code).toBe(0);
});

test("rules of a named file are listed with the file they come from", async () => {
  const { nacre, cwd } = user();
  const file = join(cwd, "mine.json");
  writeFileSync(file, JSON.stringify({ ask: ["Bash(ls *)"] }));
  expect((await nacre("rules", "--rules", file)).stdout).toContain(`ask: Bash(ls *) (${file})`);
});

test.each([
  [["allow", "Read(x)"], /is not about Bash but about Read/],
  [["allow", "Bash(x"], /does not end with \)/],
  [["allow", "Bash(x)", "--until", "yesterday"], /--until yesterday must be ahead/],
  [["allow", "Bash(x)", "--until", "2020-01-01"], /must be ahead/],
  [["allow", "Bash(x)", "--user", "--workspace", "."], /--user is for every workspace/],
  [["allow"], /missing required argument/],
  [["rules", "drop", "x"], /It must be remove, or nothing/],
])("%j is wrong usage, and nothing is written", async (words, why) => {
  const { nacre, userRules } = user();
  expect(await nacre(...words)).toMatchObject({ code: 2, stderr: expect.stringMatching(why) });
  expect(existsSync(userRules)).toBe(false);
});

test("a rule that is not there is named, with those that are", async () => {
  const { nacre } = user();
  expect(await nacre("rules", "remove", "rule_0")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there are none"),
  });
});

test.each([
  ["allow", "Bash(x)"],
  ["deny", "Bash(x)"],
  ["rules", "remove", "x"],
])("%s %s is refused in the shell of an agent", async (...words) => {
  const env = { XDG_CONFIG_HOME: tempDir(), NACRE_HOST: "host" };
  expect(await cli(words, { cwd: tempDir(), env })).toMatchObject({
    code: 126,
    stderr: expect.stringContaining("is for the user, and this is the shell of an agent"),
  });
  expect(existsSync(join(env.XDG_CONFIG_HOME, "nacre"))).toBe(false);
});

test("a broken file of rules refuses to start, with the place", async () => {
  const { nacre, userRules } = user();
  for (const path of [userRules, join(userRules, "rules")]) mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(userRules, "rules", "rule_1.json"), '{\n"id":1}', { mode: 0o600 });
  for (const words of [["rules"], ["check", "ls"], ["run", "--", "true"]])
    expect(await nacre(...words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("rule_1.json, line 2: id: is not a field"),
    });
});

test("the command by which a refusal says that the user can allow it lets it run", async () => {
  const { nacre, cwd, userRules } = user();
  const { bash } = openToolkit({ workingDir: cwd, userRules });
  for (const command of ["git push --force nowhere", "git push nowhere; git push elsewhere"]) {
    const { error = "" } = await bash(command);
    const [, said = ""] = /The user can allow it with (.*), in a terminal in the workspace\./.exec(error) ?? [];
    const rules = [...said.matchAll(/nacre allow '([^']+)'/g)].map(([, rule = ""]) => rule);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect((await nacre("allow", rule)).code).toBe(0);
    expect((await bash(command)).metadata.error_kind).toBeUndefined();
  }
  expect((await bash('eval "$X"')).error).toContain("No rule is known that would allow it");
});
