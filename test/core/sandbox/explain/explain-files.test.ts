import { expect, test } from "vitest";
import { aboutReads, aboutWrites } from "../../../../src/core/sandbox/explain/explain-files.ts";
import type { Profile } from "../../../../src/core/sandbox/profile.ts";

const PROFILE: Profile = {
  name: "workspace",
  network: "off",
  workspace: "/w",
  home: "/home/me",
  stateDir: "/state",
  read: ["/home/me/shown"],
  write: ["/data"],
  guard: [],
};
const STANDPOINT = { profile: PROFILE, cwd: "/w/sub", isThere: (path: string) => path === "/w/.vscode" };

test.each([
  ["touch: cannot touch '/usr/x': Read-only file system", /the system is read-only; write below \/w or \/tmp/],
  ["touch: cannot touch '/srv/x': Read-only file system", /only \/w, \/tmp, ~, \/data can be.*`write: \["\/srv\/x"\]`/],
  ["bash: /w/.vscode/a.json: Read-only file system", /write \/w\/\.vscode: .*`write: \["\/w\/\.vscode"\]` allows it/],
  ["bash: .vscode/a.json: Read-only file system", /write \.vscode: .*`write: \["\/w\/\.vscode"\]` allows it/],
  ["Error: EROFS: read-only file system, open '/w/.git/config'", /git runs what its settings name/],
  ["mv: cannot move '/w/.git' to '/w/x': Device or resource busy", /cannot be moved or deleted inside/],
])("%s: explained", (stderr, sentence) => {
  expect(aboutWrites(stderr, STANDPOINT)).toEqual([expect.stringMatching(sentence)]);
});

test("a profile that only reads is the reason in all of its workspace", () => {
  const profile: Profile = { ...PROFILE, name: "readonly" };
  expect(aboutWrites("bash: /w/a: Read-only file system", { ...STANDPOINT, profile })).toEqual([
    expect.stringContaining('its profile is "readonly"'),
  ]);
});

test.each([
  ["cat: /w/.env: Permission denied", /hides \/w\/\.env: .*`read: \["\/w\/\.env"\]` allows it/],
  ["cat: /home/me/x: No such file or directory", /does not show \/home\/me\/x, whether it exists or not/],
])("%s: explained", (stderr, sentence) => {
  expect(aboutReads(stderr, STANDPOINT)).toEqual([expect.stringMatching(sentence)]);
});

test.each([
  "cat: /w/none: No such file or directory",
  "cat: /usr/none: No such file or directory",
  "cat: /home/me/shown/none: No such file or directory",
  "cat: none: No such file or directory",
  "cat: /w/plain: Permission denied",
])("%s: not the sandbox's doing", (stderr) => {
  expect(aboutReads(stderr, STANDPOINT)).toEqual([]);
});
