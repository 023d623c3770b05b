import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createGate } from "../../../src/core/permission/gate.ts";
import { UserRulesStore } from "../../../src/core/permission/user-rules-store.ts";
import { runSource } from "../../support/run-source.ts";
import { tempDir } from "../../support/temp-dir.ts";

const PUSH = { decision: "allow", rule: "Bash(git push *)", by: "test" } as const;

function store(workspace = "/w") {
  const directory = join(tempDir(), "nacre");
  return {
    directory,
    rules: new UserRulesStore(directory, workspace),
    again: () => new UserRulesStore(directory, workspace),
  };
}

test("a rule is kept for its workspace or for all of the user's, private to the user", () => {
  const { directory, rules, again } = store();
  expect(rules.list()).toEqual([]);
  const here = rules.add("workspace", PUSH);
  const everywhere = rules.add("user", { ...PUSH, decision: "deny", rule: "Bash(npm publish)" });
  expect(again().list()).toEqual([here, everywhere]);
  expect(new UserRulesStore(directory, "/other").list()).toEqual([everywhere]);
  for (const path of [here.path, everywhere.path]) expect(lstatSync(path).mode & 0o777).toBe(0o600);
  for (const path of [directory, dirname(dirname(here.path)), dirname(here.path), dirname(everywhere.path)])
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory).toSorted()).toEqual(["rules", "workspaces"]);
});

test("a rule that another process writes or removes holds without a restart", () => {
  const { rules, again } = store();
  expect(rules.current().rules).toEqual([]);
  const { id } = again().add("workspace", PUSH);
  expect(rules.current().rules).toMatchObject([{ id: `user: ${id}`, match: ["git push *"] }]);
  expect(again().remove(id)).toMatchObject({ id, scope: "workspace" });
  expect([rules.current().rules, rules.remove(id)]).toEqual([[], undefined]);
});

test("a rule that a user edits in place holds without a restart", () => {
  const { rules } = store();
  const { path } = rules.add("user", PUSH);
  expect(rules.current().rules).toMatchObject([{ decision: "allow" }]);
  const late = Date.now() / 1000 - 3600;
  utimesSync(dirname(path), late, late);
  writeFileSync(path, readFileSync(path, "utf8").replace('"allow"', '"deny"'));
  expect(rules.current().rules).toMatchObject([{ decision: "deny" }]);
});

const ADDERS = 5;
const RULES_EACH = 15;

