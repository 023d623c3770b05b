import { ENDLESS, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, prints, reads, writes } from "../effect.ts";
import { ENDLESS_DEVICE } from "../file-readers.ts";
import { readOptions } from "../options.ts";

export const truncate: Program = ({ args }) => {
  const options = readOptions(args, "-s: --size: -r: --reference:");
  return [
    ...options.rest.map((path) => writes(path, "")),
    ...options
      .values("-s", "--size")
      .filter(isHuge)
      .map(() => acts("exhaust")),
  ];
};

/** Sizes nobody needs: hundreds of gigabytes. */
export const isHuge = (size: Text): boolean => {
  const match = /^[+]?(\d+(?:\.\d+)?)\s*([KMGTPE]?)i?B?$/i.exec(size);
  if (match === null) return false;
  const unit = "KMGTPE".indexOf((match[2] ?? "").toUpperCase());
  return Number(match[1]) * (match[2] === "" ? 1 : 1024 ** (unit + 1)) >= 100 * 1024 ** 3;
};

export const fallocate: Program = ({ args }) => {
  const options = readOptions(args, "-l: --length: -o: --offset: -n --dig-holes");
  return [
    ...options.rest.map((path) => writes(path)),
    ...options
      .values("-l", "--length")
      .filter(isHuge)
      .map(() => acts("exhaust")),
  ];
};

export const dd: Program = ({ args, stdin }) => {
  const value = (name: string): Text | undefined =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const input = value("if");
  const output = value("of");
  const count = value("count");
  const block = value("bs") ?? value("ibs") ?? "512";
  const effects: Effect[] = input === undefined ? [] : [reads(input)];
  const endless = input !== undefined && ENDLESS_DEVICE.test(input) && count === undefined;
  if (output !== undefined) {
    effects.push(writes(output, input === undefined ? stdin : FILE));
    if (endless) effects.push(acts("exhaust"));
    if (count !== undefined && /^\d+$/.test(count) && isHuge(`${Number(count) * blockBytes(block)}`))
      effects.push(acts("exhaust"));
  }
  return [...effects, prints(output === undefined ? (endless ? ENDLESS : FILE) : "")];
};

const blockBytes = (block: Text): number => {
  const match = /^(\d+)([kKMGT]?)/.exec(block);
  return match === null ? 512 : Number(match[1]) * 1024 ** " KMGT".indexOf((match[2] ?? "").toUpperCase() || " ");
};

export const chmod: Program = ({ args }) => {
  const options = readOptions(
    args.filter((arg) => !/^-[rwxXst]+$/.test(arg) || /^-R?[vcf]*$/.test(arg)),
    "--reference: --recursive --verbose --changes --silent",
  );
  const minus = args.find((arg) => /^-[rwxXst]+$/.test(arg));
  const mode = options.has("--reference") ? "" : (minus ?? options.rest[0] ?? "");
  const paths = options.has("--reference") || minus !== undefined ? options.rest : options.rest.slice(1);
  const recursive = options.has("-R", "--recursive");
  const setId = /^0?[2467]\d{3}$|^[ugoa]*[+=][rwxX]*s|,[ugoa]*[+=][rwxX]*s/.test(mode);
  return [
    ...(setId ? [acts("set-id-bit")] : []),
    ...paths.map((path) => ({ kind: "opens-access", path, recursive }) as const),
    prints(""),
  ];
};

export const chown: Program = ({ args }) => {
  const options = readOptions(args, "--reference: --from: --recursive --no-dereference");
  const recursive = options.has("-R", "--recursive");
  const paths = options.has("--reference") ? options.rest : options.rest.slice(1);
  return paths.map((path) => ({ kind: "opens-access", path, recursive }) as const);
};

export const setfacl: Program = ({ args }) => {
  const options = readOptions(args, "-m: --modify: -x: --remove: -M: -X: --set: --set-file: --restore: --recursive");
  return [
    ...options.values("--restore").map(() => acts("write-outside", "access lists of any file")),
    ...options.rest.map(
      (path) => ({ kind: "opens-access", path, recursive: options.has("-R", "--recursive") }) as const,
    ),
  ];
};

export const chattr: Program = ({ args }) =>
  args.filter((arg) => !/^[-+=]/.test(arg)).map((path) => ({ kind: "opens-access", path, recursive: true }) as const);
