import { NONCE_CHARS } from "../../base/ids.ts";

/**
 * The bash side of a session, as text.
 *
 * Facts it rests on:
 * - The loop is on line 1 of `-c`, so that bash's own messages count the lines of the command, not nacre's.
 * - A command is `eval`ed at top level, never in a function, a condition or a list: `set -e`, `declare` and `return`
 *   mean what they mean at a prompt. Its `$?` comes from a condition, the one place where neither `set -e` nor an ERR
 *   trap takes a status for a failure.
 * - A text that says `break` or `continue` runs after the loop instead of inside it, where bash prints a message for a
 *   stray one, as at a prompt. Another round of the same loop follows.
 * - The loop counts up through `__nacre_s`, so that it never evaluates a text twice; and where bash can take no turn any
 *   more (nacre's functions are gone, or `set -n` or a DEBUG trap under extdebug turns the status of every command into
 *   0) the loops end, and bash with them: the host replaces it.
 * - No descriptor of nacre is open while a command runs: bash reads the turn from a file when a nonce comes on the FIFO
 *   `c`, and writes the answer to the FIFO `r`, both opened for that moment. So a command cannot read, write or close one.
 * - bash has `c` as its stdin while it answers: the host tells a true answer from one that a command wrote by that.
 * - The stdout and stderr of these lines are /dev/null: `set -x` shows nothing of them.
 * - Everything is quoted and called through `builtin`, so that IFS, aliases and functions named `read` do not matter.
 */
const EVALUATE = 'builtin eval -- "${__nacre_s[__nacre_i++]}"';
const RUN_NEXT =
  `if __nacre_status "$BASH"; then ${EVALUATE} >"$__nacre_o" 2>"$__nacre_e" <"$__nacre_in"; ` +
  `else ${EVALUATE} >"$__nacre_o" 2>"$__nacre_e" <"$__nacre_in"; fi; `;
const ROUND = `until __nacre_turn "$?" || [[ $__nacre_i -gt 0 ]]; do ${RUN_NEXT}done; ${RUN_NEXT}`;

/** Rounds of one level. Each runs one text that may `break`; then bash enters the next level, which costs a stack frame. */
const ROUNDS = 50;
const DEEPER = `__nacre_deeper "$?"; ${EVALUATE}`;

/** Not sourced: a function's own messages would name the file it was read from. */
const LOAD_STATE = 'builtin mapfile -d "" -t __nacre_m <"$__nacre_d/state"; builtin eval -- "${__nacre_m[0]}";';

const OUR_TRAP = `builtin trap '__nacre_exit "$?"' EXIT`;

export const SESSION_LOOP: string =
  `__nacre_d=$1; builtin unset OLDPWD; shift; . "$__nacre_d/lib"; ${LOAD_STATE} ${OUR_TRAP}; ` + ROUND + DEEPER;

/**
 * A background shell: the copied state, then its one command, both in one file, because making a file is the slowest part
 * of a start. bash reads the file twice, because the state unsets what it does not know. The supervisor reports the end.
 */
export const BACKGROUND_LOOP: string =
  `__nacre_d=$1; builtin unset OLDPWD; shift; ${LOAD_STATE} builtin trap - EXIT; ` +
  'builtin mapfile -d "" -s 1 -t __nacre_m <"$__nacre_d/state"; builtin eval -- "${__nacre_m[0]}"';

/** What the first bash of a session starts from: bash expands aliases, as at a prompt. */
export const FRESH_STATE: string = "builtin shopt -s expand_aliases\n";

