/** Variables that bash itself keeps, or we do: a saved value of them would be wrong or refused in the next bash. */
const NOT_KEPT =
  /^(?:__nacre_.*|_|PWD|SHLVL|UID|EUID|PPID|GROUPS|SHELLOPTS|BASHOPTS|BASHPID|BASH|BASH_(?:VERSINFO|VERSION|ARGC|ARGV|ARGV0|SOURCE|LINENO|COMMAND|SUBSHELL|ALIASES|CMDS|EXECUTION_STRING)|FUNCNAME|DIRSTACK|PIPESTATUS|LINENO|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|HISTCMD|COMP_WORDBREAKS)$/;

const FUNCTIONS = "\n: __nacre functions\n";
const REST = "\n: __nacre rest\n";

/**
 * What bash saved, fit to be read back by another bash. Done here and only when it is needed: bash takes three times as
 * long to pick its variables as to print them all, and it prints them after every pause. What follows the functions is
 * said through `builtin`: one of them may be called `declare`. The functions themselves are not touched.
 */
export function fitState(saved: string): string {
  const [begin, end] = [saved.indexOf(FUNCTIONS), saved.lastIndexOf(REST)];
  if (begin < 0 || end < begin) return saved;
  const variables = saved.slice(0, begin).split("\n").filter(isKept).join("\n");
  const rest = saved.slice(end).replace(/^(?=(?:declare|trap|alias) )/gm, "builtin ");
  return variables + saved.slice(begin, end) + rest;
}

const isKept = (line: string): boolean => !NOT_KEPT.test(/^declare -\S+ ([A-Za-z_]\w*)/.exec(line)?.[1] ?? "");

/** The directory a saved state leads to. Only a plain path is taken from the text; any other is learned with bash's next answer. */
export function directoryIn(state: string): string | undefined {
  const word = /^builtin cd -- (.*) 2>\/dev\/null$/m.exec(state)?.[1];
  return word !== undefined && /^[\w./+@:,-]+$/.test(word) ? word : undefined;
}
