import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, testManager } from "../../support/shells.ts";
import { runSteps, type Step } from "../../support/steps.ts";
import { tempDir } from "../../support/temp-dir.ts";

const CASES: Readonly<Record<string, readonly Step[]>> = {
  "an exported variable lives on, and children see it": [
    ["export A='one two'", {}],
    ["sh -c 'echo \"$A\"'", { stdout: "one two\n" }],
  ],
  "a plain variable lives on, and children do not see it": [
    ["B=1", {}],
    ["echo $B; sh -c 'echo [$B]'", { stdout: "1\n[]\n" }],
  ],
  "arrays live on": [
    ["a=(1 '2 3' 4); a[7]=x", {}],
    ['printf \'%s|\' "${a[@]}" "${!a[@]}"', { stdout: "1|2 3|4|x|0|1|2|7|" }],
  ],
  "associative arrays live on": [
    ["declare -A m=([k]='v w' [l]=2)", {}],
    ["echo ${m[k]} ${#m[@]}", { stdout: "v w 2\n" }],
  ],
  "integer and readonly attributes live on": [
    ["declare -i n=4; readonly r=5", {}],
    ["n+=1; echo $n $r", { stdout: "5 5\n" }],
  ],
  "functions live on": [
    ['f() { echo "f:$1"; }', {}],
    ["f x", { stdout: "f:x\n" }],
  ],
  "exported functions live on": [
    ["g() { echo g; }; export -f g", {}],
    ["bash -c g", { stdout: "g\n" }],
  ],
  "aliases live on": [
    ["alias zz='echo aliased'", {}],
    ["zz", { stdout: "aliased\n" }],
  ],
  "shopt lives on": [
    ["shopt -s nullglob extglob", {}],
    ["echo no-such-*; case ab in @(ab|c)) echo ext;; esac", { stdout: "\next\n" }],
  ],
  "set -u lives on, and its error does not cost the session": [
    ["set -u; K=1", {}],
    ["echo $NOT_SET; echo no", { code: 1, stdout: "", stderr: /NOT_SET: unbound variable/ }],
    ["echo $K $-", { stdout: /^1 .*u/ }],
  ],
  "set -e; false fails with 1, and the session lives": [
    ["X=keep; set -e; false; echo no", { code: 1, stdout: "" }],
    ["echo $X", { stdout: "keep\n" }],
    ["echo $-; false; echo no", { stdout: /^\S*e\S*\n$/, code: 1 }],
  ],
  "set -o pipefail lives on": [
    ["set -o pipefail", {}],
    ["false | true", { code: 1 }],
  ],
  "umask lives on": [
    ["umask 027", {}],
    ["umask", { stdout: "0027\n" }],
  ],
  "ulimit lives on": [
    ["ulimit -S -n 512", {}],
    ["ulimit -n", { stdout: "512\n" }],
  ],
  "the directory lives on": [
    ["cd /usr", {}],
    ["pwd; cd -; pwd", { stdout: "/usr\n/tmp\n/tmp\n" }],
  ],
  "the directory stack lives on": [
    ["cd /; pushd /usr >/dev/null", {}],
    ["popd >/dev/null; pwd", { stdout: "/\n" }],
  ],
  "an open descriptor lives on": [
    ['exec 7>"$TMPFILE"', {}],
    ['echo x >&7; cat "$TMPFILE"', { stdout: "x\n" }],
  ],
  "positional parameters live on": [
    ["set -- a 'b c'", {}],
    ['echo $# "$2"', { stdout: "2 b c\n" }],
  ],
  "$? is that of the last command": [
    ["(exit 9)", { code: 9 }],
    ["echo $?", { stdout: "9\n" }],
  ],
  "a trap on a signal lives on": [
    ["trap 'echo got' USR1", {}],
    ["kill -USR1 $BASHPID; echo end", { stdout: "got\nend\n" }],
  ],
  "a trap on EXIT fires at the end of its text, and is gone in the next": [
    ["trap 'echo bye $?' EXIT; X=keep; (exit 3)", { code: 3, stdout: "bye 3\n" }],
    ["trap -p EXIT; exit 4", { code: 4, stdout: "" }],
    ["echo $X", { stdout: "keep\n" }],
  ],
  "a trap on EXIT and the exit in one command: fires, and the state is kept": [
    ["trap 'echo bye' EXIT; X=keep; exit 4", { code: 4, stdout: "bye\n" }],
    ["echo $X", { stdout: "keep\n" }],
  ],
  "exit 3 returns 3 and keeps variables and directory": [
    ["X=keep; cd /usr; exit 3", { code: 3, restored: false }],
    ["echo $X $PWD", { stdout: "keep /usr\n" }],
  ],
  "an exit in a subshell is only that": [
    ["trap : EXIT; X=1; (exit 5); echo $?", { stdout: "5\n" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "exec true does not cost the session": [
    ["X=keep", {}],
    ["exec true", { code: 0, restored: true }],
    ["echo $X", { stdout: "keep\n" }],
  ],
  "kill -9 $$ is reported as what it is, and the session is restored": [
    ["X=keep; f() { echo f; }; cd /usr", {}],
    ["kill -9 $$", { code: 137, restored: true }],
    ["echo $X; f; pwd", { stdout: "keep\nf\n/usr\n" }],
  ],
  "kill $$ is reported as what it is": [
    ["X=keep", {}],
    ["kill $$; sleep 5", { code: 143 }],
    ["echo $X", { stdout: "keep\n" }],
  ],
  "the end of its supervisor does not cost the session its state": [
    ["X=keep", {}],
    ["kill -9 $PPID; sleep 5", { code: 137, restored: true }],
    ["echo $X", { stdout: "keep\n" }],
  ],
  "read gets no input, at once": [['read x; echo "$? [$x]"', { stdout: "1 []\n" }]],
  "cat gets no input, at once": [["cat; echo end", { stdout: "end\n" }]],
  "a prompt on the terminal fails at once": [["read x </dev/tty; echo $?", { stdout: "1\n", stderr: /\/dev\/tty/ }]],
  "a heredoc is expanded": [["v=1; cat <<EOF\n$v $((1+1)) `echo q` \\$v\nEOF", { stdout: "1 2 q $v\n" }]],
  "a quoted heredoc is not expanded": [["v=1; cat <<'EOF'\n$v `echo` \\n \"'\nEOF", { stdout: "$v `echo` \\n \"'\n" }]],
  "a heredoc with tabs and an escaped delimiter": [["cat <<-\\E\n\ta $b\n\tE", { stdout: "a $b\n" }]],
  "two heredocs and a here-string": [
    ['cat <<A - <<<"str"\nnot seen\nA\ncat <<X <<Y\n1\nX\n2\nY', { stdout: "str\n2\n" }],
  ],
  "an unterminated heredoc is what bash makes of it": [
    ["cat <<EOF\nabc", { stdout: "abc\n", stderr: /here-document/ }],
  ],
  "a command that ends in a backslash": [["echo a\\", { stdout: "a\n" }]],
  "a command that ends in a comment": [["echo a # | comment", { stdout: "a\n" }]],
  "a pipe that leads nowhere is a syntax error, and the session lives": [
    ["echo a |", { code: 2, stderr: /syntax error/ }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "an unterminated quote is a syntax error": [
    ['echo "abc', { code: 2, stderr: /unexpected EOF/ }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "line numbers are those of the command": [
    ["true\nno_such_command_1\ntrue", { stderr: "bash: line 2: no_such_command_1: command not found\n" }],
  ],
  "bytes that are no text come through": [
    ["printf '\\xff\\xfe\\x01abc\\x80\\n' | od -An -tx1", { stdout: " ff fe 01 61 62 63 80 0a\n" }],
  ],
  "what looks like our own protocol is only output": [
    ["printf 'hello\\0done\\0000\\0/\\0'; printf '%s' \"$__nacre_n\"; echo end", { stdout: /end\n$/ }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "a forged answer with another nonce is not believed": [
    [
      "printf '%s\\0done\\00042\\0/forged\\0\\0' 0123456789abcdef0123456789abcdef >\"$__nacre_d/r\"; sleep 0.2; echo real",
      { stdout: "real\n", code: 0 },
    ],
  ],
  "rubbish on the answer channel is dropped": [
    ['head -c 200000 /dev/urandom >"$__nacre_d/r"; echo real', { stdout: "real\n" }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "a command that closes fds 1 and 2": [
    ["exec 1>&- 2>&-; echo lost; (exit 6)", { code: 6 }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "a command that writes to every descriptor it can open": [
    ["for fd in /proc/$$/fd/*; do echo junk >&${fd##*/}; done 2>/dev/null; echo end >&1", { stdout: /end\n$/ }],
    ["echo ok; exit 3", { stdout: "ok\n", code: 3 }],
  ],
  "a command that reads every descriptor it can open": [
    ["for fd in /proc/$$/fd/*; do timeout 0.2 cat <&${fd##*/}; done 2>/dev/null; echo end", { stdout: /end\n$/ }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "a command that closes every descriptor": [
    ['for fd in {3..300}; do eval "exec $fd>&-"; done; echo end', { stdout: "end\n" }],
    ["echo ok", { stdout: "ok\n" }],
  ],
  "/dev/stdout and /dev/stderr can be opened": [
    ["echo o >/dev/stdout; echo e >/dev/stderr; echo t | tee /dev/stderr", { stdout: "o\nt\n", stderr: "e\nt\n" }],
  ],
  "exec >file takes one command's output, not the session's": [
    ['exec >"$TMPFILE"; echo in-file', { stdout: "" }],
    ['echo ok; cat "$TMPFILE"', { stdout: "ok\nin-file\n" }],
  ],
  "PS4 and set -x show no line of ours": [
    ["PS4='TRACE '; set -x; echo hi | cat", { stdout: "hi\n" }],
    ["echo two", { stdout: "two\n", stderr: /^(?!.*nacre)/s }],
  ],
  "set -v shows no line of ours": [
    ["set -v", {}],
    ["echo two | cat", { stdout: "two\n", stderr: /^(?!.*nacre)/s }],
  ],
  "an odd IFS": [
    ["IFS=0; v=1011; echo $v", { stdout: "1 11\n" }],
    ["false | true | (exit 3)", { code: 3 }],
    ['echo "$IFS"', { stdout: "0\n" }],
  ],
  "PROMPT_COMMAND is only a variable": [
    ["PROMPT_COMMAND='echo prompt'", {}],
    ["echo ok", { stdout: "ok\n" }],
  ],
  POSIXLY_CORRECT: [
    ["POSIXLY_CORRECT=1; X=1", {}],
    ["echo $X; [[ -o posix ]] && echo posix", { stdout: "1\nposix\n" }],
    ["exit 3", { code: 3 }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "builtins overridden by functions": [
    ["printf() { :; }; read() { :; }; echo() { :; }; cd() { :; }; mapfile() { :; }; trap() { :; }", {}],
    ["command echo ok; exit 3", { stdout: "ok\n", code: 3 }],
    ["command echo still", { stdout: "still\n" }],
  ],
  "functions named eval, declare, trap, unset and builtin stand in nobody's way": [
    ["eval() { :; }; declare() { :; }; export -f declare; trap() { :; }; alias() { :; }; A=5", {}],
    ["echo $A; (exit 9)", { stdout: "5\n", code: 9 }],
    ["kill -9 $$", { code: 137 }],
    ["echo $A; (exit 8)", { stdout: "5\n", code: 8 }],
    ["A=6; exit 4", { code: 4 }],
    ["echo $A", { stdout: "6\n" }],
    ["builtin() { :; }; B=1", {}],
    ["echo $B; exit 3", { stdout: "1\n", code: 3 }],
  ],
  "aliases named like our words": [
    ["alias eval='echo no' while='echo no' builtin='echo no'; X=1", {}],
    ["echo $X", { stdout: "1\n" }],
  ],
  "break, continue and return at top level say what they say at a prompt": [
    ["echo a; break; echo b", { stdout: "a\nb\n", stderr: /^bash: line 1: break: only meaningful/ }],
    ["return 5", {}],
    ["echo ok", { stdout: "ok\n" }],
    ["break 9", { stderr: /only meaningful/ }],
    ["continue 9\necho $?; (exit 4)", { stdout: "0\n", stderr: /only meaningful/, code: 4 }],
    ["echo $?", { stdout: "4\n" }],
    ["for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done | tail -1", { stdout: "3\n" }],
    ['echo \'echo in; break; echo after\' >"$TMPFILE"; . "$TMPFILE"; echo rest', { stdout: "in\nafter\nrest\n" }],
    ["set -e; while :; do false; break; done; echo no", { stdout: "", code: 1 }],
    ["echo ok; echo $-", { stdout: /^ok\n\S*e/ }],
  ],
  "more texts with a break than there are rounds in a level": [
    ["break 2>/dev/null", {}],
    ["alias until='echo no' if='echo no' builtin='echo no' q='echo q'", {}],
    ...Array.from({ length: 120 }, (_, i): Step => [`eval "(exit ${i})"`, { code: i }]),
    ["q; break; echo b", { stdout: "q\nb\n", stderr: /^bash: line 1: break: only meaningful/ }],
    ["shopt -u expand_aliases", {}],
    ...Array.from({ length: 60 }, (_, i): Step => [`eval "(exit ${i})"`, { code: i }]),
    ["q", { code: 127 }],
  ],
  noclobber: [
    ["set -C", {}],
    ["echo a", { stdout: "a\n" }],
    ["kill -9 $$", { code: 137 }],
    ["echo $-", { stdout: /C/ }],
  ],
  "noglob, no brace expansion": [
    ["set -f +B; X=1", {}],
    ["kill -9 $$", { code: 137 }],
    ["echo * {a,b} $X", { stdout: "* {a,b} 1\n" }],
  ],
  "TMOUT does not end the session": [
    ["TMOUT=1; X=1; sleep 0", {}],
    ["sleep 1.5; echo $X", { stdout: "1\n" }],
    ["echo $X", { stdout: "1\n" }],
  ],
  "PATH emptied": [
    ["export PATH=/nonexistent", {}],
    ["echo ok; exit 6", { stdout: "ok\n", code: 6 }],
    ["echo $PATH", { stdout: "/nonexistent\n" }],
  ],
  "a value with newlines, quotes and unicode is restored as it was": [
    ["Q=$'a\\nb\"c\\'d é \\\\ $x \\t'", {}],
    ["kill -9 $$", { code: 137 }],
    ['printf %s "$Q"', { stdout: "a\nb\"c'd é \\ $x \t" }],
  ],
  "options, traps, aliases and functions are restored as they were": [
    [
      "shopt -s extglob; set -o pipefail; trap 'echo usr' USR1; alias q='echo q'; h() { echo \"@($1)\"; }; umask 077; a=(x y)",
      {},
    ],
    ["exec false", { code: 1 }],
    ["false | true || q; h 1; umask; kill -USR1 $$; echo ${a[1]}", { stdout: "q\n@(1)\n0077\nusr\ny\n" }],
  ],
  "pipe statuses are told": [["true | (exit 3) | false", { code: 1 }]],
};

test.each(Object.entries(CASES))("%s", async (_title, steps) => {
  const manager = testManager({ environment: { set: { TMPFILE: join(tempDir(), "file") } } });
  await runSteps(manager, steps);
});

test("a job that outlives its command is named, the call does not wait for it, and it is gone with the manager", async () => {
  const manager = testManager();
  const { stdout, outcome } = await run(manager, "sleep 300 & echo started");
  expect(stdout).toBe("started\n");
  expect(outcome.backgroundChildren).toEqual([
    { pid: expect.any(Number), command: expect.stringMatching(/^(sleep 300|bash)$/) },
  ]);
  expect((await run(manager, "jobs -p | wc -l; kill %1; wait; echo $?")).stdout).toBe("1\n0\n");
});

test("the bash that follows a lost one is not a job left running", async () => {
  const manager = testManager();
  for (const text of ["exit 3", "exec true", "kill -9 $$", "set -e; false"]) {
    expect((await run(manager, text)).outcome.backgroundChildren).toEqual([]);
  }
});

test("a job in the background can be waited for in a later call", async () => {
  const manager = testManager();
  await run(manager, "(sleep 0.2; exit 7) &");
  expect((await run(manager, "wait $!; echo $?")).stdout).toBe("7\n");
});

test("a command of a megabyte runs as it is", async () => {
  const manager = testManager();
  const text = `printf '%s' "${"x".repeat(1 << 20)}" | wc -c; echo "${"é".repeat(1000)}" | wc -c`;
  expect((await run(manager, text)).stdout).toBe("1048576\n2001\n");
  expect((await run(manager, "echo after")).stdout).toBe("after\n");
});

test("200 functions and 80 variables are there after the loss of bash", async () => {
  const manager = testManager();
  const functions = Array.from(
    { length: 200 },
    (_, i) => `fn_${i}() { local a=$1; if [ "$a" = x ]; then echo ${i}; else echo "no $a"; fi; }`,
  );
  const variables = Array.from({ length: 80 }, (_, i) => `export VAR_${i}='value ${i}'`);
  await run(manager, [...functions, ...variables].join("\n"));
  await run(manager, "kill -9 $$");
  expect((await run(manager, "declare -F | grep -c fn_; env | grep -c ^VAR_; fn_7 x; echo $VAR_79")).stdout).toBe(
    "200\n80\n7\nvalue 79\n",
  );
});

test("a command finds no descriptor but its three", async () => {
  const manager = testManager();
  // One that the host itself inherited and knows nothing of: not closed on exec.
  const { stdout } = await run(manager, "ls -l /proc/self/fd | awk 'NR>1 {print $9}' | sort -n | tr '\\n' ' '");
  expect(stdout).toBe("0 1 2 3 "); // 3 is the listing itself
});

test("the command text is in no process's arguments", async () => {
  const manager = testManager();
  const { stdout } = await run(
    manager,
    "SECRET_WORD=x; cat /proc/*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c SECRET[_]WORD",
  );
  expect(stdout).toBe("0\n");
});

test("nothing of a session is left on disk when its manager is disposed", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  await run(manager, "seq 100000");
  const { transcript } = (await run(manager, "seq 100000")).outcome;
  expect(transcript.paths.map((path) => readFileSync(path, "utf8").length)).toEqual([588_895]);
  await manager.dispose();
  expect(transcript.paths.some((path) => existsSync(path))).toBe(false);
  expect(readFileSync("/proc/self/maps").length).toBeGreaterThan(0);
});
