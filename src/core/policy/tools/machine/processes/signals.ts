import { SHELL_NAMES } from "../../../../knowledge/shell-names.ts";
import { CHILD, isKnown, NUMBER, PARENT, PROCESSES, type Text } from "../../../values/abstract-text.ts";
import type { Scope } from "../../../values/scope.ts";
import { acts, type Effect, type Program, prints } from "../../effect.ts";
import { isInfo } from "../../file-readers.ts";
import { readOptions } from "../../options.ts";

/** Programs that run the agent, watch it or keep the machine running. */
const GUARD_NAMES =
  /mcp|nacre|execution-tools|claude|codex|gemini|cursor|opencode|agent|sshd|systemd|init|dockerd|auditd|falco|osquery|crowdstrike|sentinel/i;

type Signalled = { readonly probe: boolean; readonly targets: readonly Text[] };

const isSignal = (arg: Text, args: readonly Text[]): boolean =>
  /^-(?:\d+|[A-Z]\w*|-signal=.*)$/i.test(arg) && (arg !== "-1" || args.length > 1);

/** The targets of `kill`, and whether it only asks if they live: the first `-9` is a signal, a later one a group. */
function signalled(args: readonly Text[]): Signalled {
  let signal: Text | undefined;
  const targets: Text[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      targets.push(...args.slice(i + 1));
      break;
    }
    if (/^-(?:s|n|-signal)$/.test(arg)) signal = args[++i] ?? "";
    else if (signal === undefined && targets.length === 0 && isSignal(arg, args)) signal = arg.slice(1);
    else targets.push(arg);
  }
  return { probe: signal === "0", targets };
}

/** Jobs, children and what the session started belong to it; other processes may not. */
function killed(target: Text, scope: Scope): readonly Effect[] {
  if (target === "-1" || target === "1" || target === "0" || target.includes(PARENT)) return [acts("kill-guard")];
  if (target.startsWith("%") || target.includes(CHILD)) return [];
  if (target.includes(PROCESSES)) return [acts(GUARD_NAMES.test(target) ? "kill-guard" : "kill-process")];
  if (target === NUMBER) return []; // the shell's own pid
  if (/^-?[1-9]\d{0,8}$/.test(target) && scope.ownsProcess(Math.abs(Number(target)))) return [];
  return [acts("kill-process", isKnown(target) ? target : undefined)];
}

export const kill: Program = ({ args, scope }) => {
  const { probe, targets } = signalled(args);
  return probe ? [] : targets.flatMap((target) => killed(target.trim(), scope));
};

/** Patterns that fit every process, or the shells that every session lives in. */
const SWEEPING = new RegExp(String.raw`^(?:\.?\*?|\.\+|\^|\[.*\]\*?|${SHELL_NAMES.join("|")})$`);

/** Whether signal 0 is sent, which only asks if they live. Another signal behind it may be the one that counts. */
const isProbe = ([first, ...others]: readonly Text[]): boolean =>
  first === "-0" && others.every((arg) => isKnown(arg) && !/^-(?:\d|s|-signal|[A-Z]{2})/.test(arg));

export const killByName: Program = ({ args }) => {
  if (isInfo(args) || isProbe(args)) return [];
  const { rest, values, has } = readOptions(
    args,
    "-u: --euid: -U: --uid: -g: -G: -P: --parent: -s: --session: -t: --terminal: --signal: -F: --pidfile: -n -o -x -f -i",
  );
  const parents = values("-P", "--parent");
  if (parents.length > 0 && parents.every((parent) => parent === NUMBER)) return []; // children of the shell itself
  const [pattern = ""] = rest;
  if (has("-v", "--inverse")) return [acts("kill-guard")]; // every process but these
  const [file] = values("-F", "--pidfile");
  if (pattern === "" && file !== undefined) return [acts("kill-process", file)]; // only the one that the file names
  return [GUARD_NAMES.test(pattern) || SWEEPING.test(pattern) ? acts("kill-guard") : acts("kill-process", pattern)];
};

/** The printed hole keeps the names, so that `kill` sees which processes are meant. */
export const findByName: Program = ({ args }) => {
  const patterns = args.filter((arg) => !arg.startsWith("-") && isKnown(arg));
  return [prints(PROCESSES + (patterns.some((pattern) => SWEEPING.test(pattern)) ? EVERY : patterns.join(" ")))];
};

/** The first process is among all. */
const EVERY = "init";

/** Numbers that `ps` prints alone: those of all processes, or of the one above the shell. */
export const listed: Program = ({ args }) => {
  const { values, has } = readOptions(args, "-o: -O: -p: -u: -U: -C: --format: --pid: --ppid: --user: -e -A");
  const columns = values("-o", "--format").join(",");
  if (/^ppid=?$/.test(columns) && values("-p", "--pid").every((pid) => pid === NUMBER)) return [prints(PARENT)];
  return /^pid=?$/.test(columns) && has("-e", "-A") ? [prints(PROCESSES + EVERY)] : [];
};
