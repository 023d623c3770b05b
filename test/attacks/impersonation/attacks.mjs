// The attacks on a session: a process that a command left behind, or what commands themselves do, and the commands that are
// run meanwhile. They reach nothing but the session's own processes and files.

/** A command whose output, status and effect are known. */
const known = (round, status) => `echo known-${round}; echo ${round} >> ran; (exit ${status})`;

/** Leaves an attacker behind in place of the last one. Says which bash it attacks. */
export const leave = (attacker) =>
  `[[ -v attacker ]] && kill $attacker; perl ${attacker} $$ "$(readlink /proc/self/fd/2)" </dev/null >/dev/null 2>&1 & disown; attacker=$!; echo $$`;

/**
 * Takes the end of its own turn out of bash's script, and with it the nonce of the expected answer: the word behind the
 * ending's file, or behind the first empty word.
 */
const STEAL = `IFS= read -r -u 255 end; nonce=\${end##*/dev/fd/252 }; nonce=\${nonce#*"'' "}; nonce=\${nonce%% *}; echo $nonce >> tried`;

/** What every forged answer says; no known command ends so. */
export const FORGED_STATUS = 55;

/** As many rounds as tell whether an attack works at all: what has no moment to hit needs no hundred. */
const FEWER = 25;

/**
 * `rounds`: at most so many. `denies`: it may cost every command its bash, which is no forgery; SECURITY.md says so.
 */
export const ATTACKS = [
  {
    name: "stops bash and lets it go on",
    attacker: "stop.pl",
    texts: (round, status) => [known(round, status)],
  },
  {
    name: "opens bash's memory and descriptors, and copies them",
    attacker: "doors.pl",
    texts: (round, status) => [known(round, status)],
  },
  {
    name: "answers with a stolen nonce from a child that has bash's socket",
    texts: (round, status) => [
      // bash gets back what was taken, and answers itself after the others.
      `${STEAL}; (printf '\\0%s\\0/\\0000\\000${FORGED_STATUS}/x/x/_\\0\\0' "$nonce" >&254) & wait; ${known(round, status)}; eval "$end"`,
    ],
  },
  {
    name: "becomes another program that answers",
    texts: (round, status) => [
      `${STEAL}; exec perl fake.pl "$nonce" ${round % 2 === 0 ? 0 : 5} <&254`,
      known(round, status),
    ],
  },
  {
    name: "sets what a loader or a new bash reads, and ends bash",
    texts: (round, status) => [
      `echo 'echo 0 >> ran; exit ${FORGED_STATUS}' > env; export LD_DEBUG=files LD_DEBUG_OUTPUT=$PWD/loaded LD_PRELOAD=$PWD/none.so LD_AUDIT=$PWD/none.so BASH_ENV=$PWD/env ENV=$PWD/env; true; perl -e 1; ls loaded.* >> tried`,
      "kill -9 $$",
      `[[ -e loaded.$$ ]] && echo "$$ obeyed" >> reached; unset LD_DEBUG LD_DEBUG_OUTPUT LD_PRELOAD LD_AUDIT; ${known(round, status)}; s=$?; rm -f loaded.*; (exit $s)`,
    ],
  },
  {
    name: "writes the lines that end each turn from a subshell that it left",
    rounds: FEWER,
    texts: (round, status) => [
      `(printf '%s\\n' '\\builtin printf "\\0%s\\0/\\0000\\000${FORGED_STATUS}/x/x/_\\0\\0" "$1" >&254' > /dev/fd/252; echo ${round} >> tried) 2>/dev/null & disown; until grep -qx ${round} tried; do sleep 0.01; done 2>/dev/null`,
      known(round, status),
    ],
  },
  {
    name: "floods bash's socket from a subshell that it left",
    rounds: FEWER,
    texts: (round, status) => [
      `(for _ in {1..50}; do printf '\\0%0200d\\0/\\0000\\000${FORGED_STATUS}/x/x/_\\0\\0' {1..50} >&254; done; echo ${round} >> tried) 2>/dev/null & disown`,
      known(round, status),
    ],
  },
  {
    name: "reads bash's script and socket in a subshell that it left",
    rounds: FEWER,
    texts: (round, status) => [
      `for fd in 255 254; do (echo ${round} >> tried; IFS= read -r -t 0.2 -u $fd line && echo "read $fd" >> reached) 2>/dev/null & disown; done`,
      known(round, status),
    ],
  },
  {
    name: "says on the socket that it is bash",
    rounds: FEWER,
    texts: (round, status) => [
      // The kernel checks the pid that a sender gives itself.
      `(exec perl pretend.pl $$ ${round} ${FORGED_STATUS} <&254) 2>/dev/null & disown; wait $! 2>/dev/null`,
      known(round, status),
    ],
  },
  {
    name: "lowers the limits of bash",
    denies: true,
    rounds: FEWER,
    attacker: "limits.pl",
    texts: (round, status) => [known(round, status)],
  },
  {
    name: "closes bash's socket from a subshell that it left",
    denies: true,
    rounds: FEWER,
    texts: (round, status) => [
      `(exec perl -e 'open(my $s, "+<&=", 0); shutdown($s, 2); open(my $t, ">>", "tried"); print $t "x\\n"' <&254) 2>/dev/null & disown`,
      known(round, status),
    ],
  },
  {
    name: "puts files, pipes and links in the place of the FIFOs",
    attacker: "fifos.pl",
    // A process of the same user can take output away, as it can print into it; SECURITY.md says so.
    takesOutput: true,
    texts: (round, status) => [known(round, status)],
  },
  {
    name: "swaps bash's program and script while bash is started anew",
    attacker: "swap.pl",
    where: "outside",
    texts: (round, status) => ["kill -9 $$", known(round, status)],
  },
];
