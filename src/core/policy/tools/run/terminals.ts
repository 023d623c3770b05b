import { acts, type Program, runs, shell } from "../effect.ts";
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

/** `tmux`: commands of its own that type into a shell or run one. */
export const tmux: Program = ({ args }) => {
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

/** `screen`: the command it starts, or text that is typed into one. */
export const screen: Program = ({ args }) => {
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
