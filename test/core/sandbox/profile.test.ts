import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitsOf } from "../../../src/core/base/limits.ts";
import { parseProfile } from "../../../src/core/sandbox/profile.ts";
import type { SandboxRequest } from "../../../src/core/sandbox/sandbox.ts";
import { createPerson, type Person } from "../../support/open-sandbox.ts";

type Asked = Exclude<SandboxRequest, "none">;
const parse = (person: Person, request: Asked, workspace = person.workspace) =>
  parseProfile(request, { ...person, workspace, limits: limitsOf() });

test("a name alone is a whole profile", () => {
  const person = createPerson();
  const { workspace, home, stateDir } = person;
  expect(parse(person, "workspace")).toEqual({
    name: "workspace",
    network: "on",
    workspace,
    home,
    stateDir,
    read: [],
    write: [],
    cache: "private",
    guard: [],
  });
  expect(parse(person, { profile: "readonly", network: "off" })).toMatchObject({ name: "readonly", network: "off" });
});

test("further paths are taken as they are, home by its short name too", () => {
  const person = createPerson({ ".cache/x": "", "docs/y": "" });
  expect(
    parse(person, { profile: "workspace", read: ["~/docs"], write: [join(person.home, ".cache/")] }),
  ).toMatchObject({
    read: [join(person.home, "docs")],
    write: [join(person.home, ".cache")],
  });
});

test("a workspace behind a link is the place it leads to", () => {
  const person = createPerson();
  symlinkSync(person.workspace, join(person.root, "link"));
  expect(parse(person, "workspace", join(person.root, "link")).workspace).toBe(person.workspace);
});

test.each([
  ["/", /whole machine/],
  ["/usr", /part of the system/],
  ["/usr/bin", /part of the system/],
  ["/etc", /part of the system/],
  ["/proc", /part of the system/],
  ["relative", /not an absolute path/],
  ["/nonexistent-workspace", /does not exist/],
])("%s cannot be a workspace", (workspace, why) => {
  expect(() => parse(createPerson(), "workspace", workspace)).toThrow(why);
});

test("home, what holds home, the records and a file cannot be a workspace", () => {
  const person = createPerson({ file: "x" });
  expect(() => parse(person, "workspace", person.home)).toThrow(/your home directory lies in it/);
  expect(() => parse(person, "workspace", person.root)).toThrow(/your home directory lies in it/);
  expect(() => parse(person, "workspace", person.stateDir)).toThrow(/its own records/);
  expect(() => parse({ ...person, home: "/nonexistent/home" }, "workspace", "/tmp")).toThrow(/sockets lie in it/);
  expect(() => parse(person, "workspace", join(person.home, "file"))).toThrow(/is not a directory/);
});

test.each([
  ["read", "docs", /not an absolute path/],
  ["write", "./docs", /not an absolute path/],
  ["read", "/nonexistent-path", /does not exist/],
  ["write", "/nonexistent-path", /does not exist/],
  ["read", "/", /cannot be opened/],
  ["read", "/proc", /one of its own/],
  ["read", "/dev/null", /one of its own/],
  ["read", "/etc", /name what is needed in it/],
  ["read", "/tmp", /name what is needed in it/],
  ["write", "/", /home directory/],
  ["write", "/etc", /part of the system/],
  ["write", "/usr/local", /part of the system/],
  ["write", "/var/tmp", /sockets/],
])("%s: %s is refused", (option, path, why) => {
  expect(() => parse(createPerson(), { profile: "workspace", [option]: [path] })).toThrow(why);
});

test("paths of the person's that would open too much are refused", () => {
  const person = createPerson({ "real/x": "", "a/b/c": "" });
  symlinkSync("real", join(person.home, "link"));
  const asked = (request: Partial<Exclude<Asked, string>>) => () => parse(person, { profile: "workspace", ...request });
  expect(asked({ write: ["~/"] })).toThrow(/home directory lies in it/);
  expect(asked({ write: ["~"] })).toThrow(/home directory lies in it/);
  expect(() => parse(person, JSON.parse("{}"))).toThrow(/a profile must be named/);
  expect(asked({ write: [person.root] })).toThrow(/home directory lies in it/);
  expect(asked({ write: [person.stateDir] })).toThrow(/its own records/);
  expect(asked({ read: [person.stateDir] })).toThrow(/cannot be opened/);
  expect(asked({ write: [person.workspace] })).toThrow(/writable already/);
  expect(asked({ read: ["~/link"] })).toThrow(/leads through a link; name .*\/real/);
  expect(asked({ write: ["~/link/x"] })).toThrow(/leads through a link/);
  expect(asked({ read: ["~/a"], write: ["~/a/b"] })).toThrow(/overlap/);
  expect(asked({ read: ["~/a", "~/a"] })).toThrow(/overlap/);
});

test("a path in the workspace may be named: that is how its protection is lifted", () => {
  const person = createPerson();
  mkdirSync(join(person.workspace, ".vscode"));
  writeFileSync(join(person.workspace, ".env"), "");
  expect(
    parse(person, {
      profile: "workspace",
      write: [join(person.workspace, ".vscode")],
      read: [join(person.workspace, ".env")],
    }),
  ).toMatchObject({
    write: [join(person.workspace, ".vscode")],
  });
});

test("what is no profile and no network is refused", () => {
  const person = createPerson();
  const unchecked = (request: unknown) => () => parse(person, request as Asked);
  expect(unchecked("workspaces")).toThrow(/there is no profile "workspaces"/);
  expect(unchecked({ profile: "workspace", network: "maybe" })).toThrow(/network is "maybe"/);
  expect(unchecked({ profile: "workspace", network: {} })).toThrow(/network is \{\}/);
  expect(unchecked({ profile: "workspace", network: { allow: ["*.com"] } })).toThrow(/strangers/);
  expect(parse(person, { profile: "workspace", network: { allow: ["example.org"] } })).toMatchObject({
    network: [{ host: "example.org" }],
  });
});

test("a home and a state directory that are not there yet count by their names", () => {
  const person = createPerson();
  const profile = parseProfile("workspace", {
    ...person,
    home: "/nonexistent/home",
    stateDir: "/nonexistent/state",
    limits: limitsOf(),
  });
  expect(profile).toMatchObject({ home: "/nonexistent/home", stateDir: "/nonexistent/state" });
});

test("a cache that there is not is refused", () => {
  expect(() => parse(createPerson(), { profile: "workspace", cache: "mine" as never })).toThrow(
    'cache is "mine"; it must be "private", "shared" or "none"',
  );
});
