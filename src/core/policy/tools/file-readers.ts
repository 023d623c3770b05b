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
import { couldBe, hasGlob } from "../values/globs.ts";
import { followedPaths } from "../zones/followed-paths.ts";
import { resolvePath } from "../zones/zones.ts";
import type { Call } from "./effect.ts";

const INFO = new Set(["--help", "--version", "-h", "-V", "-version", "-help"]);

/** Whether a call only asks for help or the version: then the program does nothing else. */
export const isInfo = (args: readonly Text[]): boolean =>
  args.length > 0 && args.length <= 2 && args.every((arg) => INFO.has(arg));

export const contentBehind = (path: Text, call: Call): Text => {
  const { scope, stdin } = call;
  if (path === "/dev/stdin" || path === "-") return stdin;
  const [resolved = ANY, ...others] = followedPaths(path, scope);
  if (resolved === "/dev/null") return "";
  if (OWN_PROCESS.test(path)) return OUTPUT + PARENT;
  if (isEndless(path, call)) return ENDLESS;
  const written = [resolved, ...others].flatMap((one) => scope.fileContent(one) ?? []);
  return written.length > 0 ? written.join("\n") : contentsMeant(resolved, call);
};

/** What a file holds whose name is not all known, or a directory: what the text or the session wrote there, and more. */
const contentsMeant = (path: Text, { scope: { files } }: Call): Text => {
  const written = [...files.meantBy(path), ...files.below(path)].slice(0, MAX_MEANT);
  return [...written.map((one) => `${files.content(one) ?? ""}\n`), FILE].join("");
};
const MAX_MEANT = 20;

/** What the system says of the shell names the process that started it. */
const OWN_PROCESS = new RegExp(`^/proc/(?:self|thread-self|${NUMBER})/stat(?:us)?$`);

/** What the text or the session wrote into these files. */
export const writtenIn = (paths: readonly Text[], { scope }: Call): readonly Text[] =>
  paths.flatMap((path) => followedPaths(path, scope).flatMap((one) => scope.fileContent(one) ?? []));

const ENDLESS_DEVICES = ["/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"];

/** Whether a path is a device that never ends, or may be one. */
export function isEndless(path: Text, { scope }: Pick<Call, "scope">): boolean {
  const resolved = resolvePath(path, scope.cwd[0] ?? ANY);
  if (ENDLESS_DEVICES.includes(resolved)) return true;
  return (
    resolved.startsWith("/dev/") && hasGlob(resolved) && ENDLESS_DEVICES.some((device) => couldBe(resolved, device))
  );
}

/** What showing these files would print. */
export function printedFiles(paths: readonly Text[], call: Call): Text {
  return paths.map((path) => (path === "-" ? call.stdin : shown(path, call))).join("");
}

const shown = (path: Text, call: Call): Text => {
  const content = contentBehind(path, call);
  return content === FILE && !isKnown(path) ? FILE + without(holesOf(path), ...PATH_PART_HOLES) : content;
};
