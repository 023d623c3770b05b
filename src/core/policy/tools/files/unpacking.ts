import { DECODED, FILE } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

export const zip: Program = ({ args }) => {
  const options = readOptions(args, "-b: -n: -t: -tt: -P: -s: -x: -i: -O: --out: --unzip-command:");
  const at = args.findIndex((arg) => /^-(?:\w*TT|-unzip-command)$/.test(arg));
  const given = [...(at === -1 ? [] : [args[at + 1] ?? ""]), ...options.values("--unzip-command")];
  const helper = given.flatMap((code) => [shell(code), acts("run-helper")]);
  const [archive, ...sources] = options.rest.filter((_, index) => index !== -1);
  const moved = options.has("-m");
  return [
    ...helper,
    ...(archive === undefined || archive === "-" ? [] : [writes(archive)]),
    ...sources.flatMap((path): readonly Effect[] => [
      { kind: "reads", path, recursive: true },
      ...(moved ? [{ kind: "deletes", path, recursive: true } as const] : []),
    ]),
  ];
};

export const unzip: Program = ({ args }) => {
  const options = readOptions(args, "-d: -x: -P:");
  if (options.has("-p", "-c")) return [{ kind: "prints", text: DECODED }];
  if (options.has("-l", "-v", "-t", "-Z", "-z")) return [];
  return [{ kind: "writes", path: `${options.values("-d")[0] ?? "."}/`, content: FILE }];
};

export const cpio: Program = ({ args }) => {
  const options = readOptions(args, "-D: --directory: -F: --file: -O: -I: -H: --rsh-command: -R: -E:");
  const helper = options.values("--rsh-command").flatMap((code) => [shell(code), acts("run-helper")]);
  const into = options.values("-D", "--directory")[0] ?? ".";
  return [
    ...helper,
    ...(options.has("-i", "--extract", "-p", "--pass-through")
      ? [writes(`${options.has("-p", "--pass-through") ? (options.rest[0] ?? into) : into}/`)]
      : []),
    ...options.values("-F", "-O", "--file").map((path) => writes(path)),
  ];
};

export const sevenZip: Program = ({ args }) => {
  const [command = "", archive = "", ...paths] = args.filter((arg) => !arg.startsWith("-"));
  const out = args.find((arg) => arg.startsWith("-o"))?.slice(2) ?? ".";
  if (/^[xe]$/.test(command)) return [writes(`${out}/`)];
  return /^[aud]$/.test(command)
    ? [writes(archive), ...paths.map((path) => ({ kind: "reads", path, recursive: true }) as const)]
    : [];
};
