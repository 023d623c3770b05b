import { SHELL_NAME } from "../../../knowledge/shell-names.ts";
import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, shell } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { ASSIGNMENT, runsGiven, shellAssignments } from "./environment-words.ts";

/** `sudo`: options, assignments, then a command; without one it may give a shell. */
export const sudo: Program = (call) => {
  if (isInfo(call.args) || call.args.length === 0) return [];
  const options = readOptions(
    call.args,
    "-u: --user: -g: --group: -p: --prompt: -C: --close-from: -h: --host: -r: --role: -t: --type: -T: --command-timeout: -U: --other-user: -D: --chdir: -R: --chroot: --login --shell --edit --list",
    "first",
  );
  const at = options.rest.findIndex((word) => !ASSIGNMENT.test(word));
  const command = at === -1 ? [] : options.rest.slice(at);
  const assigned = options.rest.slice(0, at === -1 ? undefined : at);
  const effects: Effect[] = [acts("privilege")];
  if (assigned.length > 0) effects.push(shellAssignments(assigned));
  if (options.has("-l", "--list", "-k", "-K", "-v", "-V") && command.length === 0) return effects;
  if (options.has("-e", "--edit"))
    return [...effects, ...command.map((path) => ({ kind: "writes", path }) as const), acts("raise-privilege")];
  const shellWanted = options.has("-i", "-s", "--login", "--shell");
  if (shellWanted && command.length === 0)
    return [...effects, acts("raise-privilege"), ...(call.stdin === "" ? [] : [shell(call.stdin)])];
  if (command.length === 0) return effects;
  return [
    ...effects,
    runsGiven(assigned, command),
    ...(isBareShell(command, call.stdin) ? [acts("raise-privilege")] : []),
  ];
};

const ROOT_SHELL = new RegExp(`^(?:.*/)?(?:${SHELL_NAME}|su|visudo)$`);

const isBareShell = (command: readonly Text[], stdin: Text): boolean =>
  stdin === "" &&
  ROOT_SHELL.test(command[0] ?? "") &&
  command.slice(1).every((arg) => /^-(?:[il-]|-login)*$/.test(arg) || arg === "root");

export const su: Program = ({ args, stdin }) => {
  if (isInfo(args)) return [];
  const options = readOptions(args, "-c: --command: -s: --shell: -g: -G: -w:");
  const code = options.values("-c", "--command");
  if (code.length > 0) return [acts("privilege"), ...code.map(shell)];
  return [acts("raise-privilege"), ...(stdin === "" ? [] : [shell(stdin)])];
};
