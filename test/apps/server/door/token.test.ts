import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isToken, loadToken } from "../../../../src/apps/server/door/token.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a missing file is made with a token of 256 bits that only its owner can read, whatever the umask", () => {
  const path = join(tempDir(), "deep", "er", "token");
  const before = process.umask(0);
  try {
    const token = loadToken(path);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
  } finally {
    process.umask(before);
  }
});

test("the same file gives the same token, another file another one", () => {
  const dir = tempDir();
  const token = loadToken(join(dir, "one"));
  expect(loadToken(join(dir, "one"))).toBe(token);
  expect(loadToken(join(dir, "two"))).not.toBe(token);
});

test.each([0o640, 0o604, 0o660, 0o644, 0o666])(
  "a file that others can read is refused with the fix: mode %o",
  (mode) => {
    const path = join(tempDir(), "token");
    loadToken(path);
    chmodSync(path, mode);
    expect(() => loadToken(path)).toThrow(`chmod 600 ${path}`);
    expect(() => loadToken(path)).not.toThrow(readFileSync(path, "utf8").trim());
  },
);

test.each([
  "",
  "short",
  "a".repeat(31),
  `${"a".repeat(40)} ${"b".repeat(40)}`,
  `${"a".repeat(40)}\u0000`,
  "ü".repeat(40),
])("what is no token is refused and not repeated: %j", (text) => {
  const path = join(tempDir(), "token");
  writeFileSync(path, text, { mode: 0o600 });
  expect(() => loadToken(path)).toThrow("holds no usable token");
});

test("a link is not followed, neither to read nor to write", () => {
  const dir = tempDir();
  symlinkSync(join(dir, "target"), join(dir, "token"));
  expect(() => loadToken(join(dir, "token"))).toThrow("cannot be read (it is a link)");
  expect(() => lstatSync(join(dir, "target"))).toThrow("ENOENT");
});

test("a directory, and a place that cannot be written, are one clear sentence", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "token"), { mode: 0o700 });
  expect(() => loadToken(join(dir, "token"))).toThrow("cannot be read (it is a directory)");
  writeFileSync(join(dir, "file"), "");
  expect(() => loadToken(join(dir, "file", "token"))).toThrow("cannot be made (its path leads through a file)");
  expect(() => loadToken("/proc/nacre/token")).toThrow("cannot be made (its directory cannot be made)");
});

test("only the token is the token", () => {
  const token = loadToken(join(tempDir(), "token"));
  expect(isToken(token, token)).toBe(true);
  for (const other of ["", token.slice(1), `${token}a`, token.toLowerCase(), `${token}\n`, token.repeat(1000)]) {
    expect(isToken(other, token)).toBe(false);
  }
});
