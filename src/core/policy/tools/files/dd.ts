import { ENDLESS, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Program, prints, reads, writes } from "../effect.ts";
import { isEndless } from "../file-readers.ts";
import { isHuge } from "../huge-size.ts";

const valueOf = (name: string, args: readonly Text[]): Text | undefined =>
  args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);

/** `dd if=… of=… bs=… count=…`: what it reads and writes, and whether it ends. */
export const dd: Program = (call) => {
  const { args, stdin } = call;
  const input = valueOf("if", args);
  const output = valueOf("of", args);
  const endless = input !== undefined && isEndless(input, call) && valueOf("count", args) === undefined;
  const read = input === undefined ? [] : [reads(input)];
  if (output === undefined) return [...read, prints(endless ? ENDLESS : FILE)];
  return [
    ...read,
    writes(output, input === undefined ? stdin : FILE),
    ...(endless || isHugeCopy(args) ? [acts("exhaust")] : []),
    prints(""),
  ];
};

function isHugeCopy(args: readonly Text[]): boolean {
  const count = valueOf("count", args) ?? "";
  const block = valueOf("bs", args) ?? valueOf("ibs", args) ?? "512";
  return /^\d+$/.test(count) && isHuge(`${Number(count) * blockBytes(block)}`);
}

function blockBytes(block: Text): number {
  const match = /^(\d+)([kKMGT]?)/.exec(block);
  return match === null ? 512 : Number(match[1]) * 1024 ** " KMGT".indexOf((match[2] ?? "").toUpperCase() || " ");
}
