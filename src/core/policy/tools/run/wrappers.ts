import { ENVIRONMENT, type Text } from "../../values/abstract-text.ts";
import {
  acts,
  type Call,
  type Effect,
  executes,
  type Family,
  type Program,
  prints,
  runs,
  same,
  shell,
} from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { fd, find, parallel, xargs } from "../files/searches.ts";
import { readOptions } from "../options.ts";
import { TABLE, type Wrapper } from "../wrapper-table.ts";

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

const wrapper =
  ({ options: spec, skip, rule }: Wrapper): Program =>
  ({ args, name }) => {
    if (isInfo(args)) return [];
    const options = readOptions(args, spec, "first");
    const behind = options.rest.slice(skip);
    const first = behind.findIndex((word) => !ASSIGNMENT.test(word));
    const command = first === -1 ? [] : behind.slice(first);
    const effects: Effect[] = rule === undefined ? [] : [acts(rule)];
    if (
      options.has("-p", "--pid") &&
      ["strace", "ltrace", "prlimit", "dtruss", "reptyr", "perf", "chrt", "taskset", "ionice"].includes(name)
    )
      effects.push(acts("trace-process"));
    for (const value of options.values("-o", "--output").filter((path) => path.length > 1 && /^[|!/~.]/.test(path)))
      effects.push(/^[|!]/.test(value) ? shell(value.slice(1)) : { kind: "writes", path: value });
    for (const value of options.values("--preload", "--audit")) effects.push(acts("loader-variable", value));
    if (command.length > 0) effects.push(runs(command));
    return effects;
  };

/** `env`: assignments, `-S` text, or the command itself. */
export const env: Program = (call) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z0]*S|^--split-string/.test(arg));
  const before = at === -1 ? call.args : call.args.slice(0, at);
  const options = readOptions(before, "-u: --unset: -C: --chdir: --ignore-environment", "first");
  if (options.has("--help", "--version")) return [];
  if (at !== -1 && options.rest.every((word) => ASSIGNMENT.test(word)))
    return [shell(splitString(call.args.slice(at)))];
  const first = options.rest.findIndex((word) => !ASSIGNMENT.test(word));
  const assignments = options.rest.slice(0, first === -1 ? undefined : first);
  const command = first === -1 ? [] : [...options.rest.slice(first), ...(at === -1 ? [] : call.args.slice(at))];
  if (command.length === 0) return [prints(ENVIRONMENT)];
  return [shellAssignments(assignments), runs(command)];
};

/** `-S 'text' more words`: the text is cut like a shell would, the words stay whole. */
function splitString([first = "", ...rest]: readonly Text[]): Text {
  const glued = /^(?:-[a-zA-Z0]*S|--split-string=?)(.*)$/s.exec(first)?.[1] ?? "";
  const [text = "", ...words] = glued === "" ? rest : [glued, ...rest];
  return [text, ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)].join(" ");
}

/** Assignments are judged as the shell's own would be. */
const shellAssignments = (assignments: readonly Text[]): Effect =>
  shell(
    assignments
      .map(
        (word) =>
          `${word.slice(0, word.indexOf("=") + 1)}'${word.slice(word.indexOf("=") + 1).replaceAll("'", "'\\''")}'`,
      )
      .join(" "),
  );

const sudo: Program = (call) => {
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
  return [...effects, runs(command), ...(isBareShell(command, call.stdin) ? [acts("raise-privilege")] : [])];
};

const isBareShell = (command: readonly Text[], stdin: Text): boolean =>
  stdin === "" &&
  /^(?:.*\/)?(?:ba|da|z|k|fi|tc|c)?sh$|^(?:.*\/)?su$|^(?:.*\/)?visudo$/.test(command[0] ?? "") &&
  command.slice(1).every((arg) => /^-(?:[il-]|-login)*$/.test(arg) || arg === "root");

export const su: Program = ({ args, stdin }) => {
  if (isInfo(args)) return [];
  const options = readOptions(args, "-c: --command: -s: --shell: -g: -G: -w:");
  const code = options.values("-c", "--command");
  if (code.length > 0) return [acts("privilege"), ...code.map(shell)];
  return [acts("raise-privilege"), ...(stdin === "" ? [] : [shell(stdin)])];
};

/** The text behind `-c`, else the rest as a command. */
const codeOr =
  (spec: string, skip: number, codeOption = "-c", longOption = "--command"): Program =>
  ({ args }) => {
    const options = readOptions(args, spec, "first");
    const code = [
      ...options.values(codeOption, longOption),
      ...readOptions(options.rest.slice(skip), `${codeOption}: ${longOption}:`, "first").values(codeOption, longOption),
    ];
    if (code.length > 0) return code.map(shell);
    const command = options.rest.slice(skip);
    return command.length === 0 ? [] : [runs(command)];
  };

const watch: Program = ({ args }) => {
  const options = readOptions(args, "-n: --interval: -q: -s:", "first");
  return options.rest.length === 0
    ? []
    : [options.has("-x", "--exec") ? runs(options.rest) : shell(options.rest.join(" "))];
};

const busybox: Program = ({ args }) => (args.length === 0 || (args[0] ?? "").startsWith("--") ? [] : [runs(args)]);

/** Terminal multiplexers and terminals: any argument that is a command. */
const terminal =
  (spec: string): Program =>
  ({ args }) => {
    const options = readOptions(args, spec);
    const code = options.values("-e", "-x", "--command");
    if (code.length > 0) return [shell([...code, ...options.rest].join(" "))];
    const behind = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
    return behind.length > 0 ? [runs(behind)] : options.rest.filter((word) => /\s/.test(word)).map(shell);
  };

