import { expect, test } from "vitest";
import { explainRefusal } from "../../../../src/core/sandbox/explain/explain.ts";
import type { Profile } from "../../../../src/core/sandbox/profile.ts";

const PROFILE: Profile = {
  name: "workspace",
  network: "off",
  workspace: "/home/dev/app",
  home: "/home/dev",
  stateDir: "/home/dev/state",
  read: [],
  write: ["/home/dev/cache"],
  guard: [],
};
const explained = (stderr: string, profile: Partial<Profile> = {}): string | undefined =>
  explainRefusal(
    { failed: true, stderr, cwd: "/home/dev/app" },
    { profile: { ...PROFILE, ...profile }, isThere: () => true },
  );

test.each([
  [
    "bash: /etc/x: Read-only file system",
    /refused to write \/etc\/x: the system is read-only; write below \/home\/dev\/app or \/tmp/,
  ],
  ["touch: cannot touch '/etc/x': Read-only file system", /refused to write \/etc\/x/],
  [
    "Error: EROFS: read-only file system, open '/srv/data/x'",
    /refused to write \/srv\/data\/x: only \/home\/dev\/app, \/tmp, ~, \/home\/dev\/cache can be written; `write: \["\/srv\/data\/x"\]`/,
  ],
  ["OSError: [Errno 30] Read-only file system: '/opt/x'", /refused to write \/opt\/x/],
  [
    "bash: .git/hooks/pre-commit: Read-only file system",
    /refused to write \.git\/hooks: .*`write: \["\/home\/dev\/app\/\.git\/hooks"\]`/,
  ],
  ["mv: cannot move '.git' to 'x': Device or resource busy", /cannot be moved or deleted inside/],
  [
    "error: failed to delete '/home/dev/app/tree': Device or resource busy",
    /what a command made can, by a call that names it/,
  ],
  ["bash: .vscode/tasks.json: Read-only file system", /refused to write \.vscode: people's tools/],
  [
    "error: could not write config file .git/config: Device or resource busy",
    /refused to write \.git\/config: git runs .*`git config --global` or `git -c NAME=VALUE`.*`write: \["\/home\/dev\/app\/\.git\/config"\]`/,
  ],
  [
    "error: could not write config file /home/dev/main/.git/config: Device or resource busy",
    /refused to write \/home\/dev\/main\/\.git\/config: git runs .*`write: \["\/home\/dev\/main\/\.git\/config"\]`/,
  ],
  ["bash: .env: Read-only file system", /refused to write \.env: .*`write: \["\/home\/dev\/app\/\.env"\]`/],
  ["cat: .env: Permission denied", /hides \.env: .*`read: \["\/home\/dev\/app\/\.env"\]`/],
  ["PermissionError: [Errno 13] Permission denied: '.env.local'", /hides \.env\.local/],
  ["Error: EACCES: permission denied, open '/home/dev/app/.env'", /hides \/home\/dev\/app\/\.env/],
  [
    "cat: /home/dev/.ssh/id_rsa: No such file or directory",
    /does not show \/home\/dev\/\.ssh\/id_rsa, whether it exists or not; `read:/,
  ],
  ["Error: ENOENT: no such file or directory, open '/var/lib/x'", /does not show \/var\/lib\/x/],
  [
    "curl: (6) Could not resolve host: example.org",
    /has no network, so example\.org cannot be reached; `network: \{ allow: \["example\.org"\] \}`/,
  ],
  ["getaddrinfo EAI_AGAIN registry.example.org", /registry\.example\.org cannot be reached/],
  ["ssh: Could not resolve hostname example.org: Temporary failure in name resolution", /example\.org/],
  ["npm error code EAI_AGAIN\nnpm error syscall getaddrinfo", /has no network/],
  ["connect: Network is unreachable", /has no network, so the network cannot be reached/],
  ['sudo: The "no new privileges" flag is set', /nothing in the sandbox can raise its privileges/],
  ["mount: /x: mount failed: Operation not permitted.", /raise its privileges/],
  ["chown: changing ownership of 'README.md': Invalid argument", /raise its privileges/],
  ["mkdir: cannot create directory '../b': Read-only file system", /beside the workspace; .*`write` with a directory/],
  ["unshare: unshare failed: Operation not permitted", /raise its privileges/],
  ["chmod: changing permissions of 'f': Operation not permitted", /no file gets a set-uid or set-gid bit/],
  ["error: Could not make /w/r/.git/refs writable by group", /no file gets a set-uid or set-gid bit/],
  ["install: cannot change permissions of 'g': Operation not permitted", /leave the bit out/],
  ["install: setting permissions for 'g': Operation not permitted", /leave the bit out/],
  ["cp: preserving permissions for 'g': Operation not permitted", /leave the bit out/],
  ["tar: f: Cannot change mode to rwsr-xr-x: Operation not permitted", /tar --no-same-permissions/],
  ["Error: EPERM: operation not permitted, chmod 'f'", /leave the bit out/],
  ["su: Critical error - immediate abort", /raise its privileges/],
  ["W: Unable to read /etc/apt/sources.list - RealFileExists (2: No such file or directory)", /system packages/],
  [
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is it running?",
    /services .* not in the sandbox/,
  ],
  ["System has not been booted with systemd as init system (PID 1). Can't operate.", /services/],
  ["cat: /data/models/x: No such file or directory", /does not show \/data\/models\/x/],
  [
    "curl: (7) Failed to connect to 127.0.0.1 port 80 after 0 ms: Couldn't connect to server",
    /127\.0\.0\.1 is its own/,
  ],
  ["Error: connect ECONNREFUSED 127.0.0.1:5432", /127\.0\.0\.1 is its own/],
  ["ERROR: No matching distribution found for requests", /has no network/],
  [
    "cat: ../sibling/x: No such file or directory",
    /^from \/home\/dev\/app \.\.\/sibling\/x is \/home\/dev\/sibling\/x, which the sandbox does not show, whether it exists or not; `read: \["\/home\/dev\/sibling\/x"\]` shows it, `write`/,
  ],
  ["bash: line 1: cd: ../sibling: No such file or directory", /`read: \["\/home\/dev\/sibling"\]`/],
  ["FileNotFoundError: [Errno 2] No such file or directory: '../sibling/x'", /from \/home\/dev\/app/],
  [
    "python3: can't open file '/home/dev/app/../b/x.py': [Errno 2] No such file or directory",
    /show \/home\/dev\/b\/x\.py/,
  ],
  ["Error: ENOENT: no such file or directory, open '../sibling/x'", /from \/home\/dev\/app/],
  ["Error: Cannot find module '/home/dev/sibling/x.js'", /does not show \/home\/dev\/sibling\/x\.js/],
  ["fatal: '../origin.git' does not appear to be a git repository", /from \/home\/dev\/app \.\.\/origin\.git is/],
  ["fatal: repository '../origin.git' does not exist", /from \/home\/dev\/app \.\.\/origin\.git is/],
  ["fatal: cannot change to '../sibling': No such file or directory", /from \/home\/dev\/app \.\.\/sibling is/],
  ["make: *** ../sibling: No such file or directory.  Stop.", /from \/home\/dev\/app \.\.\/sibling is/],
  ["tar: ../sibling: Cannot stat: No such file or directory", /from \/home\/dev\/app \.\.\/sibling is/],
  ["tail: cannot open '/var/log/x' for reading: No such file or directory", /does not show \/var\/log\/x/],
  ["git@git.example.org: Permission denied (publickey).", /ssh keys/],
])("%s is explained", (stderr, sentence) => expect(explained(stderr)).toMatch(sentence));

test.each([
  "make: *** [all] Error 1",
  "cat: missing.txt: No such file or directory",
  "cat: src/../missing.txt: No such file or directory",
  "Error: Cannot find module 'handy'",
  "Error: Cannot find module './x.js'",
  "cat: /home/dev/app/missing: No such file or directory",
  "cat: /usr/share/missing: No such file or directory",
  "cat: /tmp/missing: No such file or directory",
  "bash: notes/.git-config: Device or resource busy",
  "bash: ./script: Permission denied",
  "npm ERR! code E404",
  "",
])("%j has nothing to do with the sandbox", (stderr) => expect(explained(stderr)).toBeUndefined());

test("a readonly profile says that it is one", () => {
  expect(explained("bash: out.txt: Read-only file system", { name: "readonly" })).toMatch(/its profile is "readonly"/);
});

test("with a host list, names that were tried without the proxy are explained; with the network on they are not ours", () => {
  expect(explained("Could not resolve host: example.org", { network: [] })).toMatch(/through the proxy/);
  expect(explained("Could not resolve host: example.org", { network: "on" })).toBeUndefined();
});

test("what the proxy refused is named with what would help, also when the command succeeded", () => {
  const refusals = [
    { host: "evil.example", port: 443, reason: "unlisted" },
    { host: "evil.example", port: 22, reason: "unlisted" },
    { host: "192.0.2.1", port: 443, reason: "unlisted" },
    { host: "intranet.example", port: 443, reason: "private" },
    { host: "gone.example", port: 443, reason: "unresolved" },
  ] as const;
  const said = refusals.map((refusal) =>
    explainRefusal({ failed: false, stderr: "", cwd: "/" }, { profile: PROFILE, refusals: [refusal] }),
  );
  expect(said).toEqual([
    'the sandbox refused to connect to evil.example:443: it is not on the list; `network: { allow: ["evil.example"] }` allows it',
    'the sandbox refused to connect to evil.example:22: it is not on the list; `network: { allow: ["evil.example:22"] }` allows it',
    "the sandbox refused to connect to 192.0.2.1:443: only names can be on the list; use the host's name",
    'the sandbox refused to connect to intranet.example:443: its name leads to a private address, which no list opens; `network: "on"` does',
    "the sandbox refused to connect to gone.example:443: its name does not resolve",
  ]);
});

test("a command that succeeded is told what it could not write, and nothing else", () => {
  const told = (stderr: string): string | undefined =>
    explainRefusal({ failed: false, stderr, cwd: "/home/dev/app" }, { profile: PROFILE, isThere: () => true });
  expect(told("error: could not write config file .git/config: Device or resource busy")).toMatch(/refused to write/);
  expect(told("cat: /srv/x: No such file or directory\nsu: no\nCould not resolve host: example.org")).toBeUndefined();
});

test("a relative path is looked for from where the command ended upwards, and not guessed", () => {
  const config = "error: could not write config file .git/config: Device or resource busy";
  const setting = (cwd: string, there: string): string | undefined =>
    /; (`write.*) allows it/.exec(
      explainRefusal({ failed: true, stderr: config, cwd }, { profile: PROFILE, isThere: (path) => path === there }) ??
        "",
    )?.[1];
  const nested = "/home/dev/app/packages/one/.git/config";
  expect(setting("/home/dev/app/packages/one", nested)).toBe(`\`write: ["${nested}"]\``);
  expect(setting("/home/dev/app/packages/one/src/deep", nested)).toBe(`\`write: ["${nested}"]\``);
  expect(setting("/home/dev/app", nested)).toBe("`write` with its absolute path");
  expect(setting("/tmp", nested)).toBeUndefined();
});

test("many complaints about one guarded thing are one sentence", () => {
  const stderr = ["a", "b", "c"].map((name) => `rm: cannot remove 'x/.git/hooks/${name}': Read-only file system`);
  expect(explained(stderr.join("\n"))?.split("\n")).toHaveLength(1);
  const written = ["a", "b", "c"].map((name) => `bash: x/.git/hooks/${name}: Read-only file system`);
  expect(explained(written.join("\n"))?.split("\n")).toHaveLength(1);
});

test("three sentences are enough", () => {
  const stderr = ["a", "b", "c", "d", "e"]
    .map((name) => `touch: cannot touch '/etc/${name}': Read-only file system`)
    .join("\n");
  expect(explained(stderr)?.split("\n")).toHaveLength(3);
});