/** Nacre's variables with their first values; `__nacre_d`, the runtime directory, is set before them. */
const VARIABLES = {
  /** The nonce of the present turn. */
  n: "hello",
  /** The status of the last command. */
  rc: "0",
  /** The user's EXIT trap. */
  t: "",
  /** The flags of the present turn; the loop adds `x` when it defines `exit` as a function. */
  f: "",
  /** Where the present command reads. */
  in: "/dev/null",
  /** Where the present command prints. */
  o: "/dev/null",
  e: "/dev/null",
  /** Set from a command's turn to the next, which notes the status. On a new level `-s` or `-u`: the next turn sets aliases so. */
  pending: "",
  /** The texts to evaluate: in the loop, after it, on the next level; and the index of the next one. */
  s: "('' '' '')",
  i: "0",
  /** Empty, or the status and the pipe statuses that the line after a text noted. */
  p: "('')",
  /** The next answer: kind and status. */
  a: "(hello 0)",
  /** The options this bash began with. */
  b: "$BASHOPTS",
  /** Temporary values: one text, and a list. */
  k: "",
  m: "('')",
} as const;

const NAMES = ["__nacre_d", ...Object.keys(VARIABLES).map((name) => `__nacre_${name}`)];
const BEGIN = Object.entries(VARIABLES).map(([name, value]) => `__nacre_${name}=${value}`);
const ATTRIBUTES = NAMES.map((name) => `\${${name}@a}`);

/**
 * Functions of the loop, sourced from the file `lib`.
 *
 * A turn (file `turn`, NUL after each field; the rest of the file is from an earlier turn):
 *   run   the nonce's beginning, in, out, err, flags, text
 *   cd    the nonce's beginning, directory
 *   save  the nonce's beginning: write the state down
 * Flags: `p` the text may be followed by a line that notes PIPESTATUS; `t` it speaks of traps, `l` it may list them; `b` it
 * may `break` or `continue` where there is no loop; `v` it may change what the loop needs.
 * An answer (FIFO `r`, NUL after each field): nonce, kind, status, directory, pipe statuses, an empty field.
 */
