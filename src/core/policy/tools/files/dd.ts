import { ENDLESS, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Program, prints, reads, writes } from "../effect.ts";
import { contentBehind, isEndless } from "../file-readers.ts";
import { isHuge } from "../huge-size.ts";

const valueOf = (name: string, args: readonly Text[]): Text | undefined =>
  args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);

/** `dd if=… of=… bs=… count=…`: what it reads and writes, and whether it ends. */
export const dd: Program = (call) => {
  const { args } = call;
  const input = valueOf("if", args);
  const output = valueOf("of", args);
  const device = input !== undefined && isEndless(input, call);
  const endless = device && valueOf("count", args) === undefined;
  const read = input === undefined ? [] : [reads(input)];
  const copied = device ? FILE : contentBehind(input ?? "-", call);
  if (output === undefined) return [...read, prints(endless ? ENDLESS : copied)];
  return [...read, writes(output, copied), ...(endless || isHugeCopy(args) ? [acts("exhaust")] : []), prints("")];
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
