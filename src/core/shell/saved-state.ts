/** Variables that bash itself keeps, or we do: a saved value of them would be wrong or refused in the next bash. */
const NOT_KEPT =
  /^(?:__nacre_.*|_|PWD|SHLVL|UID|EUID|PPID|GROUPS|SHELLOPTS|BASHOPTS|BASHPID|BASH|BASH_(?:VERSINFO|VERSION|ARGC|ARGV|ARGV0|SOURCE|LINENO|COMMAND|SUBSHELL|ALIASES|CMDS|EXECUTION_STRING)|FUNCNAME|DIRSTACK|PIPESTATUS|LINENO|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|HISTCMD|COMP_WORDBREAKS)$/;

/**
 * What bash saved, fit to be read back by another bash. Done here and only when it is needed: bash takes three times as
 * long to pick its variables as to print them all, and it prints them after every pause.
 */
export function fitState(saved: string): string {
  return saved
    .split("\n")
    .filter((line) => !NOT_KEPT.test(/^declare -\S+ ([A-Za-z_]\w*)/.exec(line)?.[1] ?? ""))
    .join("\n");
}

/** The directory a saved state leads to. Only a plain path is taken from the text; any other is learned with bash's next answer. */
export function directoryIn(state: string): string | undefined {
  const word = /^builtin cd -- (.*) 2>\/dev\/null$/m.exec(state)?.[1];
  return word !== undefined && /^[\w./+@:,-]+$/.test(word) ? word : undefined;
}
