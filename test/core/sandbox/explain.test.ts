import { expect, test } from "vitest";
import { explainRefusal } from "../../../src/core/sandbox/explain.ts";
import type { Profile } from "../../../src/core/sandbox/profile.ts";

const PROFILE: Profile = {
  name: "workspace",
  network: "off",
  workspace: "/home/dev/app",
  home: "/home/dev",
  stateDir: "/home/dev/state",
  read: [],
  write: ["/home/dev/cache"],
};
const explained = (stderr: string, profile: Partial<Profile> = {}): string | undefined =>
  explainRefusal({ command: "x", exitCode: 1, stderr }, { ...PROFILE, ...profile });

test.each([
  [
    "bash: /etc/x: Read-only file system",
    /refused to write \/etc\/x: the system is read-only; write below \/home\/dev\/app or \/tmp/,
  ],
  ["touch: cannot touch '/etc/x': Read-only file system", /refused to write \/etc\/x/],
  [
    "Error: EROFS: read-only file system, open '/srv/data/x'",
    /refused to write \/srv\/data\/x: only \/home\/dev\/app, \/tmp, \/home\/dev\/cache can be written; `write: \["\/srv\/data\/x"\]`/,
  ],
  ["OSError: [Errno 30] Read-only file system: '/opt/x'", /refused to write \/opt\/x/],
  [
    "bash: .git/hooks/pre-commit: Read-only file system",
    /refused to write \.git\/hooks\/pre-commit: .*`write: \["\/home\/dev\/app\/\.git\/hooks\/pre-commit"\]`/,
  ],
  ["mv: cannot move '.git' to 'x': Device or resource busy", /refused to write \.git/],
  ["bash: .vscode/tasks.json: Read-only file system", /refused to write \.vscode\/tasks\.json: people's tools/],
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
  ["connect: Network is unreachable", /has no network, so the network cannot be reached/],
  ['sudo: The "no new privileges" flag is set', /nothing in the sandbox can raise its privileges/],
  ["mount: /x: mount failed: Operation not permitted.", /raise its privileges/],
  ["unshare: unshare failed: Operation not permitted", /raise its privileges/],
])("%s is explained", (stderr, sentence) => expect(explained(stderr)).toMatch(sentence));

test.each([
  "make: *** [all] Error 1",
  "cat: missing.txt: No such file or directory",
  "cat: /home/dev/app/missing: No such file or directory",
  "cat: /usr/share/missing: No such file or directory",
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

test("what the proxy refused is named, also when the command succeeded", () => {
  const refusals = [
    { host: "evil.example", port: 443, reason: "it is not on the list" },
    { host: "evil.example", port: 22, reason: "it is not on the list" },
  ];
  expect(explainRefusal({ command: "x", exitCode: 0, stderr: "" }, PROFILE, refusals)).toBe(
    'the sandbox refused to connect to evil.example:443: it is not on the list; `network: { allow: ["evil.example"] }` allows a public host\n' +
      'the sandbox refused to connect to evil.example:22: it is not on the list; `network: { allow: ["evil.example:22"] }` allows a public host',
  );
});

test("a command that succeeded needs no explanation", () => {
  expect(
    explainRefusal({ command: "x", exitCode: 0, stderr: "bash: /etc/x: Read-only file system" }, PROFILE),
  ).toBeUndefined();
});

test("three sentences are enough", () => {
  const stderr = ["a", "b", "c", "d", "e"]
    .map((name) => `touch: cannot touch '/etc/${name}': Read-only file system`)
    .join("\n");
  expect(explained(stderr)?.split("\n")).toHaveLength(3);
});
