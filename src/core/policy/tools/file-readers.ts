import {
  ANY,
  ENDLESS,
  FILE,
  holesOf,
  isKnown,
  NAME,
  PATH_PART_HOLES,
  QUESTION,
  STAR,
  type Text,
  without,
} from "../values/abstract-text.ts";
import { type Call, type Effect, type Program, prints, reads } from "./effect.ts";
import { readOptions } from "./options.ts";

const INFO = new Set(["--help", "--version", "-h", "-V", "-version", "-help"]);

/** Asking a program about itself does nothing else. */
export const isInfo = (args: readonly Text[]): boolean =>
  args.length > 0 && args.length <= 2 && args.every((arg) => INFO.has(arg));

export const contentBehind = (path: Text, { scope, stdin }: Call): Text => {
  const cwd = scope.cwd[0] ?? ANY;
  if (path === "/dev/stdin" || path === "-") return stdin;
  if (path === "/dev/null") return "";
  if (ENDLESS_DEVICE.test(path)) return ENDLESS;
  return scope.fileContent(path.startsWith("/") ? path : `${cwd}/${path.replace(/^\.\//, "")}`) ?? FILE;
};

export const ENDLESS_DEVICE: RegExp = /^\/dev\/(?:zero|u?random|full)$/;

/** Reads each operand; what it prints carries where that came from. */
export const reader =
  (spec = ""): Program =>
  (call) => {
    const { rest } = readOptions(call.args, spec);
    const effects: Effect[] = rest.map((path) => reads(path));
    if (rest.length === 0) return [prints(call.stdin)];
    return [...effects, prints(printedFiles(rest, call))];
  };

/** What showing these files would print. */
export function printedFiles(paths: readonly Text[], call: Call): Text {
  return paths.map((path) => (path === "-" ? call.stdin : shown(path, call))).join("");
}

const shown = (path: Text, call: Call): Text => {
  const content = contentBehind(path, call);
  return content === FILE && !isKnown(path) ? FILE + without(holesOf(path), ...PATH_PART_HOLES) : content;
};

export const cat: Program = (call) => {
  const { rest } = readOptions(call.args);
  if (rest.some((path) => ENDLESS_DEVICE.test(path))) return [prints(ENDLESS), ...rest.map((path) => reads(path))];
  return reader()(call);
};

/** Names in a directory: relative ones for `ls dir`, as written for `ls -d` and files. */
export const ls: Program = ({ args }) => {
  const { rest, has } = readOptions(args, "-I: --ignore: -w: -T: --color: --sort: --time: --format: --block-size:");
  if (rest.length === 0) return [prints(NAME)];
  return [
    prints(
      rest
        .map((path) => (has("-d", "--directory") || path.includes(STAR) || path.includes(QUESTION) ? path : NAME))
        .join("\n"),
    ),
  ];
};
