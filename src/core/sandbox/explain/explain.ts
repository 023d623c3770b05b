import { isIP } from "node:net";
import type { Profile } from "../profile.ts";
import type { CommandOutcome, HostRefusal } from "../sandbox.ts";
import { aboutCredentials, type WithheldCredential } from "./explain-credentials.ts";
import { aboutReads, aboutWrites } from "./explain-files.ts";

const UNRESOLVED =
  /(?:Could not resolve host:?|Couldn't resolve host(?: name)?|unable to resolve host address|EAI_AGAIN|ENOTFOUND|Could not resolve hostname|Failed to resolve) ['"‘]?([A-Za-z0-9.-]+[A-Za-z0-9])/;
const NO_NETWORK =
  /Temporary failure in name resolution|Network is unreachable|Name or service not known|ENETUNREACH|EAI_AGAIN|ENOTFOUND|Failed to establish a new connection|No matching distribution found/;
/** A program did not reach a server on this machine. */
const OWN_MACHINE =
  /(?:Failed to connect to|connect ECONNREFUSED|connect to host) (?:localhost|127\.0\.0\.1|\[?::1\]?)(?![\w.])|(?:localhost|127\.0\.0\.1)[^\n]*: Connection refused/;
const PRIVILEGE =
  /no new privileges|(?:mount|umount|unshare|chroot|reboot|swapon|insmod|modprobe|ptrace|setns|mknod|chown)\b[^\n]*: Operation not permitted|changing (?:ownership|group) of [^\n]*: Invalid argument|must be (?:run as )?root|are you root\?|^su: (?!.* does not exist)|^[WE]: [^\n]*\/(?:etc|var\/lib)\/(?:apt|dpkg)\//im;
/** A mode was refused; a file of the workspace is its commands' own, so that the bits are the likely cause. */
const MODE =
  /(?:(?:chang|sett|preserv)(?:e|ing) permissions (?:of|for)|Cannot change mode)[^\n]*: Operation not permitted|EPERM: operation not permitted, f?chmod|Could not make [^\n]* writable by group/i;
const SERVICE =
  /Cannot connect to the Docker daemon|docker\.sock|System has not been booted with systemd|Failed to connect to (?:system scope |user scope )?bus|\/var\/spool\/cron/i;

/** The most sentences: a long list of refusals says no more than its beginning. */
const MOST = 3;

/** What the sandbox knows about a failure. */
export type RefusalFacts = {
  readonly profile: Profile;
  /** What the proxy refused since the last command. */
  readonly refusals?: readonly HostRefusal[] | undefined;
  /** Files of the user that are not shown, or not whole, because of a credential. */
  readonly withheld?: readonly WithheldCredential[];
  /** Whether a path exists on the host; asks the file system by default. */
  readonly isThere?: (path: string) => boolean;
};

/**
 * What the sandbox refused a command, and which setting would allow it. Undefined when the failure has another cause.
 */
export function explainRefusal(
  { failed, stderr, cwd }: CommandOutcome,
  { profile, refusals = [], withheld = [], isThere }: RefusalFacts,
): string | undefined {
  const standpoint = { profile, cwd, ...(isThere === undefined ? {} : { isThere }) };
  const sentences = [
    ...refusals.map(aboutHost),
    ...aboutWrites(stderr, standpoint),
    ...(failed
      ? [
          ...aboutReads(stderr, standpoint),
          ...aboutCredentials(stderr, { home: profile.home, withheld }),
          ...aboutNetwork(stderr, profile),
          ...aboutTheMachine(stderr),
        ]
      : []),
  ];
  const all = [...new Set(sentences)].slice(0, MOST);
  return all.length === 0 ? undefined : all.join("\n");
}

function aboutHost({ host, port, reason }: HostRefusal): string {
  const refused = `the sandbox refused to connect to ${host}:${port}:`;
  switch (reason) {
    case "unlisted":
      return isIP(host) === 0
        ? `${refused} it is not on the list; \`network: { allow: ["${host}${port === 80 || port === 443 ? "" : `:${port}`}"] }\` allows it`
        : `${refused} only names can be on the list; use the host's name`;
    case "unresolved":
      return `${refused} its name does not resolve`;
    case "private":
      return `${refused} its name leads to a private address, which no list opens; \`network: "on"\` does`;
  }
}

function aboutNetwork(stderr: string, { network }: Profile): string[] {
  if (network === "on") return [];
  if (OWN_MACHINE.test(stderr))
    return [
      'in the sandbox 127.0.0.1 is its own: what its shells serve is there, what the machine serves is not; `network: "on"` reaches that',
    ];
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

const aboutTheMachine = (stderr: string): string[] => [
  ...(PRIVILEGE.test(stderr)
    ? [
        "nothing in the sandbox can raise its privileges: do it without sudo, mounts, system packages or root, or ask the person to do it",
      ]
    : []),
  ...(MODE.test(stderr)
    ? [
        "in the sandbox no file gets a set-uid or set-gid bit, and no directory a set-uid bit (in a try: neither): leave the bit out (`chmod 755`, `tar --no-same-permissions`), or ask the person to set it",
      ]
    : []),
  ...(SERVICE.test(stderr)
    ? [
        "the machine's services (docker, systemd, cron) are not in the sandbox: do it without them, or ask the person to do it",
      ]
    : []),
];
