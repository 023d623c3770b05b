import { ANY, DOWNLOAD, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, prints, reads, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";
import { sshSettings } from "./ssh.ts";

export const SCP_OPTIONS = "-S: -o: -i: -F: -P: -c: -J: -l: -D: -X:";

/** `scp a host:b`: a colon before any slash makes an operand remote. */
const isRemote = (operand: Text): boolean => /^(?:scp|sftp):\/\//.test(operand) || /^(?!\/|\.)[^/\s]+:/.test(operand);

const readsAll = (path: Text): Effect => ({ kind: "reads", path, recursive: true });

export const scp: Program = ({ args }) => {
  const options = readOptions(args, SCP_OPTIONS);
  const target = options.rest.at(-1) ?? "";
  const sources = options.rest.slice(0, -1);
  return [...sshSettings(options), ...copied(sources, target)];
};

function copied(sources: readonly Text[], target: Text): readonly Effect[] {
  if (isRemote(target)) return [...sources.map(readsAll), { kind: "sends", to: target, data: FILE }];
  return [
    ...sources.map((source): Effect => (isRemote(source) ? { kind: "fetches", from: source } : reads(source))),
    writes(target, sources.some(isRemote) ? DOWNLOAD : FILE),
  ];
}

const SENDS = /(?:^|\n|;)\s*(?:put|mput|send|append|mirror -R|upload)\b/;

/** A client with commands of its own; `!` runs a shell command on this machine. */
export const ftp: Program = ({ args, stdin }) => {
  const { rest, values } = readOptions(args, "-e: -c: -u: -p: -P: -b: -o: -i: -f:");
  const [host = ANY] = rest;
  const commands = values("-e", "-c");
  const escapes = commands.filter((text) => /(?:^|;)\s*!/.test(text)).map((text) => text.replace(/^\s*!/, ""));
  const escape = /^\s*!(.+)$/m.exec(stdin)?.[1];
  return [
    ...[...escapes, ...(escape === undefined ? [] : [escape])].map(shell),
    { kind: "sends", to: host, data: SENDS.test(`${stdin};${commands.join(";")}`) ? FILE : "" },
    ...(values("-o").includes("-") ? [prints(DOWNLOAD)] : []),
  ];
};

export const sftp: Program = (call) => [...scp(call), ...ftp(call)];

/** `rclone copy a remote:b`. */
export const rcloneCopies: Program = ({ args }) => {
  const [, ...paths] = args.filter((arg) => !arg.startsWith("-"));
  const target = paths.at(-1) ?? "";
  if (!target.includes(":")) return [acts("network"), writes(target)];
  return [...paths.slice(0, -1).map(readsAll), acts("leak")];
};

/** A path without the name of a remote is one of this machine. */
export const rcloneDeletes: Program = ({ args }) =>
  args
    .slice(1)
    .filter((arg) => /^[/~.]/.test(arg))
    .map((path) => ({ kind: "deletes", path, recursive: true }));
