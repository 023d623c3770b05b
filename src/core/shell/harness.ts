/**
 * The bash side of a session, as text.
 *
 * Facts it rests on:
 * - The loop is on line 1 of `-c`, so that bash's own messages count the lines of the command, not ours.
 * - A command is `eval`ed at top level, never in a function, a condition or a list: `set -e`, `declare` and `return`
 *   mean what they mean at a prompt. The `for` of one turn takes a stray `break` or `continue`
 *   (which ends the text there: at a prompt it would be an error message).
 * - Nothing of ours is open while a command runs: the turn is read from a file when a byte comes on the FIFO `c`, and
 *   the answer goes to the FIFO `r`, both opened for that moment. So no descriptor can be read, written or closed.
 * - Our own stdout and stderr are nowhere: what `set -x` says of these lines is seen by nobody.
 * - Everything is quoted and called through `builtin`, so that IFS, aliases and functions named `read` do not matter.
 */
export const SESSION_LOOP: string =
  '__nacre_d=$1; builtin unset OLDPWD; shift; . "$__nacre_d/lib"; builtin . "$__nacre_d/state"; __nacre_ready; ' +
  "while :; do __nacre_turn; for __nacre_i in 1; do __nacre_status; " +
  'builtin eval "$__nacre_c" </dev/null >"$__nacre_o" 2>"$__nacre_e"; done; __nacre_rc=$?; done';

/** A background shell: the copied state, then its one command. Its ending is told by the supervisor. */
export const BACKGROUND_LOOP: string =
  '__nacre_d=$1; builtin unset OLDPWD; shift; . "$__nacre_d/state"; builtin trap - EXIT; ' +
  'builtin mapfile -d "" -t __nacre_m <"$__nacre_d/turn"; builtin eval "${__nacre_m[0]}"';

/** What the first bash of a session starts from: as at a prompt, aliases are expanded. */
export const FRESH_STATE: string = "builtin shopt -s expand_aliases\n";

/**
 * Functions of the loop, sourced from the file `lib`.
 *
 * A turn (file `turn`, NUL after each field, anything behind it is left from an earlier turn): kind, nonce, out, err, flags, text. Kinds: `run`, `save` (write the state
 * down), `cd`. Flag `p`: the text may be followed by a line that notes PIPESTATUS. Flag `t`: the text speaks of traps.
 * An answer (FIFO `r`, NUL after each field): nonce, kind, status, directory, pipe statuses.
 */
