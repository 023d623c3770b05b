import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { doAtOnce } from "../../../src/core/base/slices.ts";
import { SEALED_NAMES } from "../../../src/core/knowledge/guarded-places.ts";
import { WorkspaceGuard } from "../../../src/core/sandbox/guard/workspace-guard.ts";
import { tempDir } from "../../support/temp-dir.ts";

type Options = { begun?: boolean; idle?: boolean; quarantine?: string; write?: string[]; read?: string[] };

function guarded(options: Options = {}) {
  const workspace = tempDir();
  const state = { idle: options.idle ?? true, ended: 0 };
  const guard = new WorkspaceGuard({
    workspace,
    quarantine: options.quarantine ?? join(tempDir(), "quarantine"),
    read: (options.read ?? []).map((path) => join(workspace, path)),
    write: (options.write ?? []).map((path) => join(workspace, path)),
    isIdle: () => state.idle,
    looksIdle: () => state.idle,
    onChanged: () => undefined,
    endWork: () => {
      state.ended++;
    },
  });
  onTestFinished(() => guard.close());
  if (options.begun !== false) doAtOnce(guard.begin());
  const put = (path: string, text = ""): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  const before = (): readonly string[] => {
    doAtOnce(guard.lookBefore());
    return guard.removals.takeNotices();
  };
  const after = (): readonly string[] => {
    doAtOnce(guard.lookAfter(true));
    return guard.removals.takeNotices();
  };
  const seals = (): string[] => guard.seals().map(({ as, path }) => `${as} ${relative(workspace, path)}`);
  return { guard, workspace, state, put, seals, before, after, begin: () => doAtOnce(guard.begin()) };
}

test("what is there at the start is sealed by kind, as far as it was not opened", () => {
  const { guard, put, seals, begin } = guarded({ begun: false, write: [".vscode"], read: [".env.test"] });
  for (const path of [".git/hooks/x", ".git/config", ".vscode/x", ".mcp.json", ".env", ".env.test"]) put(path);
  begin();
  expect(seals()).toEqual([
    "fixed .git",
    "hidden .env",
    "read-only .mcp.json",
    "read-only .env.test",
    "read-only .git/hooks",
    "read-only .git/config",
  ]);
  expect([guard.registry.takeChanged(), guard.registry.takeChanged()]).toEqual([true, false]);
});

test("a person's new things are sealed, a command's are taken away", () => {
  const { state, put, workspace, seals, before, after } = guarded();
  put(".vscode/x");
  put(".env");
  symlinkSync("elsewhere", join(workspace, ".claude"));
  expect(before()).toEqual([]);
  expect(seals()).toEqual(["hidden .env", "read-only .vscode"]);
  state.idle = false;
  put(".idea/x");
  put(".env.local");
  expect(after().join()).toMatch(/took away .idea/);
  expect(before()).toEqual([]);
  expect(lstatSync(join(workspace, ".claude")).isSymbolicLink()).toBe(true);
  state.idle = true;
  before();
  // A secret file that a command wrote is no secret from commands.
  expect(seals()).not.toContain("hidden .env.local");
});

test("what was deleted and made again is new", () => {
  const { state, put, workspace, before, after } = guarded();
  put(".mcp.json");
  before();
  rmSync(join(workspace, ".mcp.json"));
  before();
  state.idle = false;
  put(".mcp.json");
  expect(after().join()).toMatch(/took away .mcp.json/);
});

test("a file that was replaced is news", () => {
  const { guard, put, workspace, begin, before } = guarded({ begun: false });
  put(".mcp.json");
  begin();
  guard.registry.takeChanged();
  put("spare");
  rmSync(join(workspace, ".mcp.json"));
  put(".mcp.json");
  before();
  expect(guard.registry.takeChanged()).toBe(true);
});

test("a .git file may lead to a git directory in the workspace, which is then sealed too", async () => {
  const { guard, state, put, seals, after } = guarded();
  state.idle = false;
  put("store/HEAD");
  put("store/config", "[core]\n\tpager = evil\n");
  put("store/hooks/pre-commit");
  put("sub/.git", "gitdir: ../store\n");
  expect(after()).toEqual([]);
  const notices = await guard.disarming.disarm();
  expect(notices.join()).toMatch(/took away store\/hooks\/pre-commit.*switched off core.pager in store\/config/);
  expect(seals().sort()).toEqual([
    "fixed store",
    "read-only store/config",
    "read-only store/hooks",
    "read-only sub/.git",
  ]);
  expect(after()).toEqual([]);
  expect(await guard.disarming.disarm()).toEqual([]);
});

