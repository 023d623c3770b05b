import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Profile } from "../../../../src/core/sandbox/profile.ts";
import { homeInside, viewOf } from "../../../../src/core/sandbox/view/mount-arguments.ts";
import type { Seal } from "../../../../src/core/sandbox/view/seal.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

type Asked = { readonly changed?: Partial<Profile>; readonly seals?: readonly Seal[] };

/** The arguments in one line, for a home with a `.ssh` and a workspace elsewhere. */
function view({ changed = {}, seals = [] }: Asked = {}): { line: string; home: string } {
  const home = join(tempDir(), "home");
  mkdirSync(join(home, ".ssh"), { recursive: true });
  const scratch = {
    root: "/s",
    tmp: "/s/tmp",
    home: "/s/home",
    unreadableFile: "/s/no-file",
    unreadableDirectory: "/s/no-dir",
    emptyFile: "/s/empty",
    proxySocket: "/s/socket",
    settings: "/s/settings",
    etc: "/s/etc",
    remove: () => undefined,
  };
  const profile: Profile = {
    name: "workspace",
    network: "off",
    workspace: "/w",
    home,
    stateDir: "/state",
    read: [],
    write: [],
    guard: [],
    ...changed,
  };
  const parts = { profile, scratch, toolchains: [], isRoot: false, tempBytes: 1000, settings: [] };
  return { line: viewOf(parts, { directories: { runtimeDir: "/run/mine" }, seals }).join(" "), home };
}

test.each([
  ["/home/me", "/home/me"],
  ["/", "/home/agent"],
  ["/usr/me", "/home/agent"],
])("the home %s is %s inside", (home, inside) => {
  expect(homeInside(home)).toBe(inside);
});

test("a workspace can be written, save where it is sealed", () => {
  const { line } = view({
    seals: [
      { path: "/w/.git", as: "fixed" },
      { path: "/w/.vscode", as: "read-only" },
      { path: "/w/.env", as: "hidden" },
    ],
  });
  expect(line).toContain(
    "--bind /w /w --bind /w/.git /w/.git --ro-bind /w/.vscode /w/.vscode --ro-bind /s/no-file /w/.env",
  );
});

test("a read-only workspace cannot, save where it is opened", () => {
  const { line } = view({
    changed: { name: "readonly", write: ["/w/out"] },
    seals: [{ path: "/w/.git", as: "fixed" }],
  });
  expect(line).toContain("--ro-bind /w /w --ro-bind /w/.git /w/.git --bind /w/out /w/out");
});

test("a secret of the home that something shown would hold is covered, behind what shows it", () => {
  const { home } = view();
  expect(view().line).not.toContain("/s/no-dir");
  const shown = view({ changed: { home, workspace: home } }).line;
  expect(shown.indexOf(`--ro-bind /s/no-dir ${home}/.ssh`)).toBeGreaterThan(shown.indexOf(`--bind ${home} ${home}`));
});

test("our own records are covered where something shown holds them", () => {
  expect(view().line).not.toContain("--tmpfs /state");
  expect(view({ changed: { read: ["/state"] } }).line).toContain("--perms 0700 --tmpfs /state");
});

test.runIf(hasBubblewrap)("beside the workspace nothing can be made that would be gone with the sandbox", async () => {
  const person = createPerson({ "work/app/x": "" });
  const { run } = await openSandbox("workspace", { person: { ...person, workspace: join(person.home, "work/app") } });
  const { stdout, stderr } = await run(`cd ${person.home}/work/app; touch y ~/z && echo made; touch ../beside`);
  expect(stdout).toBe("made\n");
  expect(stderr).toMatch(/beside.*Read-only file system/);
});

test.runIf(hasBubblewrap)("what npm installs for all goes to the private home, which ends PATH", async () => {
  const { run } = await openSandbox();
  expect((await run('echo "$NPM_CONFIG_PREFIX ${PATH##*:}" | sed "s#$HOME#~#g"')).stdout).toBe(
    "~/.npm-global ~/.npm-global/bin\n",
  );
});
