import { createNonce } from "../../base/ids.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";
import { ANSWERS, END_LINE, ENDING, OURS, SWITCH_ON } from "./script-lines.ts";

/**
 * Says everything that a later bash needs to go on from here, in parts, each before a NUL. `to`: where each command prints,
 * if not where the group does.
 */
function dumpOf(mark: string, to = ""): string {
  const says = (command: string): string => `\\builtin ${command}${to}; `;
  const parts = [
    "declare -p",
    "declare -F",
    "declare -f",
    "trap -p",
    "alias -p",
    "hash -l",
    "complete -p",
    "umask -p",
    "ulimit -Sa",
    "ulimit -Ha",
    "pwd -P",
    "local -p",
    `printf '%q ' "$#" "$@"`,
  ];
  return (
    says(`printf '\\0%s\\0' ${mark}`) +
    parts.map((part) => says(part) + says("printf '\\0'")).join("") +
    says(`printf '%s\\0' "$BASHOPTS" "$SHELLOPTS" "\${PWD-}" "\${!-}" "$${OURS}d" "\${#BASH_SOURCE[@]}" ${mark}`) +
    `\\builtin unset ${OURS}d`
  );
}

/** As bash would take it: a list itself does not survive every IFS. */
const NOTE_STACK = `${OURS}d=\${DIRSTACK[@]@A}`;

export const dumpLine = (mark: string): string => `{ ${NOTE_STACK}; ${dumpOf(mark)}; } ${ANSWERS} 2>/dev/null && :\n`;

/** How the state begins and ends in what bash says. */
export const MARK: string = createNonce();

/**
 * bash's own copy of these lines would be shown by `trap -p` at each turn, so that its EXIT trap only fetches them. Elsewhere
 * than on Linux a descriptor that is opened by its name goes on where it was: there it can be read once.
 */
const fetched = (lines: string): string =>
  `{ ${OURS}=$?; \\builtin mapfile -s1 ${lines}${OURS}h <${HAS_PROC ? `/dev/fd/${ENDING}` : `&${ENDING}`}; \\builtin eval -- "\${${OURS}h-}\${${OURS}h[1]-}" && :; } >/dev/null 2>&1`;

/**
 * What bash runs when it ends: it says its state. `alone` where the user has no EXIT trap; else that trap stands behind it,
 * and sees the status that it would see without it.
 */
export const EXIT_HOOK: { readonly alone: string; readonly first: string } = {
  alone: fetched(""),
  first: fetched("-n1 "),
};

/**
 * Only the shell itself speaks, not a child that has not yet forgotten the trap. A DEBUG trap runs before each command
 * here, and prints where the trap's group does. `set -e` looks into what `\builtin eval` runs, wherever that stands.
 */
const HOOK_LINE =
  `{ \\builtin unset ${OURS}h; ${NOTE_STACK}; [[ $BASHPID == "$$" ]] && { ${SWITCH_ON}; ${dumpOf(MARK, ` ${ANSWERS}`)}; }; ` +
  `${OURS}() { \\builtin unset -f ${OURS}; \\builtin return "$${OURS}"; }; ${OURS}; } && :`;

const EXECUTES =
  "^(\\\\|[^\\ ]+=[^\\ ]*\\ |command\\ |builtin\\ )*exec\\ (-[cl]+\\ |-a\\ [^\\ ]+\\ )*([^-\\ \\<\\>][^\\ \\<\\>]*)";

/**
 * Before bash 5.2, `exec` of a name that PATH does not have ends a bash that has an EXIT trap with the status of the command
 * before. Without a trap the status is 127, or 126 for a directory. A name that only an expansion with effects would tell
 * is left alone, but that no failure ends with 0.
 */
const FAILED_EXEC_LINE =
  `{ if [[ $BASH_VERSION < 5.2 && $BASH_COMMAND =~ ${EXECUTES} ]]; then ` +
  `if [[ \${BASH_REMATCH[3]} == *[![:alnum:]_./:@\\"\\$\\{\\}-]* ]]; then (($${OURS})) || \\builtin exit 127; else ` +
  `\\builtin eval -- "${OURS}+=(\${BASH_REMATCH[3]})"; [[ -d \${${OURS}[1]} ]] && \\builtin exit 126; ` +
  `\\builtin type -P -- "\${${OURS}[1]}" || \\builtin exit 127; fi; fi; } && :`;

/** A file on a descriptor of bash's, with what it would else read at each turn, or show. */
export const ENDING_FILE: string = [END_LINE, HOOK_LINE, FAILED_EXEC_LINE, ""].join("\n");
