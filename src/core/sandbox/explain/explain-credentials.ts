import { join } from "node:path";
import { SSH_DIRECTORY } from "../../knowledge/secret-places.ts";

/** A file of the user that is not shown, or not whole, because of a credential, and the tool that reads it. */
export type WithheldCredential = { readonly tool: string; readonly path: string };

/** What programs say when a server wanted a credential, by the tool whose settings would hold it. */
const WANTED: readonly { readonly tool: string; readonly says: RegExp }[] = [
  { tool: "npm", says: /npm (?:error|ERR!) code (?:E401|ENEEDAUTH)|ERR_PNPM_FETCH_401/ },
  { tool: "yarn", says: /Request failed \\?"401|YN0041|registry\S*: .*401 Unauthorized/ },
  { tool: "uv", says: /Missing credentials for|HTTP status client error \(401|due to a lack of valid authentication/ },
  {
    tool: "pip",
    says: /401 Error, Credentials not correct|HTTP error 401 while getting|401 Client Error|^User for \S+:/m,
  },
  { tool: "cargo", says: /got 401|no token found(?: for|, please run `cargo login`)|authenticated registries require/ },
  { tool: "go", says: /reading https?:\/\/\S+: 401 Unauthorized/ },
  { tool: "maven", says: /status code: 401|Not authorized|authentication failed for https?:/ },
  { tool: "gem", says: /bad response Unauthorized 401|Authentication is required for/ },
  { tool: "git", says: /could not read (?:Username|Password) for|Authentication failed for/ },
];

/** What programs say of a name that is not there; a private registry says so too when nobody signed in. */
const NOT_FOUND: readonly { readonly tool: string; readonly says: RegExp }[] = [
  { tool: "npm", says: /npm (?:error|ERR!) code E404|ERR_PNPM_FETCH_404/ },
  { tool: "pip", says: /No matching distribution found/ },
  { tool: "go", says: /reading https?:\/\/\S+: 404 Not Found/ },
];

const SSH = /Permission denied \((?:publickey|password|keyboard-interactive)|Host key verification failed/;

const PROXY = /407 Proxy Authentication Required|Received HTTP code 407/;

const BY_VARIABLE = '`environment: { include: ["NAME"] }` (--env NAME) passes on a variable that holds one';

/** Sentences on a credential that was needed: the sandbox shows none of the user's. */
export function aboutCredentials(
  stderr: string,
  { home, withheld }: { readonly home: string; readonly withheld: readonly WithheldCredential[] },
): string[] {
  const wanted = WANTED.find(({ says }) => says.test(stderr));
  if (wanted !== undefined)
    return [`a credential was needed, and the sandbox shows none of the user's; ${waysOf(wanted.tool, withheld)}`];
  const missed = NOT_FOUND.find(({ says, tool }) => says.test(stderr) && withheld.some((one) => one.tool === tool));
  return [
    ...(missed === undefined
      ? []
      : [
          `if that is a private name, its registry needs a credential, and the sandbox took the user's out of the settings of ${missed.tool}; ${waysOf(missed.tool, withheld)}`,
        ]),
    ...(SSH.test(stderr)
      ? [
          `the user's ssh keys and known hosts are not in the sandbox; \`read: ["${join(home, SSH_DIRECTORY)}"]\` shows them`,
        ]
      : []),
    ...(PROXY.test(stderr)
      ? [`the proxy wants a credential, and the sandbox shows none of the user's; ${BY_VARIABLE}`]
      : []),
  ];
}

/** The settings that would let it through. */
function waysOf(tool: string, withheld: readonly WithheldCredential[]): string {
  const paths = withheld.filter((one) => one.tool === tool).map(({ path }) => `"${path}"`);
  return paths.length === 0 ? BY_VARIABLE : `\`read: [${paths.join(", ")}]\` shows it to commands, or ${BY_VARIABLE}`;
}
