/** Variables that bash or nacre sets itself: a saved value would be wrong or refused in the next bash. */
const NOT_KEPT =
  /^(?:__nacre_.*|_|PWD|SHLVL|UID|EUID|PPID|GROUPS|SHELLOPTS|BASHOPTS|BASHPID|BASH|BASH_(?:VERSINFO|VERSION|ARGC|ARGV|ARGV0|SOURCE|LINENO|COMMAND|SUBSHELL|ALIASES|CMDS|EXECUTION_STRING)|FUNCNAME|DIRSTACK|PIPESTATUS|LINENO|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|HISTCMD|COMP_WORDBREAKS)$/;

const FUNCTIONS = "\n: __nacre functions\n";
const REST = "\n: __nacre rest\n";

/**
 * Makes what bash saved fit for another bash to read. Done here, and only when needed: bash takes three times as long
 * to pick its variables as to print them all, and it prints them after every pause. What follows the functions is
 * called through `builtin`, because a function may be named `declare`. The functions themselves stay as they are.
 */
export function fitState(saved: string): string {
  const [begin, end] = [saved.indexOf(FUNCTIONS), saved.lastIndexOf(REST)];
  if (begin < 0 || end < begin) return saved;
  // In place, without a list of lines: a command may have written millions of lines there.
  const variables = saved
    .slice(0, begin)
    .replace(/^declare -\S+ ([A-Za-z_]\w*).*\n?/gm, (line, name: string) => (NOT_KEPT.test(name) ? "" : line));
  const rest = saved.slice(end).replace(/^(?=(?:declare|trap|alias) )/gm, "builtin ");
  return variables + saved.slice(begin, end) + rest;
}