export const SESSION_LIB: string = `
__nacre_n= __nacre_rc=0 __nacre_t= __nacre_f= __nacre_c= __nacre_o=/dev/null __nacre_e=/dev/null __nacre_pending= __nacre_k=
__nacre_p=() __nacre_m=() __nacre_b=$BASHOPTS
builtin unset BASH_EXECUTION_STRING

__nacre_say() { # kind status
  builtin local IFS=' '
  builtin printf '%s\\0%s\\0%s\\0%s\\0%s\\0' "$__nacre_n" "$1" "$2" "$PWD" "\${__nacre_p[*]}" >>"$__nacre_d/r"
  builtin return 0
}

__nacre_ready() {
  builtin trap '__nacre_exit "$?"' EXIT
  __nacre_n=hello __nacre_p=()
  __nacre_say hello "$$"
}

# The status the last command left, so that $? is what it was. Not under set -e, which would take it for a failure of ours.
__nacre_status() {
  case $- in *e*) builtin return 0 ;; esac
  builtin return "$__nacre_rc"
}

# A user's EXIT trap is kept beside ours and runs inside it.
__nacre_adopt_trap() {
  __nacre_k=$(builtin trap -p EXIT)
  case $__nacre_k in
    *__nacre_exit*) ;;
    '') __nacre_t= ;;
    *) builtin eval "__nacre_k=(\${__nacre_k#trap })"; __nacre_t=\${__nacre_k[1]}; builtin unset __nacre_k ;;
  esac
  builtin trap '__nacre_exit "$?"' EXIT
  builtin return 0
}

__nacre_turn() {
  # The one function that would take every other word of ours away.
  unset -f builtin
  if [[ -n $__nacre_pending ]]; then
    __nacre_pending=
    if [[ $__nacre_f == *t* ]]; then
      [[ $__nacre_f == *x* ]] && builtin unset -f exit
      __nacre_adopt_trap
    fi
    if [[ \${#__nacre_p[@]} -gt 0 ]]; then __nacre_rc=\${__nacre_p[0]}; __nacre_p=("\${__nacre_p[@]:1}"); fi
    __nacre_o=/dev/null __nacre_e=/dev/null
    __nacre_say done "$__nacre_rc"
  fi
  while :; do
    until builtin read -r -N 1 __nacre_k <"$__nacre_d/c"; do
      [[ -p $__nacre_d/c ]] || builtin exit 1
    done
    builtin mapfile -n 6 -d '' -t __nacre_m <"$__nacre_d/turn" || builtin continue
    __nacre_n=\${__nacre_m[1]} __nacre_p=()
    if [[ \${__nacre_m[0]} == save ]]; then
      __nacre_save "$__nacre_d/saving"
      __nacre_say saved 0
    elif [[ \${__nacre_m[0]} == cd ]]; then
      builtin cd -- "\${__nacre_m[2]}"
      __nacre_say moved "$?"
    else
      builtin break
    fi
  done
  __nacre_o=\${__nacre_m[2]} __nacre_e=\${__nacre_m[3]} __nacre_f=\${__nacre_m[4]} __nacre_c=\${__nacre_m[5]} __nacre_pending=1
  __nacre_m=()
  if [[ $__nacre_f == *p* && $- != *[xv]* ]]; then
    __nacre_c+=$'\\n__nacre_p=("$?" "\${PIPESTATUS[@]}")'
  fi
  # An EXIT trap set and an exit in one command: ours is gone by then, so the state is saved on the way out.
  if [[ $__nacre_f == *t* ]] && ! builtin declare -F exit >/dev/null; then
    __nacre_f+=x
    exit() { [[ $BASHPID == "$$" ]] || builtin exit "$@"; builtin set -- "\${1-$?}"; __nacre_leave "$1"; builtin exit "$1"; }
  fi
  builtin return 0
}

__nacre_leave() {
  __nacre_pending=
  builtin unset -f exit
  __nacre_adopt_trap
  builtin trap - EXIT
  [[ -n $__nacre_t ]] && { builtin trap "$__nacre_t" EXIT; }
  __nacre_save "$__nacre_d/saving"
  __nacre_p=()
  __nacre_say exit "$1"
}

__nacre_exit() {
  __nacre_rc=$1
  if [[ -n $__nacre_t ]]; then
    __nacre_k=$__nacre_t __nacre_t=
    __nacre_status
    # By now bash has taken the command's redirections back.
    builtin eval "$__nacre_k" </dev/null >"$__nacre_o" 2>"$__nacre_e"
    __nacre_t=$__nacre_k
  fi
  __nacre_save "$__nacre_d/saving"
  __nacre_p=()
  __nacre_say exit "$__nacre_rc"
}

# Everything a later bash needs to go on from here but the directory, in few lines: bash writes each line by itself.
# Functions after
# what one of them could stand in the way of; aliases last but the options: a function read under aliases is another function.
__nacre_save() {
  {
    builtin printf 'builtin shopt -u %s\\nbuiltin shopt -s %s\\n' "\${__nacre_b//:/ }" "\${BASHOPTS//:/ }"
    builtin declare -p
    for ((__nacre_k = \${#DIRSTACK[@]} - 1; __nacre_k > 0; __nacre_k--)); do
      builtin printf 'builtin pushd -n %q >/dev/null\\n' "\${DIRSTACK[__nacre_k]}"
    done
    builtin printf '__nacre_t=%q\\n__nacre_rc=%q\\n' "$__nacre_t" "$__nacre_rc"
    builtin umask -p
    builtin printf ': __nacre functions\\n'
    builtin declare -f
    builtin printf ': __nacre rest\\n'
    builtin declare -Fx
    builtin trap -p
    builtin alias -p
    builtin printf 'builtin set +B +h\\nbuiltin set -o %s\\n' "\${SHELLOPTS//:/ -o }"
  } >|"$1" 2>/dev/null
  builtin return 0
}
`;
