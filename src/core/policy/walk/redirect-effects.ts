import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { Effect } from "../tools/effect.ts";
import { ANY, type Text } from "../values/abstract-text.ts";
import type { Ground } from "../zones/judged-place.ts";
import { resolvePath, zoneOf } from "../zones/zones.ts";
import { contentOf } from "./code-in-files.ts";
import type { Engine, Frame, Invocation, Origin, ResolvedRedirect } from "./walk-types.ts";

/** What redirections need from the judgement around them. */
interface Judge extends Pick<Engine, "report"> {
  readonly ground: Ground;
  apply(effect: Effect, frame: Frame, origin: Origin): unknown;
}

/** Says what is read and returns what the command will find on its input. */
export function readRedirects({ redirects, stdin, origin }: Invocation, frame: Frame, judge: Judge): Text {
  let read = stdin;
  for (const redirect of redirects) {
    if (redirect.kind === "write") continue;
    const texts = redirect.paths.map((path) => {
      judge.apply({ kind: "reads", path }, frame, origin);
      if (redirect.kind === "both") judge.apply({ kind: "writes", path }, frame, origin);
      return contentOf(path, frame, judge.ground);
    });
    read = texts.join("\n");
  }
  return read;
}

const SHELL = new RegExp(`(?:^|/)${SHELL_NAME}$`);
const isShown = (path: Text): boolean => /^\/dev\/(?:stdout|stderr|fd\/\d+|tty)$/.test(path);

/** Says what is written and returns what is left for the next in line. */
export function writeRedirects(
  { redirects, argv, origin }: Invocation,
  output: Text,
  frame: Frame,
  judge: Judge,
): Text {
  const files = redirects.filter(
    (redirect): redirect is Extract<ResolvedRedirect, { kind: "write" }> => redirect.kind === "write",
  );
  let printed = output;
  for (const { paths, append, descriptor } of files) {
    for (const path of paths) {
      const zone = zoneOf(resolvePath(path, frame.scope.cwd[0] ?? ANY), judge.ground);
      if (zone === "network" && SHELL.test(argv[0] ?? "")) judge.report("remote-shell", origin);
      judge.apply({ kind: "writes", path, content: output, append }, frame, origin);
    }
    if (descriptor === 1 && !paths.some(isShown)) printed = "";
  }
  return printed;
}
