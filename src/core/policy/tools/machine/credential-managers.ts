import { acts, type Effect, type Program, reads, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

/** Credential managers: their whole purpose is to give secrets away. */
export const vaultTool =
  (harmless: RegExp): Program =>
  ({ args }) =>
    isInfo(args) || args.length === 0 || harmless.test(args.filter((arg) => !arg.startsWith("-"))[0] ?? "")
      ? []
      : [acts("read-secret")];

export const sshKeygen: Program = ({ args }) => {
  if (args.length === 0 || isInfo(args)) return [];
  const options = readOptions(args, "-f: -t: -b: -C: -N: -P: -m: -O: -s: -I: -n: -V: -D: -w: -F: -R: -e -y");
  const effects: Effect[] = options.values("-D", "-w").map((path) => acts("loader-variable", path));
  if (options.has("-l", "-F", "-B", "-e", "-H", "-r", "-Q", "-i")) return effects;
  if (options.has("-y")) return [...effects, ...options.values("-f").map((path) => reads(path))];
  return [
    ...effects,
    ...options.values("-f").map((path) => writes(path)),
    ...(options.has("-f") ? [] : [acts("write-startup", "~/.ssh")]),
  ];
};
