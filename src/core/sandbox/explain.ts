import { basename, isAbsolute, join } from "node:path";
import { isInside } from "../process/working-directory.ts";
import type { Profile } from "./profile.ts";
import { GUARDED_IN_GIT, GUARDED_NAMES, isSecretFile, SYSTEM_DIRECTORIES } from "./protected-paths.ts";
import type { Refusal } from "./proxy.ts";
import type { CommandOutcome } from "./sandbox.ts";

/** What a failed command's own words say the wall did. */
const READ_ONLY = [
  /EROFS: read-only file system, \w+ '([^'\n]+)'/gi,
  /Read-only file system: ["']([^"'\n]+)["']/g,
  pathBefore("Read-only file system"),
];
const BUSY = [/EBUSY: [^,\n]*, \w+ '([^'\n]+)'/g, pathBefore("Device or resource busy")];
const DENIED = [
  /EACCES: permission denied, \w+ '([^'\n]+)'/g,
  /Permission denied: ["']([^"'\n]+)["']/g,
  pathBefore("Permission denied"),
];
const MISSING = [
  /ENOENT: [^,\n]*, \w+ '([^'\n]+)'/g,
  /No such file or directory: ["']([^"'\n]+)["']/g,
  pathBefore("No such file or directory"),
];
const UNRESOLVED =
  /(?:Could not resolve host:?|Couldn't resolve host(?: name)?|unable to resolve host address|EAI_AGAIN|ENOTFOUND|Could not resolve hostname|Failed to resolve) ['"‘]?([A-Za-z0-9.-]+[A-Za-z0-9])/;
const NO_NETWORK =
  /Temporary failure in name resolution|Network is unreachable|Name or service not known|ENETUNREACH|Could not connect to server|Failed to establish a new connection/;
const PRIVILEGE =
  /no new privileges|(?:mount|umount|unshare|chroot|reboot|swapon|insmod|modprobe|ptrace|setns|mknod|chown)\b[^\n]*: Operation not permitted|must be (?:run as )?root|are you root\?/i;

/** At most so many sentences: a long list of refusals says no more than its beginning. */
const MOST = 3;

/** `tool: cannot do 'PATH': words` and `tool: PATH: words`, the two shapes nearly every program writes. */
function pathBefore(words: string): RegExp {
  return new RegExp(
    `(?:['"‘]([^'"’\\n]+)['"’](?: to ['"‘][^'"’\\n]+['"’])?|(?<=[:\\s])((?:/|\\.|~)?[^\\s:'"‘’]+)): ${words}`,
    "g",
  );
}

/** What the sandbox refused a command, and which setting would allow it. Undefined when it had no part in the failure. */
export function explainRefusal(
  outcome: CommandOutcome,
  profile: Profile,
  refusals: readonly Refusal[] = [],
): string | undefined {
  const failed = outcome.exitCode !== 0;
  const sentences = [
    ...refusals.map(
      ({ host, port, reason }) =>
        `the sandbox refused to connect to ${host}:${port}: ${reason}; \`network: { allow: ["${host}${port === 80 || port === 443 ? "" : `:${port}`}"] }\` allows a public host`,
    ),
    ...(failed
      ? [
          ...aboutFiles(outcome.stderr, profile),
          ...aboutNetwork(outcome.stderr, profile),
          ...aboutPrivilege(outcome.stderr),
        ]
      : []),
  ];
  const all = [...new Set(sentences)].slice(0, MOST);
  return all.length === 0 ? undefined : all.join("\n");
}

function aboutFiles(stderr: string, profile: Profile): string[] {
  const at = (path: string): string => (isAbsolute(path) ? path : join(profile.workspace, path));
  return [
    ...pathsIn(stderr, [...READ_ONLY, ...BUSY]).flatMap((path) => refusedWrite(path, at(path), profile) ?? []),
    ...pathsIn(stderr, DENIED)
      .filter((path) => isSecretFile(basename(path)))
      .map((path) => `the sandbox hides ${path}: files of this name hold secrets; \`read: ["${at(path)}"]\` allows it`),
    ...pathsIn(stderr, MISSING)
      .filter((path) => isAbsolute(path) && isNotShown(path, profile))
      .map((path) => `the sandbox does not show ${path}, whether it exists or not; \`read: ["${path}"]\` shows it`),
  ];
}

const pathsIn = (text: string, patterns: readonly RegExp[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ""))),
];

function refusedWrite(named: string, path: string, profile: Profile): string | undefined {
  if (isInside(path, profile.workspace) && isGuarded(path, profile.workspace)) {
    return `the sandbox refused to write ${named}: people's tools run or obey it without asking; \`write: ["${path}"]\` allows it`;
  }
  if (isInside(path, profile.workspace)) {
    if (profile.name !== "readonly") return undefined;
    return `the sandbox refused to write ${named}: its profile is "readonly"; profile "workspace" allows it`;
  }
  if (SYSTEM_DIRECTORIES.some((system) => isInside(path, system))) {
    return `the sandbox refused to write ${named}: the system is read-only; write below ${profile.workspace} or /tmp instead`;
  }
  return `the sandbox refused to write ${named}: only ${[profile.workspace, "/tmp", ...profile.write].join(", ")} can be written; \`write: ["${path}"]\` allows it`;
}

function isGuarded(path: string, workspace: string): boolean {
  const steps = path.slice(workspace.length).split("/");
  const git = steps.indexOf(".git");
  return (
    steps.some((step) => GUARDED_NAMES.includes(step)) ||
    (git >= 0 && (steps[git + 1] === undefined || GUARDED_IN_GIT.includes(steps[git + 1] ?? "")))
  );
}

/** Places of people and machines that a sandbox leaves out; said without looking, so that nobody learns what exists. */
function isNotShown(path: string, { home, workspace, read, write }: Profile): boolean {
  if ([workspace, ...read, ...write].some((root) => isInside(path, root))) return false;
  return [home, "/home", "/root", "/mnt", "/media", "/srv", "/var", "/etc", "/run"].some((root) =>
    isInside(path, root),
  );
}

function aboutNetwork(stderr: string, { network }: Profile): string[] {
  if (network === "on") return [];
  const host = UNRESOLVED.exec(stderr)?.[1];
  if (host === undefined && !NO_NETWORK.test(stderr)) return [];
  const what = host === undefined ? "the network" : host;
  if (network === "off")
    return [
      `the sandbox has no network, so ${what} cannot be reached; \`network: { allow: ["${host ?? "HOST"}"] }\` or \`network: "on"\` allows it`,
    ];
  return [
    `the sandbox reaches its listed hosts through the proxy in HTTPS_PROXY only; ${what} was tried without it, or is not listed`,
  ];
}

const aboutPrivilege = (stderr: string): string[] =>
  PRIVILEGE.test(stderr)
    ? [
        "nothing in the sandbox can raise its privileges: do it without sudo, mounts or root, or ask the person to do it",
      ]
    : [];