test("processes that add and remove rules at the same instant lose none, and remove each once", async () => {
  const { directory, rules, again } = store();
  const doomed = Array.from({ length: RULES_EACH }, () => rules.add("user", PUSH).id);
  const adds = `for (let i = 0; i < ${RULES_EACH}; i++) store.add("user", { decision: "allow", rule: "Bash(x)", by: id + i });`;
  const removes = `console.log(${JSON.stringify(doomed)}.filter((one) => store.remove(one) !== undefined).length);`;
  const acts = [...Array.from({ length: ADDERS }, () => adds), removes, removes];
  const ran = await Promise.all(
    acts.map((act, id) =>
      runSource(`
        import { UserRulesStore } from ${JSON.stringify(resolve("dist/modules/core/permission/user-rules-store.js"))};
        const [store, id] = [new UserRulesStore(${JSON.stringify(directory)}, "/w"), "${id} "];
        ${act}`),
    ),
  );
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(acts.map(() => [0, ""]));
  expect(ran.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(doomed.length);
  expect(
    new Set(
      again()
        .list()
        .map(({ by }) => by),
    ).size,
  ).toBe(ADDERS * RULES_EACH);
  expect(rules.list()).toEqual(again().list());
});

test("a rule ends when its time is over, and leaves the disk with the next one", () => {
  const { rules } = store();
  const { path } = rules.add("user", { ...PUSH, until: "2020-01-01T00:00:00Z" });
  expect(rules.list()).toEqual([]);
  const { id } = rules.add("user", PUSH);
  expect(readdirSync(dirname(path))).toEqual([`${id}.json`]);
});

test("what is no rule is not written", () => {
  const { directory, rules } = store();
  expect(() => rules.add("user", { ...PUSH, rule: "Write(x)" })).toThrow("is not about Bash but about Write");
  expect(() => readdirSync(directory)).toThrow("ENOENT");
});

test.each<[string, (path: string) => void]>([
  ["broken", (path) => writeFileSync(path, "{")],
  ["a directory", (path) => (rmSync(path), mkdirSync(path))],
  ["writable by others", (path) => chmodSync(path, 0o666)],
  ["a link", (path) => (renameSync(path, `${path}.real`), symlinkSync(`${path}.real`, path))],
])("a file that is %s is refused by its name, also at the start", (_what, spoil) => {
  const { rules, again } = store();
  const { path } = rules.add("user", PUSH);
  spoil(path);
  for (const one of [rules, again()]) expect(() => one.current()).toThrow(`the policy rules cannot be used: ${path}`);
  expect(() => createGate({ home: "/home/dev", workspace: "/w", userRules: again() })).toThrow(path);
});

test("a directory that is a link, that others write, or that cannot be read, is refused", () => {
  const { directory, rules, again } = store();
  const { path } = rules.add("user", PUSH);
  chmodSync(directory, 0o777);
  expect(() => rules.current()).toThrow(directory);
  chmodSync(directory, 0o700);
  chmodSync(dirname(path), 0o300);
  if (process.getuid?.() !== 0) expect(() => again().current()).toThrow(`${dirname(path)} cannot be read`);
  chmodSync(dirname(path), 0o700);
  renameSync(directory, `${directory}.real`);
  symlinkSync(`${directory}.real`, directory);
  expect(() => again().add("user", PUSH)).toThrow(directory);
});

test("an answer always is kept on disk, holds at once, and for a later host", async () => {
  const { rules, again } = store();
  const asked: unknown[] = [];
  const gate = createGate({
    home: "/home/dev",
    workspace: "/w",
    userRules: rules,
    approver: async ({ keptIn }) => {
      asked.push(keptIn);
      return { answer: "always", via: "terminal", until: "2h" };
    },
  });
  const request = { text: "git push origin main", cwd: "/w", sessionId: "default" };
  expect(await gate.clear(request)).toMatchObject({ approvedBy: "always" });
  expect(await gate.clear(request)).toMatchObject({ approvedBy: "policy" });
  expect(asked).toEqual(["rules"]);
  expect(again().list()).toMatchObject([
    {
      rule: "Bash(git push origin main)",
      by: "an answer: terminal",
      cwd: "/w",
      until: expect.any(String),
      scope: "workspace",
    },
  ]);
  const later = createGate({ home: "/home/dev", workspace: "/w", userRules: again() });
  expect(await later.clear(request)).toMatchObject({ approvedBy: "policy" });
  expect(await later.clear({ ...request, cwd: "/w/sub" })).toMatchObject({ by: "nobody" });
});

test("an answer that cannot be written holds until the host ends, and says why", async () => {
  const { directory, rules } = store();
  writeFileSync(directory, "");
  const request = { text: "git push", cwd: "/w", sessionId: "default" };
  const gate = createGate({ home: "/home/dev", workspace: "/w", approver: async () => "always" });
  expect(await gate.clear(request)).not.toHaveProperty("ruleProblem");
  rmSync(directory);
  const kept = createGate({
    home: "/home/dev",
    workspace: "/w",
    userRules: rules,
    approver: async () => {
      writeFileSync(join(directory, "..", "x"), "");
      mkdirSync(directory, { mode: 0o700 });
      mkdirSync(join(directory, "workspaces"), { mode: 0o500 });
      return "always";
    },
  });
  const clearance = await kept.clear(request);
  if (process.getuid?.() !== 0)
    expect(clearance).toMatchObject({ ruleProblem: expect.stringContaining("cannot be written") });
  chmodSync(join(directory, "workspaces"), 0o700);
  expect(await kept.clear(request)).toMatchObject({ approvedBy: "policy" });
});
