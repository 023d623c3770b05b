import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TokenFile } from "../../../../src/apps/server/door/token-file.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const token = (letter: string): string => letter.repeat(43);

function open(): { readonly path: string; readonly file: TokenFile; readonly said: string[] } {
  const path = join(tempDir(), "token");
  writeFileSync(path, `${token("a")}\n`, { mode: 0o600 });
  const said: string[] = [];
  return { path, file: new TokenFile(path, (sentence) => said.push(sentence)), said };
}

test("a file that changes is read again, at once and however it was written", () => {
  const { path, file, said } = open();
  expect(file.current()).toBe(token("a"));
  for (const letter of ["b", "c", "d"]) {
    writeFileSync(path, token(letter)); // the same length, within one tick of the clock
    expect(file.current()).toBe(token(letter));
  }
  writeFileSync(`${path}.new`, token("e"), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  expect(file.current()).toBe(token("e"));
  expect(said).toEqual([]);
});

test("a change that keeps size and time of change is seen", () => {
  const { path, file } = open();
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  expect(file.current()).toBe(token("a"));
  writeFileSync(path, token("b"));
  utimesSync(path, before, before);
  expect(file.current()).toBe(token("b"));
});

test.each<[string, (path: string) => void, string]>([
  ["gone", (path) => rmSync(path), "cannot be read"],
  ["half written", (path) => writeFileSync(path, token("b").slice(0, 20)), "holds no usable token"],
  ["empty", (path) => writeFileSync(path, ""), "holds no usable token"],
  ["readable by others", (path) => chmodSync(path, 0o644), "can be read by others"],
  [
    "a link",
    (path) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
    "it is a link",
  ],
])("while the file is %s there is no token, which is said once; then it is read again", (_, spoil, why) => {
  const { path, file, said } = open();
  expect(file.current()).toBe(token("a"));
  spoil(path);
  expect([file.current(), file.current(), file.current()]).toEqual([undefined, undefined, undefined]);
  expect(said).toEqual([expect.stringContaining(why)]);
  expect(said[0]).toContain(path);
  rmSync(path, { force: true });
  writeFileSync(path, token("c"), { mode: 0o600 });
  expect(file.current()).toBe(token("c"));
});
