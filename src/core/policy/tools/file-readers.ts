import {
  ANY,
  ENDLESS,
  FILE,
  holesOf,
  isKnown,
  NUMBER,
  OUTPUT,
  PARENT,
  PATH_PART_HOLES,
  type Text,
  without,
} from "../values/abstract-text.ts";
import { resolvePath } from "../zones/zones.ts";
import type { Call } from "./effect.ts";

const INFO = new Set(["--help", "--version", "-h", "-V", "-version", "-help"]);

/** Whether a call only asks for help or the version: then the program does nothing else. */
export const isInfo = (args: readonly Text[]): boolean =>
  args.length > 0 && args.length <= 2 && args.every((arg) => INFO.has(arg));

export const contentBehind = (path: Text, { scope, stdin }: Call): Text => {
  const cwd = scope.cwd[0] ?? ANY;
  if (path === "/dev/stdin" || path === "-") return stdin;
  if (path === "/dev/null") return "";
  if (OWN_PROCESS.test(path)) return OUTPUT + PARENT;
  if (ENDLESS_DEVICE.test(path)) return ENDLESS;
  return scope.fileContent(resolvePath(path, cwd)) ?? FILE;
};

/** What the system says of the shell names the process that started it. */
const OWN_PROCESS = new RegExp(`^/proc/(?:self|thread-self|${NUMBER})/stat(?:us)?$`);

/** What the text or the session wrote into these files. */
export const writtenIn = (paths: readonly Text[], { scope }: Call): readonly Text[] =>
  paths.flatMap((path) => scope.cwd.flatMap((cwd) => scope.fileContent(resolvePath(path, cwd)) ?? []));

export const ENDLESS_DEVICE: RegExp = /^\/dev\/(?:zero|u?random|full)$/;

/** What showing these files would print. */
export function printedFiles(paths: readonly Text[], call: Call): Text {
  return paths.map((path) => (path === "-" ? call.stdin : shown(path, call))).join("");
}

const shown = (path: Text, call: Call): Text => {
  const content = contentBehind(path, call);
  return content === FILE && !isKnown(path) ? FILE + without(holesOf(path), ...PATH_PART_HOLES) : content;
};