const tmux: Program = ({ args }) => {
  const options = readOptions(args, "-L: -S: -f: -n: -s: -t: -c: -x: -y: -F: -e: -l: -p:", "anywhere");
  const [command = "", ...rest] = options.rest;
  if (
    /^(?:new|new-session|neww|new-window|splitw|split-window|run|run-shell|if|if-shell|respawn-pane|respawnp|respawn-window|popup|display-popup|pipe-pane|pipep|send|send-keys)$/.test(
      command,
    )
  ) {
    return rest.length === 0 ? [] : [shell(rest.filter((word) => !/^(?:Enter|C-m)$/.test(word)).join(" "))];
  }
  if (/^kill-server$/.test(command)) return [acts("kill-process")];
  return /^set(?:-option|-hook|-environment)?$|^bind(?:-key)?$/.test(command) &&
    rest.some((word) => /shell|command|^run|\//.test(word))
    ? [acts("run-helper")]
    : [];
};

const screen: Program = ({ args }) => {
  const options = readOptions(args, "-S: -c: -e: -h: -p: -r: -s: -t: -T: -X: -L", "first");
  if (args.includes("-X"))
    return [
      shell(
        args
          .slice(args.indexOf("-X") + 1)
          .filter((word) => !/^(?:stuff|exec)$/.test(word))
          .join(" "),
      ),
    ];
  return options.rest.length === 0 ? [] : [runs(options.rest)];
};

const nsenter: Program = (call: Call) => {
  const options = readOptions(call.args, "-t: --target: -S: --setuid: -G: --setgid: -r --root -w --wd", "first");
  return isInfo(call.args) ? [] : [acts("container-escape"), ...(options.rest.length > 0 ? [runs(options.rest)] : [])];
};

/** The architecture may be left out. */
const setarch: Program = ({ args }) => {
  const { rest } = readOptions(args, "", "first");
  const command = /^(?:x86_64|i[3-6]86|linux(?:32|64)|ppc\w*|arm\w*|aarch64|s390x?|mips\w*|riscv\w*|uname26)$/.test(
    rest[0] ?? "",
  )
    ? rest.slice(1)
    : rest;
  return command.length === 0 ? [] : [runs(command)];
};

/** Every operand is a command of its own. */
const hyperfine: Program = ({ args }) => {
  const options = readOptions(
    args,
    "-w: --warmup: -r: --runs: -n: --command-name: -m: --min-runs: -M: --max-runs: -L: --parameter-list: -P: --parameter-scan: --export-json: --export-markdown: --export-csv: -S: --shell: -p: --prepare: -c: --cleanup: -s: --setup: --output: --input: --reference:",
  );
  return [...options.values("-p", "--prepare", "-c", "--cleanup", "-s", "--setup", "--reference"), ...options.rest].map(
    shell,
  );
};

/** Daemon starters: the program behind `--exec`, or the first operand, with what follows. */
const behindExec: Program = ({ args }) => {
  const at = args.findIndex((arg) => /^(?:--exec|--startas|-x|-a)$/.test(arg));
  const command =
    at === -1
      ? args.filter((arg, index) => !arg.startsWith("-") || args.slice(0, index).some((word) => !word.startsWith("-")))
      : args.slice(at + 1).filter((arg) => arg !== "--");
  return command.length === 0 ? [] : [acts("persist"), runs(command)];
};

/** Programs that run other programs. */
export const WRAPPERS: Family = {
  ...Object.fromEntries(Object.entries(TABLE).map(([name, entry]) => [name, wrapper(entry)])),
  env,
  setarch,
  hyperfine,
  sudo,
  doas: sudo,
  newgrp: ({ args, stdin }) => (isInfo(args) ? [] : [acts("privilege"), ...(stdin === "" ? [] : [shell(stdin)])]),
  "systemd-run": (call) => [
    ...wrapper(TABLE["systemd-run"] ?? { options: "", skip: 0 })(call),
    ...(call.args.some((arg) => /^--(?:on-|timer)/.test(arg)) ? [acts("persist")] : []),
  ],
  ...same("start-stop-daemon daemonize daemon supervise", behindExec),
  "run-parts": ({ args }) => args.filter((arg) => !arg.startsWith("-")).map((path) => executes(`${path}/any`)),
  sudoedit: () => [acts("raise-privilege")],
  su,
  xargs,
  gxargs: xargs,
  parallel,
  find,
  gfind: find,
  bfs: find,
  fd,
  fdfind: fd,
  flock: codeOr("-w: -E: --timeout: --conflict-exit-code:", 1),
  script: codeOr("-c: --command: -I: -O: -B: -T: -o: -E: -m: --log-out: --log-in: --log-io: --log-timing:", 99),
  watch,
  viddy: watch,
  entr: ({ args }) => [runs(args.filter((arg) => !/^-[acdnprsxz]+$/.test(arg)))],
  watchexec: codeOr("-w: -e: -i: -f: -d: -s: --watch: --exts: --shell:", 0),
  nodemon: codeOr("-x: --exec: -w: --watch: -e: --ext: -i: --ignore:", 99, "-x", "--exec"),
  busybox,
  toybox: busybox,
  xterm: terminal("-e: -T: -geometry:"),
  "gnome-terminal": terminal("-e: -x: --command:"),
  konsole: terminal("-e:"),
  alacritty: terminal("-e: --command:"),
  kitty: terminal(""),
  tmux,
  screen,
  nsenter,
};
