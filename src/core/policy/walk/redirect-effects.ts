import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { Effect } from "../tools/effect.ts";
import { ANY, type Text } from "../values/abstract-text.ts";
import type { Ground } from "../zones/judged-place.ts";
import { resolvePath, zoneOf } from "../zones/zones.ts";
import { contentOf } from "./code-in-files.ts";
import type { Engine, Frame, Invocation, ResolvedRedirect } from "./walk-types.ts";

/** What redirections need from the judgement around them. */
interface Judge extends Pick<Engine, "report"> {
  readonly ground: Ground;
  apply(effect: Effect, invocation: Invocation, frame: Frame): unknown;
}

/** Says what is read and returns what the command will find on its input. */
export function readRedirects(invocation: Invocation, frame: Frame, judge: Judge): Text {
  let read = invocation.stdin;
  for (const redirect of invocation.redirects) {
    if (redirect.kind === "write") continue;
    const texts = redirect.paths.map((path) => {
      judge.apply({ kind: "reads", path }, invocation, frame);
      if (redirect.kind === "both") judge.apply({ kind: "writes", path }, invocation, frame);
      return contentOf(path, frame, judge.ground);
    });
    read = texts.join("\n");
  }
  return read;
}

const SHELL = new RegExp(`(?:^|/)${SHELL_NAME}$`);
const isShown = (path: Text): boolean => /^\/dev\/(?:stdout|stderr|fd\/\d+|tty)$/.test(path);

/** The program that takes the place of the shell, where one does. */
const programOf = ([name = "", ...args]: readonly Text[]): Text =>
  name === "exec" || name === "command" ? (args.find((arg) => !arg.startsWith("-")) ?? "") : name;

/** A command and what it printed. */
type Printed = Invocation & { readonly output: Text };

/** Says what is written and returns what is left for the next in line. */
export function writeRedirects(invocation: Printed, frame: Frame, judge: Judge): Text {
  const { redirects, argv, origin, output } = invocation;
  const files = redirects.filter(
    (redirect): redirect is Extract<ResolvedRedirect, { kind: "write" }> => redirect.kind === "write",
  );
  let printed = output;
  for (const { paths, append, descriptor } of files) {
    for (const path of paths) {
      const zone = zoneOf(resolvePath(path, frame.scope.cwd[0] ?? ANY), judge.ground);
      if (zone === "network" && SHELL.test(programOf(argv))) judge.report("remote-shell", origin);
      const sure = paths.length === 1;
      judge.apply({ kind: "writes", path, content: output, append, sure }, invocation, frame);
    }
    if (descriptor === 1 && !paths.some(isShown)) printed = "";
  }
  return printed;
}
