import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { LoginStore } from "../../../../src/core/shell/login/login-store.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

/** A home with a login file, a state directory, and a store as each host makes it. */
function place() {
  const [home, stateDir] = [tempDir(), tempDir()];
  writeFileSync(join(home, ".bash_profile"), "true\n");
  const storeOf = (more: Readonly<Record<string, string>> = {}, bash = "/bin/bash"): LoginStore =>
    new LoginStore(stateDir, bash, { HOME: home, PATH: "/usr/bin", ...more });
  const file = (): string => join(stateDir, "login", readdirSync(join(stateDir, "login"))[0] ?? "");
  return { home, stateDir, storeOf, file };
}

const CHANGES = { PATH: "/login:/usr/bin", JAVA_HOME: "/opt/java" };
const NONE = { variables: undefined, hasFailed: false };

test("what is kept comes back, from a file that only its owner can read", () => {
  const { storeOf, stateDir, file } = place();
  expect(storeOf().read()).toEqual(NONE);
  storeOf().keep(CHANGES);
  expect(storeOf().read()).toEqual({ variables: CHANGES, hasFailed: false });
  expect(lstatSync(file()).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(stateDir, "login")).mode & 0o777).toBe(0o700);
  storeOf().keep({ PATH: "/other" });
  expect(readdirSync(join(stateDir, "login"))).toHaveLength(1);
});

test("nothing that looks secret is written", () => {
  const { storeOf, file } = place();
  const key = `ghp_${"a1B2".repeat(9)}`;
  storeOf({ MAIL: "http://me:pw@host" }).keep({
    ...CHANGES,
    GITHUB_TOKEN: "abc",
    npm_config__auth: "abc",
    REMOTE: "https://me:pw@example.org/x",
    PLAIN: key,
    MAIL: "now harmless",
  });
  expect(storeOf().read().variables).toEqual(CHANGES);
  for (const secret of ["abc", "pw", key]) expect(readFileSync(file(), "utf8")).not.toContain(secret);
});

test("it holds for the same shell, home and values only", () => {
  const { storeOf } = place();
  storeOf().keep(CHANGES);
  expect(storeOf({}, "/other/bash").read()).toEqual(NONE);
  expect(storeOf({ PATH: "/venv/bin:/usr/bin" }).read()).toEqual(NONE);
  expect(storeOf({ JAVA_HOME: "/mine" }).read()).toEqual(NONE);
  expect(storeOf({ UNRELATED: "1" }).read().variables).toEqual(CHANGES);
});

test.each([
  ["changed in size", (home: string) => writeFileSync(join(home, ".bash_profile"), "true true\n")],
  ["changed in time", (home: string) => utimesSync(join(home, ".bash_profile"), 1, 1)],
  ["added", (home: string) => writeFileSync(join(home, ".profile"), "")],
  ["moved away", (home: string) => renameSync(join(home, ".bash_profile"), join(home, "x"))],
])("it does not hold when a login file was %s", (_, change) => {
  const { storeOf, home } = place();
  storeOf().keep(CHANGES);
  storeOf().noteFailure();
  change(home);
  expect(storeOf().read()).toEqual(NONE);
});

test("it holds for a day at most, and not when it comes from the future", () => {
  const { storeOf } = place();
  vi.useFakeTimers({ toFake: ["Date"] });
  const begun = Date.now();
  storeOf().keep(CHANGES);
  vi.setSystemTime(begun + 23 * HOUR);
  expect(storeOf().read().variables).toEqual(CHANGES);
  vi.setSystemTime(begun + 25 * HOUR);
  expect(storeOf().read().variables).toBeUndefined();
  vi.setSystemTime(begun - HOUR);
  expect(storeOf().read().variables).toBeUndefined();
});

test("a failure is remembered for some minutes, beside what an earlier login gave", () => {
  const { storeOf } = place();
  vi.useFakeTimers({ toFake: ["Date"] });
  const begun = Date.now();
  storeOf().keep(CHANGES);
  storeOf().noteFailure();
  expect(storeOf().read()).toEqual({ variables: CHANGES, hasFailed: true });
  vi.setSystemTime(begun + HOUR);
  expect(storeOf().read()).toEqual({ variables: CHANGES, hasFailed: false });
  storeOf().keep(CHANGES);
  expect(storeOf().read().hasFailed).toBe(false);
});

test.each([
  ["a link", (file: string) => (renameSync(file, `${file}.x`), symlinkSync(`${file}.x`, file))],
  ["readable by others", (file: string) => chmodSync(file, 0o644)],
  ["no JSON", (file: string) => writeFileSync(file, "{")],
  ["another JSON", (file: string) => writeFileSync(file, '{"seal":1}')],
  ["of other types", (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace('"/opt/java"', "5"))],
  ["larger than it can be", (file: string) => writeFileSync(file, " ".repeat(2 * 1024 * 1024))],
])("a file that is %s is not trusted", (_, change) => {
  const { storeOf, file } = place();
  storeOf().keep(CHANGES);
  change(file());
  expect(storeOf().read()).toEqual(NONE);
});

test("a directory that is a link, or open to others, is not trusted", () => {
  const { storeOf, stateDir } = place();
  storeOf().keep(CHANGES);
  const [login, copy] = [join(stateDir, "login"), join(stateDir, "copy")];
  chmodSync(login, 0o777);
  expect(storeOf().read()).toEqual(NONE);
  chmodSync(login, 0o700);
  expect(storeOf().read().variables).toEqual(CHANGES);
  renameSync(login, copy);
  symlinkSync(copy, login);
  expect(storeOf().read()).toEqual(NONE);
});

test.runIf(process.getuid?.() === 0)("a file of another user is not trusted", () => {
  const { storeOf, file } = place();
  storeOf().keep(CHANGES);
  chownSync(file(), 65534, 65534);
  expect(storeOf().read()).toEqual(NONE);
});

test("a state directory that cannot be written costs nothing", () => {
  const store = new LoginStore("/proc/nacre-state", "/bin/bash", { HOME: tempDir() });
  store.keep(CHANGES);
  store.noteFailure();
  expect(store.read()).toEqual(NONE);
});

test("two hosts that write at once leave one whole file", () => {
  const { storeOf, stateDir } = place();
  const [one, two] = [storeOf(), storeOf()];
  one.keep(CHANGES);
  two.keep({ PATH: "/two" });
  expect(storeOf().read().variables).toEqual({ PATH: "/two" });
  expect(readdirSync(join(stateDir, "login"))).toHaveLength(1);
});
