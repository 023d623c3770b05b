import { DOWNLOAD, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, prints, reads, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

export const NETCAT_OPTIONS =
  "-e: --exec: -c: --sh-exec: --lua-exec: -p: -s: -w: -q: -i: -x: -X: -g: -G: -I: -O: -T: -b: -o: --proxy: --source: --ssl-cert: --ssl-key: -U";

/** Waits for a connection. On a loopback address no other machine can connect. */
export const netcatListens: Program = ({ args }) => {
  const { rest, values } = readOptions(args, NETCAT_OPTIONS);
  const addresses = [rest[0] ?? "", ...values("-s", "--source")];
  return addresses.some((address) => isLoopback(address) && !EVERY_ADDRESS.test(address))
    ? [prints(OUTPUT)]
    : [acts("listen"), prints(DOWNLOAD)];
};

const EVERY_ADDRESS = /^(?:0|0\.0\.0\.0|\[?::\]?)$/;

export const netcatConnects: Program = ({ args, stdin }) => {
  const { rest, has } = readOptions(args, NETCAT_OPTIONS);
  const [host] = rest;
  if (host === undefined) return [];
  if (has("-z")) return [{ kind: "fetches", from: host }];
  return [{ kind: "sends", to: host, data: stdin }, prints(isLoopback(host) ? OUTPUT : DOWNLOAD)];
};

/** Joins two addresses, `TCP:host:80` and `EXEC:sh`. */
export const socat: Program = ({ args, stdin }) => {
  const addresses = args.filter((arg) => !/^-[a-zA-Z]/.test(arg));
  const isReached = addresses.some((address) => /tcp|udp|ssl|socks|listen|proxy/i.test(address));
  const runsCode = addresses.some((address) => RUN.test(address));
  return [
    ...addresses.flatMap((address) => joined(address, stdin)),
    ...(runsCode && isReached ? [acts("remote-shell")] : []),
    prints(DOWNLOAD),
  ];
};

const RUN = /^(?:exec|system|shell):(.*?)(?:,\w.*)?$/is;
const HOST =
  /^(?:tcp[46]?|udp[46]?|ssl|openssl|socks4a?|proxy|sctp|tcp-connect|ssl-connect|openssl-connect|udp-connect|udp-sendto)(?:-connect)?:([^:,]+)/i;
const OPENED = /^(?:file|open|create|gopen):([^,]+)/i;

function joined(address: Text, stdin: Text): readonly Effect[] {
  const code = RUN.exec(address)?.[1];
  const host = HOST.exec(address)?.[1];
  const file = OPENED.exec(address)?.[1];
  const listens = /listen/i.test(address) && !/\bbind=(?:localhost|127\.|\[?::1)/.test(address);
  return [
    ...(code === undefined ? [] : [shell(code.replace(/^['"]|['"]$/g, ""))]),
    ...(host === undefined ? [] : [{ kind: "sends", to: host, data: stdin } as const]),
    ...(listens ? [acts("listen")] : []),
    ...(file === undefined ? [] : [reads(file), writes(file)]),
  ];
}
