import { NONCE_CHARS } from "../../base/ids.ts";

/**
 * The bash side of a session, as text.
 *
 * Facts it rests on:
 * - The loop is on line 1 of `-c`, so that bash's own messages count the lines of the command, not ours.
 * - A command is `eval`ed at top level, never in a function, a condition or a list: `set -e`, `declare` and `return`
 *   mean what they mean at a prompt. Its `$?` comes from a condition, the one place where neither `set -e` nor an ERR
 *   trap takes a status for a failure.
 * - A text that says `break` or `continue` runs after the loop instead of inside it, where a stray one is what it is at a
 *   prompt: a message. Another round of the same loop follows.
 * - What is evaluated is taken out of `__nacre_s` by counting up, so that nothing is ever evaluated twice; and where no
 *   turn can be taken any more (our functions gone, `set -n` and a DEBUG trap under extdebug, both of which make a 0 of
 *   every command) the loops end, and bash with them: it is replaced.
 * - Nothing of ours is open while a command runs: the turn is read from a file when a nonce comes on the FIFO `c`, and
 *   the answer goes to the FIFO `r`, both opened for that moment. So no descriptor can be read, written or closed.
 * - Whoever answers has `c` as its stdin: that is how an answer is told from one that a command wrote.
 * - Our own stdout and stderr are nowhere: what `set -x` says of these lines is seen by nobody.
 * - Everything is quoted and called through `builtin`, so that IFS, aliases and functions named `read` do not matter.
 */
const EVALUATE = 'builtin eval -- "${__nacre_s[__nacre_i++]}"';
const RUN_NEXT =
  `if __nacre_status "$BASH"; then ${EVALUATE} </dev/null >"$__nacre_o" 2>"$__nacre_e"; ` +
  `else ${EVALUATE} </dev/null >"$__nacre_o" 2>"$__nacre_e"; fi; `;
const ROUND = `until __nacre_turn "$?" || [[ $__nacre_i -gt 0 ]]; do ${RUN_NEXT}done; ${RUN_NEXT}`;

/** Rounds of one level. Each takes one text that may `break`; then the next level is entered, which costs a stack frame of bash. */
const ROUNDS = 50;
const DEEPER = `__nacre_deeper "$?"; ${EVALUATE}`;

/** Not sourced: a function's own messages would name the file it was read from. */
const LOAD_STATE = 'builtin mapfile -d "" -t __nacre_m <"$__nacre_d/state"; builtin eval -- "${__nacre_m[0]}";';

const OUR_TRAP = `builtin trap '__nacre_exit "$?"' EXIT`;

export const SESSION_LOOP: string =
  `__nacre_d=$1; builtin unset OLDPWD; shift; . "$__nacre_d/lib"; ${LOAD_STATE} ${OUR_TRAP}; ` + ROUND + DEEPER;

/**
 * A background shell: the copied state, then its one command, both in one file, because to make a file is the dearest part
 * of a start. Read twice: what the state does not know, it unsets. Its ending is told by the supervisor.
 */
export const BACKGROUND_LOOP: string =
  `__nacre_d=$1; builtin unset OLDPWD; shift; ${LOAD_STATE} builtin trap - EXIT; ` +
  'builtin mapfile -d "" -s 1 -t __nacre_m <"$__nacre_d/state"; builtin eval -- "${__nacre_m[0]}"';

/** What the first bash of a session starts from: as at a prompt, aliases are expanded. */
export const FRESH_STATE: string = "builtin shopt -s expand_aliases\n";

/** Our variables, as they begin; `__nacre_d`, our directory, is set before them. */
const VARIABLES = {
  /** The nonce of the present turn. */
  n: "hello",
  /** The status the last command left. */
  rc: "0",
  /** The user's EXIT trap. */
  t: "",
  /** The flags of the present turn; `x` is our own, and says that `exit` is a function of ours. */
  f: "",
  /** Where the present command prints. */
  o: "/dev/null",
  e: "/dev/null",
  /** Set from a command's turn to the next: its status is still to be taken. `-s` or `-u` on a new level: so are aliases. */
  pending: "",
  /** What is evaluated, by the place it is evaluated in: in the loop, after it, on the next level; and which of them is next. */
  s: "('' '' '')",
  i: "0",
  /** Empty, or the status and the pipe statuses that the line behind a text noted. */
  p: "('')",
  /** The next answer: kind and status. */
  a: "(hello 0)",
  /** The options this bash began with. */
  b: "$BASHOPTS",
  /** For a moment: one text, several. */
  k: "",
  m: "('')",
} as const;

