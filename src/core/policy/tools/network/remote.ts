import { ANY, DOWNLOAD, FILE, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { hostKindOf } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, prints, reads, shell, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

export const local = (target: Text): boolean => hostKindOf(target) === "loopback";

export const nc: Program = (call) => {
  if (isInfo(call.args) || call.args.length === 0) return [];
  const options = readOptions(
    call.args,
    "-e: --exec: -c: --sh-exec: --lua-exec: -p: -s: -w: -q: -i: -x: -X: -g: -G: -I: -O: -T: -b: -o: --proxy: --source: --ssl-cert: --ssl-key: -U",
  );
  if (options.has("-e", "--exec", "-c", "--sh-exec", "--lua-exec"))
    return [acts("remote-shell"), ...options.values("-c", "--sh-exec").map(shell)];
  const [host] = options.rest;
  if (options.has("-l", "--listen"))
    return [host ?? "", ...options.values("-s", "--source")].some(
      (at) => local(at) && !/^(?:0|0\.0\.0\.0|\[?::\]?)$/.test(at),
    )
      ? [prints(OUTPUT)]
      : [acts("network", "listens for connections"), prints(DOWNLOAD)];
  if (host === undefined) return [];
  if (options.has("-z")) return local(host) ? [] : [{ kind: "fetches", from: host }];
  return [{ kind: "sends", to: host, data: call.stdin }, prints(local(host) ? OUTPUT : DOWNLOAD)];
};

export const socat: Program = (call) => {
  const operands = call.args.filter((arg) => !/^-[a-zA-Z]/.test(arg));
  const effects: Effect[] = [];
  const runsCode = operands.some((operand) => /^(?:exec|system|shell):/i.test(operand));
  for (const operand of operands) {
    const code = /^(?:exec|system|shell):(.*?)(?:,\w.*)?$/is.exec(operand)?.[1];
    if (code !== undefined) effects.push(shell(code.replace(/^['"]|['"]$/g, "")));
    const host =
      /^(?:tcp[46]?|udp[46]?|ssl|openssl|socks4a?|proxy|sctp|tcp-connect|ssl-connect|openssl-connect|udp-connect|udp-sendto)(?:-connect)?:([^:,]+)/i.exec(
        operand,
      )?.[1];
    if (host !== undefined) effects.push({ kind: "sends", to: host, data: call.stdin });
    if (/listen/i.test(operand) && !/\bbind=(?:localhost|127\.|\[?::1)/.test(operand))
      effects.push(acts("network", "listens for connections"));
    const file = /^(?:file|open|create|gopen):([^,]+)/i.exec(operand)?.[1];
    if (file !== undefined) effects.push(reads(file), writes(file));
  }
  if (runsCode && operands.some((operand) => /tcp|udp|ssl|socks|listen|proxy/i.test(operand)))
    effects.push(acts("remote-shell"));
  return [...effects, prints(DOWNLOAD)];
};

const SSH = "-b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w: -B: -P:";

const HELPFUL =
  /^(?:proxycommand|localcommand|knownhostscommand|permitlocalcommand|pkcs11provider|securitykeyprovider|include|match|proxyusefdpass)\b/i;

/** Options of ssh that run something on this side. */
function sshOptions(options: ReturnType<typeof readOptions>): readonly Effect[] {
  const effects: Effect[] = [];
  for (const option of options.values("-o")) {
    if (!HELPFUL.test(option)) continue;
    const code = option.replace(/^\w+\s*[=\s]\s*/, "").replace(/^;/, "");
    effects.push(shell(code), acts("run-helper", option));
  }
  for (const key of options.values("-i", "-I"))
    effects.push(acts("network"), ...(key.startsWith("/") && key.endsWith(".so") ? [acts("loader-variable")] : []));
  for (const file of options.values("-F")) effects.push(acts("run-helper", file));
  return effects;
}

export const ssh: Program = (call) => {
  if (isInfo(call.args) || call.args.includes("-V") || call.args.includes("-Q")) return [];
  const options = readOptions(call.args, SSH, "first");
  const [host, ...command] = options.rest;
  const more = readOptions(command, SSH, "first");
  const effects: Effect[] = [...sshOptions(options), ...sshOptions(more)];
  if (options.has("-R", "-D", "-w") || more.has("-R", "-D", "-w")) effects.push(acts("remote-shell", "a tunnel"));
  else if (options.has("-L", "-W")) effects.push(acts("network", "a tunnel"));
  if (host === undefined) return effects;
  if (!local(host)) effects.push({ kind: "sends", to: host, data: call.stdin });
  if (more.rest.length > 0) effects.push({ kind: "code", text: more.rest.join(" "), language: "shell" });
  else if (call.stdin !== "") effects.push(shell(call.stdin));
  return [...effects, prints(local(host) ? OUTPUT : DOWNLOAD)];
};

/** `scp a host:b` and its kin: a colon before any slash makes an operand remote. */
const remoteOf = (operand: Text): Text | undefined =>
  /^(?:scp|sftp):\/\//.test(operand) ? operand : /^(?!\/|\.)[^/\s]+:/.test(operand) ? operand : undefined;

export const scp: Program = (call) => {
  const options = readOptions(call.args, "-S: -o: -i: -F: -P: -c: -J: -l: -D: -X:");
  const effects: Effect[] = [
    ...sshOptions(options),
    ...options.values("-S", "-D").flatMap((helper) => [shell(helper), acts("run-helper", helper)]),
  ];
  const target = options.rest.at(-1) ?? "";
  const sources = options.rest.slice(0, -1);
  const to = remoteOf(target);
  if (to !== undefined)
    return [
      ...effects,
      ...sources.map((path) => ({ kind: "reads", path, recursive: true }) as const),
      { kind: "sends", to, data: FILE },
    ];
  const remote = sources.flatMap((source) => remoteOf(source) ?? []);
  for (const source of sources)
    effects.push(remoteOf(source) === undefined ? reads(source) : { kind: "fetches", from: source });
  return [...effects, writes(target, remote.length > 0 ? DOWNLOAD : FILE)];
};

export const ftp: Program = (call) => {
  const { rest } = readOptions(call.args, "-e: -c: -u: -p: -P: -b: -o: -i: -f:");
  const commands = [...readOptions(call.args, "-e: -c:").values("-e", "-c")];
  const effects: Effect[] = commands
    .filter((text) => /(?:^|;)\s*!/.test(text))
    .map((text) => shell(text.replace(/^\s*!/, "")));
  const shellLine = /^\s*!(.+)$/m.exec(call.stdin)?.[1];
  if (shellLine !== undefined) effects.push(shell(shellLine));
  const [host = ANY] = rest;
  const sends = /(?:^|\n|;)\s*(?:put|mput|send|append|mirror -R|upload)\b/.test(`${call.stdin};${commands.join(";")}`);
  return [...effects, { kind: "sends", to: host, data: sends ? FILE : "" }];
};

export const tunnel: Program = ({ args }) =>
  isInfo(args) || /^(?:version|help|update|login|list|info)$/.test(args[0] ?? "")
    ? []
    : [acts("remote-shell", "a tunnel")];

export const rclone: Program = ({ args }) => {
  const [command = "", ...rest] = args.filter((arg) => !arg.startsWith("-"));
  if (/^(?:copy|copyto|sync|move|moveto|rcat|bisync)$/.test(command)) {
    const target = rest.at(-1) ?? "";
    return /:/.test(target)
      ? [...rest.slice(0, -1).map((path) => ({ kind: "reads", path, recursive: true }) as const), acts("leak")]
      : [acts("network"), writes(target)];
  }
  if (/^(?:delete|purge|rmdir|cleanup)$/.test(command)) return [acts("destroy-remote")];
  return /^(?:config|obscure)$/.test(command)
    ? [acts("read-secret")]
    : /^(?:serve|mount)$/.test(command)
      ? [acts("network")]
      : [];
};