export const SESSION_LIB: string = `
${BEGIN.join(" ")}
builtin unset BASH_EXECUTION_STRING

# Every use of the runtime directory has \`:?\`: without the directory bash ends, and writes nothing in / instead.
__nacre_say() { # kind status
  builtin printf '%s\\0' "$__nacre_n" "$1" "$2" "\${PWD-}" "\${__nacre_p[@]:1}" '' >>"\${__nacre_d:?}/r"
}

# Sets $? to the status of the last command. The last argument becomes $_, as at the start of a bash.
__nacre_status() {
  builtin return "$__nacre_rc"
}

# Keeps the user's EXIT trap beside nacre's, which runs it.
__nacre_adopt_trap() {
  __nacre_k=$(builtin trap -p EXIT)
  case $__nacre_k in
    *__nacre_exit*) ;;
    '') __nacre_t= ;;
    *) builtin eval "__nacre_m=(\${__nacre_k#trap })"; __nacre_t=\${__nacre_m[1]} ;;
  esac
  ${OUR_TRAP}
  builtin return 0
}

# The reverse: puts the user's EXIT trap in place of nacre's.
__nacre_yield_trap() {
  if [[ -n $__nacre_t ]]; then builtin trap "$__nacre_t" EXIT; else builtin trap - EXIT; fi
}

# Returns 1: run the text in the loop. 0: after it. $1 is the status of the last one.
__nacre_turn() {
  # A function of this name would take every builtin away.
  unset -f builtin
  if [[ -n $__nacre_pending ]]; then
    if [[ $__nacre_pending != 1 ]]; then
      builtin set -- "$__nacre_rc"
      __nacre_s[2]=
      builtin shopt "$__nacre_pending" expand_aliases
    fi
    [[ $__nacre_f == *[bv]* ]] && __nacre_check "$1"
    __nacre_pending= __nacre_rc=$1
    if [[ $__nacre_f == *t* ]]; then
      [[ $__nacre_f == *x* ]] && builtin unset -f exit
      __nacre_adopt_trap
    fi
    [[ -n \${__nacre_p[0]} ]] && __nacre_rc=\${__nacre_p[0]}
    __nacre_in=/dev/null __nacre_o=/dev/null __nacre_e=/dev/null
    __nacre_a=(done "$__nacre_rc")
  fi
  while :; do
    {
      __nacre_say "\${__nacre_a[@]}" || __nacre_unfit "$__nacre_rc"
      # A trapped signal or TMOUT may end a read; nothing else does while the host lives.
      until builtin read -r -N ${NONCE_CHARS} __nacre_n; do [[ $? -gt 128 ]] || __nacre_unfit 126; done
    } <"\${__nacre_d:?}/c" || __nacre_unfit "$__nacre_rc"
    builtin mapfile -n 7 -d '' -t __nacre_m <"\${__nacre_d:?}/turn" || __nacre_unfit 126
    # Anything else that came through the FIFO is no turn, and the last turn must not run again.
    [[ -n \${__nacre_m[1]} && $__nacre_n == "\${__nacre_m[1]}"* ]] || __nacre_unfit 126
    __nacre_p=('')
    if [[ \${__nacre_m[0]} == save ]]; then
      __nacre_save
      __nacre_a=(saved "$?")
    elif [[ \${__nacre_m[0]} == cd ]]; then
      builtin cd -- "\${__nacre_m[2]}"
      __nacre_a=(moved "$?")
    else
      builtin break
    fi
  done
  __nacre_in=\${__nacre_m[2]} __nacre_o=\${__nacre_m[3]} __nacre_e=\${__nacre_m[4]}
  __nacre_f=\${__nacre_m[5]} __nacre_k=\${__nacre_m[6]} __nacre_pending=1
  __nacre_m=('')
  if [[ $__nacre_f == *p* && $- != *[xv]* ]]; then
    __nacre_k+=$'\\n__nacre_p=("$?" "\${PIPESTATUS[@]}")'
  fi
  [[ $__nacre_f == *l* ]] && __nacre_yield_trap
  # A command may set an EXIT trap and exit: nacre's trap is gone then, so this exit saves the state. It takes $? first:
  # a bare exit means the status of the command before it.
  if [[ $__nacre_f == *t* ]] && ! builtin declare -F exit >/dev/null; then
    __nacre_f+=x
    exit() { builtin set -- "\${@-$?}"; [[ $BASHPID == "$$" ]] || builtin exit "$@"; __nacre_leave "$1"; builtin exit "$@"; }
  fi
  if [[ $__nacre_f == *b* ]]; then __nacre_s[1]=$__nacre_k __nacre_i=1; else __nacre_s[0]=$__nacre_k __nacre_i=0; fi
  __nacre_k=
  # Under set -a the command's children would inherit nacre's variables.
  [[ $- == *a* ]] && builtin export -n ${NAMES.join(" ")}
  [[ $__nacre_f == *b* ]]
}

# bash reads the next level without aliases: \`until\` may be one by now. The next turn restores them.
__nacre_deeper() { # status
  __nacre_rc=$1 __nacre_pending=-u __nacre_s[2]=
  for ((__nacre_k = 0; __nacre_k < ${ROUNDS}; __nacre_k++)); do __nacre_s[2]+='${ROUND}'; done
  __nacre_s[2]+='${DEEPER}'
  builtin shopt -q expand_aliases && __nacre_pending=-s
  builtin shopt -u expand_aliases
}

# After a text that may have changed what the loop needs, or has run after the loop.
__nacre_check() { # status
  builtin enable printf read mapfile eval
  # A command made one of nacre's variables read-only, a number or capitals, or a limit forbids a command's three redirections.
  if [[ ${ATTRIBUTES.join("")} == *[!ax]* ]] ||
    ! builtin : </dev/null >/dev/null 2>/dev/null; then
    __nacre_unfit "$1"
  fi
  __nacre_s[1]=
}

# This bash can take no turn any more: a limit forbids it, or a command took something of nacre away. Children write what
# can still be written, because their redirections need no descriptor to be undone; then the host replaces bash.
__nacre_unfit() { # status
  builtin trap - EXIT
  ( __nacre_dump ) >|"\${__nacre_d:?}/saving" && ( builtin printf '%s\\0' "$__nacre_n" unfit "$1" "\${PWD-}" '' ) >>"\${__nacre_d:?}/r"
  builtin exit "$1"
  # The one way to end that needs no builtin.
  : "\${__nacre_gone:?}"
}

# An exit before the user's own EXIT trap, which bash runs in place of nacre's.
__nacre_leave() { # status
  __nacre_pending=
  builtin unset -f exit
  __nacre_adopt_trap
  __nacre_yield_trap
  __nacre_part "$1"
}

# The last step before bash ends.
__nacre_part() { # status
  __nacre_rc=$1 __nacre_p=('')
  __nacre_save && __nacre_say exit "$1"
}

__nacre_exit() { # status
  __nacre_rc=$1 __nacre_k=$__nacre_t __nacre_t=
  if [[ -n $__nacre_k ]]; then
    [[ $__nacre_f == *x* ]] && builtin unset -f exit
    __nacre_f=
    # An exit in the trap ends bash at once, so nacre's last step runs before it.
    if ! builtin declare -F exit >/dev/null; then
      __nacre_f=x
      exit() { [[ $BASHPID == "$$" ]] || builtin exit "$@"; __nacre_rc=\${1-$__nacre_rc}; __nacre_last; builtin exit "$__nacre_rc"; }
    fi
    # bash has undone the command's redirections by now.
    if __nacre_status; then builtin eval -- "$__nacre_k"; else builtin eval -- "$__nacre_k"; fi </dev/null >"$__nacre_o" 2>"$__nacre_e"
  fi
  __nacre_last
}

__nacre_last() {
  [[ $__nacre_f == *x* ]] && builtin unset -f exit
  __nacre_t=$__nacre_k
  __nacre_part "$__nacre_rc"
}

# Unsets the environment that this bash started with: the bash before it may have unset some of it.
__nacre_clean() {
  { builtin mapfile -d '' -t __nacre_m </proc/self/environ; } 2>/dev/null || builtin return 0
  for __nacre_k in "\${__nacre_m[@]%%=*}"; do
    case $__nacre_k in
      PWD | SHLVL | _) ;;
      BASH_FUNC_*) __nacre_k=\${__nacre_k#BASH_FUNC_}; builtin unset -f -- "\${__nacre_k%\\%\\%}" ;;
      *) builtin unset -v -- "$__nacre_k" ;;
    esac
  done
}

# Everything a later bash needs to go on from here but the directory, in few lines: bash writes each line by itself.
# Functions come after what one of them could break, and nacre's own again after them: a command may have changed those.
# Aliases come last but for the options: bash would expand them while it reads a function.
__nacre_dump() {
  builtin declare -f __nacre_clean
  builtin printf '__nacre_clean\\n'
  builtin printf 'builtin shopt -u %s\\nbuiltin shopt -s %s\\n' "\${__nacre_b//:/ }" "\${BASHOPTS//:/ }"
  builtin declare -p
  for ((__nacre_k = \${#DIRSTACK[@]} - 1; __nacre_k > 0; __nacre_k--)); do
    builtin printf 'builtin pushd -n %q >/dev/null\\n' "\${DIRSTACK[__nacre_k]}"
  done
  builtin umask -p
  builtin printf ': __nacre functions\\n'
  builtin declare -f
  builtin printf ': __nacre rest\\n[[ -v __nacre_s ]] && builtin . "\${__nacre_d:?}/lib"\\n'
  builtin printf '__nacre_t=%q\\n__nacre_rc=%q\\n' "$__nacre_t" "$__nacre_rc"
  builtin declare -Fx
  builtin trap -p
  builtin alias -p
  builtin printf 'builtin set +B +h\\nbuiltin set -o %s\\n' "\${SHELLOPTS//:/ -o }"
}

# Fails where bash could not write the last line: half a state must not count.
__nacre_save() {
  __nacre_dump >|"\${__nacre_d:?}/saving" 2>/dev/null
}
`;
