import { DECODED, FILE, type Text } from "../../values/abstract-text.ts";
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

/** The names of what is packed come from standard input, one on each line. */
export const cpio: Program = ({ args, stdin }) => {
  const options = readOptions(args, "-D: --directory: -F: --file: -O: -I: -H: --rsh-command: -R: -E:");
  const helper = options.values("--rsh-command").flatMap((code) => [shell(code), acts("run-helper")]);
  const into = options.values("-D", "--directory")[0] ?? ".";
  return [
    ...helper,
    ...(options.has("-i", "--extract", "-p", "--pass-through")
      ? [writes(`${options.has("-p", "--pass-through") ? (options.rest[0] ?? into) : into}/`)]
      : []),
    ...options.values("-F", "-O", "--file").map((path) => writes(path)),
    ...(options.has("-o", "--create", "-p", "--pass-through") ? packed(stdin.split("\n")) : []),
  ];
};

const packed = (paths: readonly Text[]): readonly Effect[] =>
  paths.filter((path) => path !== "").map((path) => ({ kind: "reads", path, recursive: true }) as const);

/** `pax -w` packs its operands, or what standard input names; `-r` unpacks, both together copy. */
export const pax: Program = ({ args, stdin }) => {
  const options = readOptions(args, "-f: -b: -o: -p: -s: -x: -B: -E: -G: -T: -U:");
  const copies = options.has("-r") && options.has("-w");
  const names = copies ? options.rest.slice(0, -1) : options.rest;
  return [
    ...(options.has("-w") ? packed(names.length === 0 ? stdin.split("\n") : names) : []),
    ...(options.has("-w") && !copies ? options.values("-f").map((path) => writes(path)) : []),
    ...(options.has("-r") ? [writes(`${copies ? (options.rest.at(-1) ?? ".") : "."}/`)] : []),
  ];
};

export const sevenZip: Program = ({ name, args }) => {
  const [command = "", archive = "", ...paths] = args.filter((arg) => !arg.startsWith("-"));
  // rar takes the directory as its last word.
  const last = name.endsWith("rar") ? paths.findLast((path) => path.endsWith("/")) : undefined;
  const out = args.find((arg) => arg.startsWith("-o"))?.slice(2) ?? last ?? ".";
  if (/^[xe]$/.test(command)) return [writes(`${out}/`)];
  if (!/^[aud]$/.test(command)) return [];
  // With -sdel (of rar: -df) what was packed is removed.
  const kind = args.some((arg) => /^-(?:sdel|df)$/.test(arg)) ? "deletes" : "reads";
  return [writes(archive), ...paths.map((path) => ({ kind, path, recursive: true }) as const)];
};
