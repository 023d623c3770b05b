import { acts, type Program, runs, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

/** A terminal: the command behind its option, or any argument that is one. */
export const terminal =
  (spec: string): Program =>
  ({ args }) => {
    const options = readOptions(args, spec);
    const code = options.values("-e", "-x", "--command");
    if (code.length > 0) return [shell([...code, ...options.rest].join(" "))];
    const behind = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
    return behind.length > 0 ? [runs(behind)] : options.rest.filter((word) => /\s/.test(word)).map(shell);
  };

/** A terminal on the screen of another machine gives the user of that machine a shell. */
export const shownElsewhere: Program = ({ args }) =>
  args
    .filter((_, at) => /^(?:--?display|-d)$/.test(args[at - 1] ?? ""))
    .some((screen) => !/^(?:localhost|unix|127\.[\d.]+|\/.*)?:\d/.test(screen))
    ? [acts("remote-shell")]
    : [];

/** `tmux`: commands of its own that type into a shell or run one. */
export const tmux: Program = ({ args }) => {
  const options = readOptions(args, "-L: -S: -f: -n: -s: -t: -c: -x: -y: -F: -e: -l: -p:", "anywhere");
  const [command = "", ...rest] = options.rest;
  if (
    /^(?:new|new-session|neww|new-window|splitw|split-window|run|run-shell|if|if-shell|respawn-pane|respawnp|respawn-window|popup|display-popup|pipe-pane|pipep|send|send-keys)$/.test(
      command,
    )
  ) {
    const text = rest.filter((word) => !/^(?:Enter|C-m)$/.test(word)).join(" ");
    // A call is no shell syntax: the keys go to the prompt of another language.
    if (command.startsWith("send") && /^[\w.]+\(.*\)\s*;?$/s.test(text))
      return [{ kind: "code", text, language: "other" }];
    return text === "" ? [] : [shell(text)];
  }
  if (/^kill-server$/.test(command)) return [acts("kill-process")];
  return /^set(?:-option|-hook|-environment)?$|^bind(?:-key)?$/.test(command) &&
    rest.some((word) => /shell|command|^run|\//.test(word))
    ? [acts("run-helper")]
    : [];
};

/** `screen`: the command it starts, or text that is typed into one. */
export const screen: Program = ({ args }) => {
  const log = args.flatMap((arg, at) => (/^-L(?:ogfile)?$/.test(arg) ? args.slice(at + 1, at + 2) : []));
  const logs = log.filter((path) => path.includes("/")).map((path) => writes(path));
  const own = args.filter((arg) => !log.includes(arg) || !arg.includes("/"));
  const options = readOptions(own, "-S: -c: -e: -h: -p: -r: -s: -t: -T: -X: -L", "first");
  if (args.includes("-X"))
    return [
      ...logs,
      shell(
        args
          .slice(args.indexOf("-X") + 1)
          .filter((word) => !/^(?:stuff|exec)$/.test(word))
          .join(" "),
      ),
    ];
  return [...logs, ...(options.rest.length === 0 ? [] : [runs(options.rest)])];
};
