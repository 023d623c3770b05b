import { SHELL_NAMES } from "../../../knowledge/shell-names.ts";
import { CHILD, FILE, isKnown, NUMBER, PARENT, PROCESSES, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Family, type Program, prints, same } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

const GUARD_NAMES =
  /mcp|nacre|execution-tools|claude|codex|gemini|cursor|opencode|agent|sshd|systemd|init|dockerd|auditd|falco|osquery|crowdstrike|sentinel/i;

/** Patterns that fit every process, or the shells that every session lives in. */
const EVERYTHING = new RegExp(String.raw`^(?:\.?\*?|\.\+|\^|\[.*\]\*?|${SHELL_NAMES.join("|")})$`);

/** `kill`: jobs and children are ours; everything else may not be. */
const kill: Program = ({ args }) => {
  if (args.length === 0 || args.some((arg) => /^(?:-l|-L|--list|--help|--version|--table)$/.test(arg))) return [];
  let signalled = false;
  let probe = false;
  const targets: Text[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      targets.push(...args.slice(i + 1));
      break;
    }
    if (/^-(?:s|n|-signal)$/.test(arg)) {
      probe = args[++i] === "0";
      signalled = true;
    } else if (
      !signalled &&
      targets.length === 0 &&
      /^-(?:\d+|[A-Z]\w*|-signal=.*)$/i.test(arg) &&
      (arg !== "-1" || args.length > 1)
    ) {
      signalled = true;
      probe = arg === "-0";
    } else targets.push(arg);
  }
  if (probe) return [];
  return targets.flatMap((target): readonly Effect[] => {
    if (target === "-1" || target === "1" || target === "0" || target.includes(PARENT)) return [acts("kill-guard")];
    if (target.startsWith("%") || target.includes(CHILD)) return [];
    if (target.includes(PROCESSES)) return [acts(GUARD_NAMES.test(target) ? "kill-guard" : "kill-process")];
    if (target === NUMBER) return []; // the shell's own pid
    return [acts("kill-process", isKnown(target) ? target : undefined)];
  });
};

const pkill: Program = ({ args, name }) => {
  if (isInfo(args)) return [];
  const options = readOptions(
    args,
    "-u: --euid: -U: --uid: -g: -G: -P: --parent: -s: --session: -t: --terminal: --signal: -F: --pidfile: -n -o -x -f -i",
  );
  const [pattern = ""] = options.rest;
  if (name === "killall5") return [acts("kill-guard")];
  if (GUARD_NAMES.test(pattern) || (options.rest.length === 0 && options.has("-u", "--euid", "-U", "--uid")))
    return [acts("kill-guard")];
  if (EVERYTHING.test(pattern)) return [acts("kill-guard")];
  return [acts("kill-process", pattern)];
};

const finder: Program = ({ args }) => [
  prints(PROCESSES + args.filter((arg) => !arg.startsWith("-") && isKnown(arg)).join(" ")),
];

const lsof: Program = ({ args }) => (args.some((arg) => /^-\w*t/.test(arg)) ? [prints(PROCESSES)] : []);

const fuser: Program = ({ args }) => (args.some((arg) => /^-\w*k|^--kill/.test(arg)) ? [acts("kill-process")] : []);

/** Looks into a process that is not ours. */
const tracer: Program = ({ args }) => [
  acts("trace-process"),
  ...(args.some((arg) => arg.includes(PARENT) || arg === "1") ? [acts("read-secret")] : []),
];

const renice: Program = () => [acts("kill-process")];

const at: Program = ({ args, stdin }) => {
  if (args.some((arg) => /^-[lcV]$/.test(arg))) return [];
  return [acts("persist"), ...(stdin === "" ? [] : [{ kind: "code", text: stdin, language: "shell" } as const])];
};

const crontab: Program = ({ args }) => (args.includes("-l") || isInfo(args) ? [prints(FILE)] : [acts("persist")]);

/** Own processes and other people's; what runs later. */
export const PROCESS_TOOLS: Family = {
  kill,
  ...same("pkill killall killall5 skill", pkill),
  xkill: () => [acts("kill-process")],
  ...same("pgrep pidof", finder),
  lsof,
  fuser,
  ...same("gcore gstack pstack reptyr memdump procdump", tracer),
  "py-spy": ({ args }) => (args.some((arg) => /^(?:-p|--pid)$/.test(arg)) ? [acts("trace-process")] : []),
  ...same("bpftrace sysdig systemtap stap dtrace execsnoop opensnoop", ({ args }) =>
    isInfo(args) ? [] : [acts("trace-process")],
  ),
  renice,
  at,
  ...same("batch", at),
  atrm: () => [acts("blind-guard")],
  crontab,
  ...same("anacron fcrontab systemd-tmpfiles", () => [acts("persist")]),
  launchctl: ({ args }) =>
    /^(?:list|print|help|version|blame|dumpstate|getenv)$/.test(args[0] ?? "") ? [] : [acts("persist")],
  ...same("pm2 forever supervisorctl", ({ args }) =>
    /^(?:startup|unstartup|save)$/.test(args[0] ?? "")
      ? [acts("persist")]
      : /^(?:stop|delete|kill|restart|reload|shutdown)$/.test(args[0] ?? "")
        ? [acts("kill-process")]
        : [],
  ),
};
