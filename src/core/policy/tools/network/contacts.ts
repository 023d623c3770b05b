import { ANY, DOWNLOAD, FILE } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { acts, type Program, prints } from "../effect.ts";
import { readOptions } from "../options.ts";

/** A client that prints what it gets: the first operand is the host, and everything else is sent to it. */
export const client =
  (takes = ""): Program =>
  ({ args, stdin }) => {
    const { rest } = readOptions(args, takes);
    const [host] = rest;
    return host === undefined ? [] : [{ kind: "sends", to: host, data: stdin + rest.join(" ") }, prints(DOWNLOAD)];
  };

/** A client of one socket, whose host is the value of `-c`. */
export const wscat: Program = ({ args, stdin }) => [
  { kind: "sends", to: readOptions(args, "-c: -x: -H:").values("-c")[0] ?? ANY, data: stdin },
];

const RECORD_TYPE = /^(?:A|AAAA|TXT|MX|NS|SOA|CNAME|ANY|PTR|SRV|txt|any|in|IN)$/;

/** Looks names up in the network: whatever a name contains reaches its name server. */
export const lookup: Program = ({ args }) => {
  const { rest, values } = readOptions(
    args,
    "-t: -p: -c: -x: -q: -f: -r: -b: -k: -y: -i: -I: -s: -W: -w: -m: -M: -Q: -D: -F: -g: -S: -T: --type:",
  );
  const asked = [...rest, ...values("-x", "-q")];
  // An option of one of these tools may take no value in another: then the host was taken for one.
  const words = asked.length > 0 ? asked : args.filter((arg) => /^[^-].*[.:]/.test(arg));
  const names = words.filter((word) => !word.startsWith("+") && !RECORD_TYPE.test(word));
  const data = values("-p").join("");
  return [...names.map((name) => ({ kind: "sends", to: name.replace(/^@/, ""), data }) as const), prints(DOWNLOAD)];
};

export const letter: Program = ({ args, stdin }) => [
  { kind: "sends", to: args.find((arg) => arg.includes("@")) ?? ANY, data: stdin === "" ? args.join(" ") : FILE },
];

/** Scans other machines, or this one alone. */
export const scan: Program = ({ args }) => {
  const { rest, values } = readOptions(args, "-p: -o: --script: -e: -T: --script-args:");
  const isLocal = rest.length > 0 && rest.every(isLoopback);
  return [
    ...values("--script")
      .filter((script) => /[/.]/.test(script))
      .map((script) => acts("run-helper", script)),
    ...(isLocal ? [] : [acts("network")]),
  ];
};