test("a configuration that git cannot read is taken away", async () => {
  const { guard, state, put, workspace, after } = guarded();
  state.idle = false;
  put(".git/config", "[core\nnonsense =");
  after();
  expect((await guard.disarming.disarm()).join()).toMatch(/took away .git\/config: git cannot read it/);
  expect(existsSync(join(workspace, ".git/config"))).toBe(false);
});

test("what cannot be kept with our own things stays beside its old name: nothing is copied or deleted", () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  const { state, put, workspace, after } = guarded({ quarantine: join(file, "quarantine") });
  state.idle = false;
  put(".envrc", "text");
  const [notice = ""] = after();
  expect(notice).toMatch(/took away .envrc: .* It is kept at /);
  expect(readFileSync(notice.replace(/.*kept at /, ""), "utf8")).toBe("text");
  expect(existsSync(join(workspace, ".envrc"))).toBe(false);
});

test("who keeps making a name is ended, once", () => {
  const { state, put, after } = guarded();
  state.idle = false;
  for (let time = 0; time < 60; time++) {
    put(`.git/config`);
    put(`other/.git`, "nonsense");
    after();
  }
  expect(state.ended).toBe(1);
});

test("what came with a clone is sealed with it; what a command adds later is taken away", () => {
  const { state, put, seals, workspace, after } = guarded({ write: ["copy/.idea"] });
  state.idle = false;
  for (const path of ["copy/.git/HEAD", "copy/.vscode/settings.json", "copy/.mcp.json", "copy/.idea/x"]) put(path);
  expect(after()).toEqual([]);
  expect(seals()).toEqual(["fixed copy/.git", "read-only copy/.vscode", "read-only copy/.mcp.json"]);
  put("copy/.claude/settings.json");
  expect(after().join()).toMatch(/took away copy\/.claude/);
  expect(existsSync(join(workspace, "copy", ".vscode"))).toBe(true);
});

test("a repository that a link took the place of is nobody's: it is neither sealed nor changed", async () => {
  const { guard, state, put, seals, workspace, after } = guarded();
  const other = tempDir();
  mkdirSync(join(other, ".git", "hooks"), { recursive: true });
  writeFileSync(join(other, ".git", "hooks", "pre-commit"), "");
  mkdirSync(join(other, ".vscode"));
  state.idle = false;
  put("a/.git/HEAD");
  after();
  expect(seals()).toEqual(["fixed a/.git"]);
  renameSync(join(workspace, "a"), join(workspace, "b"));
  symlinkSync(other, join(workspace, "a"));
  expect([...after(), ...(await guard.disarming.disarm())]).toEqual([]);
  expect(seals()).toEqual(["fixed b/.git"]);
  expect([readdirSync(other), readdirSync(join(other, ".git", "hooks"))]).toEqual([
    [".git", ".vscode"],
    ["pre-commit"],
  ]);
});

test("a .git file that leads out, and one that leads nowhere, are taken away", () => {
  const { state, put, after } = guarded();
  state.idle = false;
  put("a/.git", `gitdir: ${tempDir()}\n`);
  put("b/.git", "nonsense");
  expect([...after()].sort().join()).toMatch(/took away a\/.git: it leads.*took away b\/.git: it leads/);
});

test("a workspace that is gone is no trouble", () => {
  const { guard, workspace, before, after } = guarded();
  rmSync(workspace, { recursive: true });
  expect([before(), after(), guard.seals()]).toEqual([[], [], []]);
  const nowhere = new WorkspaceGuard({
    workspace: join(workspace, "x"),
    quarantine: "/nonexistent",
    read: [],
    write: [],
    isIdle: () => true,
    looksIdle: () => true,
    onChanged: () => undefined,
    endWork: () => undefined,
  });
  doAtOnce(nowhere.lookBefore());
  expect(nowhere.removals.takeNotices()).toEqual([]);
  nowhere.close();
  nowhere.close();
});

test("the manual names every guarded name, and the contract's are among them", () => {
  const manual = readFileSync("docs/sandbox.md", "utf8");
  for (const name of [".git/hooks", ".git/config", ...SEALED_NAMES]) expect(manual).toContain(name);
  const contract = ".husky .envrc .mcp.json .vscode .idea .cursor .claude .codex .gemini".split(" ");
  expect(SEALED_NAMES).toEqual(expect.arrayContaining(contract));
});