const NAMES = ["__nacre_d", ...Object.keys(VARIABLES).map((name) => `__nacre_${name}`)];
const BEGIN = Object.entries(VARIABLES).map(([name, value]) => `__nacre_${name}=${value}`);
const ATTRIBUTES = NAMES.map((name) => `\${${name}@a}`);

/**
 * Functions of the loop, sourced from the file `lib`.
 *
 * A turn (file `turn`, NUL after each field, anything behind it is left from an earlier turn):
 *   run   the nonce's beginning, out, err, flags, text
 *   cd    the nonce's beginning, directory
 *   save  the nonce's beginning: write the state down
 * Flags: `p` the text may be followed by a line that notes PIPESTATUS; `t` it speaks of traps, `l` it may list them; `b` it
 * may `break` or `continue` where there is no loop; `v` it may change what we rest on.
 * An answer (FIFO `r`, NUL after each field): nonce, kind, status, directory, pipe statuses, an empty field.
 */
export const SESSION_LIB: string = `
${BEGIN.join(" ")}
builtin unset BASH_EXECUTION_STRING

# Our directory is asked for everywhere with \`:?\`: without it nothing may be written in / instead, and bash ends.
__nacre_say() { # kind status
  builtin printf '%s\\0' "$__nacre_n" "$1" "$2" "\${PWD-}" "\${__nacre_p[@]:1}" '' >>"\${__nacre_d:?}/r"
}

# The status the last command left, so that $? is what it was. Its last word becomes $_, as at the start of a bash.
__nacre_status() {
  builtin return "$__nacre_rc"
}

# A user's EXIT trap is kept beside ours and runs inside it.
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

# The other way round: the user's in place of ours.
__nacre_yield_trap() {
  if [[ -n $__nacre_t ]]; then builtin trap "$__nacre_t" EXIT; else builtin trap - EXIT; fi
}

# 1: the text is to run in the loop. 0: after it. $1 is the status the last one left.
__nacre_turn() {
  # The one function that would take every other word of ours away.
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
    __nacre_o=/dev/null __nacre_e=/dev/null
    __nacre_a=(done "$__nacre_rc")
  fi
  while :; do
    {
      __nacre_say "\${__nacre_a[@]}" || __nacre_unfit "$__nacre_rc"
      # A trapped signal or TMOUT may end a read; nothing else does while the host lives.
      until builtin read -r -N ${NONCE_CHARS} __nacre_n; do [[ $? -gt 128 ]] || __nacre_unfit 126; done
    } <"\${__nacre_d:?}/c" || __nacre_unfit "$__nacre_rc"
    builtin mapfile -n 6 -d '' -t __nacre_m <"\${__nacre_d:?}/turn" || __nacre_unfit 126
    # What else came through the FIFO is no turn, and the last one must not run again.
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
  __nacre_o=\${__nacre_m[2]} __nacre_e=\${__nacre_m[3]} __nacre_f=\${__nacre_m[4]} __nacre_k=\${__nacre_m[5]} __nacre_pending=1
  __nacre_m=('')
  if [[ $__nacre_f == *p* && $- != *[xv]* ]]; then
    __nacre_k+=$'\\n__nacre_p=("$?" "\${PIPESTATUS[@]}")'
  fi
  [[ $__nacre_f == *l* ]] && __nacre_yield_trap
  # An EXIT trap set and an exit in one command: ours is gone by then, so the state is saved on the way out.
  if [[ $__nacre_f == *t* ]] && ! builtin declare -F exit >/dev/null; then
    __nacre_f+=x
    exit() { [[ $BASHPID == "$$" ]] || builtin exit "$@"; builtin set -- "\${1-$?}"; __nacre_leave "$1"; builtin exit "$1"; }
  fi
  if [[ $__nacre_f == *b* ]]; then __nacre_s[1]=$__nacre_k __nacre_i=1; else __nacre_s[0]=$__nacre_k __nacre_i=0; fi
  __nacre_k=
  # Under set -a, what we set would be in the environment of all that the command starts.
  [[ $- == *a* ]] && builtin export -n ${NAMES.join(" ")}
  [[ $__nacre_f == *b* ]]
}

# The next level is read without aliases: \`until\` may be one by now. The turn that follows brings them back.
__nacre_deeper() { # status
  __nacre_rc=$1 __nacre_pending=-u __nacre_s[2]=
  for ((__nacre_k = 0; __nacre_k < ${ROUNDS}; __nacre_k++)); do __nacre_s[2]+='${ROUND}'; done
  __nacre_s[2]+='${DEEPER}'
  builtin shopt -q expand_aliases && __nacre_pending=-s
  builtin shopt -u expand_aliases
}

# After a text that may have changed what we rest on, or has run after the loop.
__nacre_check() { # status
  builtin enable printf read mapfile eval
  # Read-only, a number, in capitals: no variable of ours any more. And no limit may forbid a command's three redirections.
  if [[ ${ATTRIBUTES.join("")} == *[!ax]* ]] ||
    ! builtin : </dev/null >/dev/null 2>/dev/null; then
    __nacre_unfit "$1"
  fi
  __nacre_s[1]=
}

# This bash can no longer be spoken with: by its limits, or because something of ours was taken. What can still be
# written is written by children, whose redirections need no room to be undone; then another takes its place.
__nacre_unfit() { # status
  builtin trap - EXIT
  ( __nacre_dump ) >|"\${__nacre_d:?}/saving" && ( builtin printf '%s\\0' "$__nacre_n" unfit "$1" "\${PWD-}" '' ) >>"\${__nacre_d:?}/r"
  builtin exit "$1"
  # The one way out that needs no word.
  : "\${__nacre_gone:?}"
}

# An exit that the user's own EXIT trap will follow: bash runs that in place of ours.
__nacre_leave() { # status
  __nacre_pending=
  builtin unset -f exit
  __nacre_adopt_trap
  __nacre_yield_trap
  __nacre_part "$1"
}

# Everything is over but bash's own end.
__nacre_part() { # status
  __nacre_rc=$1 __nacre_p=('')
  __nacre_save && __nacre_say exit "$1"
}

__nacre_exit() { # status
  __nacre_rc=$1 __nacre_k=$__nacre_t __nacre_t=
  if [[ -n $__nacre_k ]]; then
    [[ $__nacre_f == *x* ]] && builtin unset -f exit
    __nacre_f=
    # An exit in the trap is bash's last word; ours comes before it.
    if ! builtin declare -F exit >/dev/null; then
      __nacre_f=x
      exit() { [[ $BASHPID == "$$" ]] || builtin exit "$@"; __nacre_rc=\${1-$__nacre_rc}; __nacre_last; builtin exit "$__nacre_rc"; }
    fi
    # By now bash has taken the command's redirections back.
    if __nacre_status; then builtin eval -- "$__nacre_k"; else builtin eval -- "$__nacre_k"; fi </dev/null >"$__nacre_o" 2>"$__nacre_e"
  fi
  __nacre_last
}

__nacre_last() {
  [[ $__nacre_f == *x* ]] && builtin unset -f exit
  __nacre_t=$__nacre_k
  __nacre_part "$__nacre_rc"
}

# What a bash was started with is not what the one before it had: that may have unset some of it.
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
# Functions after what one of them could stand in the way of, and after them our own again: theirs may have been changed.
# Aliases last but the options: a function read under aliases is another function.
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

# Fails where the last line could not be written: half a state is none.
__nacre_save() {
  __nacre_dump >|"\${__nacre_d:?}/saving" 2>/dev/null
}
`;
