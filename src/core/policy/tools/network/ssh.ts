import { DOWNLOAD, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, prints, shell } from "../effect.ts";
import { type Options, readOptions } from "../options.ts";

const SSH_OPTIONS = "-b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w: -B: -P:";

/** A session on another machine; its options may stand behind the host as well. */
const session =
  (takes: string): Program =>
  ({ args, stdin }) => {
    const options = readOptions(args, takes, "first");
    const [host, ...behind] = options.rest;
    const more = readOptions(behind, takes, "first");
    const command = more.rest.length > 0 ? more.rest.join(" ") : stdin;
    const own = [...sshSettings(options), ...sshSettings(more), ...tunnels(options, more)];
    if (host === undefined) return own;
    return [
      ...own,
      { kind: "sends", to: host, data: stdin },
      ...(command === "" ? [] : [shell(command)]),
      prints(isLoopback(host) ? OUTPUT : DOWNLOAD),
    ];
  };

export const ssh: Program = session(SSH_OPTIONS);
export const autossh: Program = session(`${SSH_OPTIONS} -M:`);

function tunnels(options: Options, more: Options): readonly Effect[] {
  const opensThisSide = [options, more].some(({ has }) => has("-R", "-D", "-w"));
  if (opensThisSide) return [acts("remote-shell", "a tunnel")];
  return options.has("-L", "-W") ? [acts("network", "a tunnel")] : [];
}

const RUNS_HERE =
  /^(?:proxycommand|localcommand|knownhostscommand|permitlocalcommand|pkcs11provider|securitykeyprovider|include|match|proxyusefdpass)\b/i;

/** Options of ssh and its relatives that run a program on this machine. */
export const sshSettings = ({ values }: Options): readonly Effect[] => [
  ...values("-o")
    .filter((option) => RUNS_HERE.test(option))
    .flatMap(ranHere),
  ...values("-i", "-I")
    .filter(isLibrary)
    .map(() => acts("loader-variable")),
  ...values("-F").map((file) => acts("run-helper", file)),
];

const ranHere = (option: Text): readonly Effect[] => [
  shell(option.replace(/^\w+\s*[=\s]\s*/, "").replace(/^;/, "")),
  acts("run-helper", option),
];

const isLibrary = (path: Text): boolean => path.startsWith("/") && path.endsWith(".so");
