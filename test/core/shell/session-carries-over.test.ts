import { expect, test } from "vitest";
import { trust } from "../../../src/core/permission/cleared.ts";
import { run, testManager } from "../../support/shells.ts";

type Carried = { readonly set: string; readonly show: string; readonly shown: string };

/** What a user sets, and what shows it: in the next call, in a bash that takes over from a lost one, in a background shell. */
const CARRIED: Readonly<Record<string, Carried>> = {
  "OLDPWD, exported": { set: "cd /usr; cd /", show: "printenv OLDPWD", shown: "/usr\n" },
  "a function that needs extglob, while extglob is off": {
    set: "shopt -s extglob\nf() { case $1 in @(a|b)) echo yes ;; *) echo no ;; esac; }\nshopt -u extglob",
    show: "shopt -s extglob; f a; shopt -u extglob; f a",
    shown: "yes\nno\n",
  },
  "raw bytes in a function and in variables": {
    set: "eval $'f() { builtin printf %s \"\\xff\\xfe\\x01\"; }'; v=$'\\xe9\\x80\\x01\\n'; export w=$'\\xff'; a=($'\\xfe' b)",
    show: 'f | od -An -tx1; printf %s "$v" | od -An -tx1; printenv w | od -An -tx1; printf %s "${a[0]}" | od -An -tx1',
    shown: " ff fe 01\n e9 80 01 0a\n ff 0a\n fe\n",
  },
  "the arguments": {
    set: "IFS=$'\\001'; set -- a 'b c' $'d\\ne' '' 'à '",
    show: 'printf "<%s>" $# "$@"',
    shown: "<5><a><b c><d\ne><><à >",
  },
  "a trap on ERR": { set: "trap 'echo err' ERR", show: "false; true", shown: "err\n" },
  "a trap on RETURN": { set: "trap 'echo ret' RETURN; f() { :; }; declare -ft f", show: "f", shown: "ret\n" },
  "a trap on DEBUG": { set: "trap 'echo debug' DEBUG", show: ":", shown: "debug\n" },
  "a trap on a signal, with quotes and a line end": {
    set: "trap 'echo \"it'\\''s\"\necho usr' USR1",
    show: "kill -USR1 $BASHPID; trap -p USR1",
    shown: "it's\nusr\ntrap -- 'echo \"it'\\''s\"\necho usr' SIGUSR1\n",
  },
  "an ignored signal": {
    set: "trap '' HUP",
    show: "trap -p HUP; sh -c 'kill -HUP $$; echo on'",
    shown: "trap -- '' SIGHUP\non\n",
  },
  "soft limits": {
    set: "ulimit -S -n 256; ulimit -S -t 300; ulimit -S -f 1000000",
    show: "ulimit -n; ulimit -t; ulimit -f",
    shown: "256\n300\n1000000\n",
  },
  "a hard limit, in posix mode too": {
    set: "ulimit -n 300; ulimit -f 2000000; set -o posix",
    show: "ulimit -Hn; ulimit -Hf",
    shown: "300\n4000000\n",
  },
  "remembered paths": {
    set: "hash -p /bin/true nope; hash -p '/bin/a b' odd",
    show: "nope; echo $?; hash -t odd",
    shown: "0\n/bin/a b\n",
  },
  completions: {
    set: "complete -W 'one two' -o nospace cmd; complete -F _f -- -x; complete -C \"it's\" $'q\\nr'; complete -F _d -D; complete -F _a voilà",
    show: "complete -p | sort",
    shown:
      "complete -C 'it'\\''s' 'q\ncomplete -F _a voilà\ncomplete -F _d -D\ncomplete -F _f -x\ncomplete -o nospace -W 'one two' cmd\nr'\n",
  },
  "an unset IFS": {
    set: "unset IFS; v='a:b c'",
    show: "printf '<%s>' $v; echo ${IFS-none}",
    shown: "<a:b><c>none\n",
  },
  "an IFS of \\001": { set: "IFS=$'\\001'; v=$'a\\001b'", show: "printf '<%s>' $v", shown: "<a><b>" },
  "name references": {
    set: "target=5; declare -n ref=target; arr=(1 2 3); declare -n el='arr[1]'; declare -n empty",
    show: "echo $ref ${!ref} $el; declare -p empty",
    shown: "5 target 2\ndeclare -n empty\n",
  },
  "read-only variables": {
    set: "readonly r=1; readonly -a ra=(x y)",
    show: "(r=2) 2>/dev/null || echo $r ${ra[1]}",
    shown: "1 y\n",
  },
  "associative arrays": {
    set: "declare -A m=([a b]='1 2' [\"q'\\\"\"]=$'n\\nl' ['$x']='$y' [')']=z); declare -A none=()",
    show: 'for k in "${!m[@]}"; do printf "<%s=%s>\\n" "$k" "${m[$k]}"; done | sort; declare -p none',
    shown: "<$x=$y>\n<)=z>\n<a b=1 2>\n<q'\"=n\nl>\ndeclare -A none=()\n",
  },
  "a sparse array": {
    set: "s=([3]=a [9]='b c')",
    show: "declare -p s",
    shown: 'declare -a s=([3]="a" [9]="b c")\n',
  },
  "attributes of variables": {
    set: "declare -i n=4; declare -u U=abc; declare -l L=ABC; declare -x unsetx; declare -ar c=()",
    show: "declare -p n U L unsetx c",
    shown: 'declare -i n="4"\ndeclare -u U="ABC"\ndeclare -l L="abc"\ndeclare -x unsetx\ndeclare -ar c=()\n',
  },
  "the umask": { set: "umask 027", show: "umask", shown: "0027\n" },
  aliases: {
    set: "alias a1='echo one' a2=$'echo \\'two\\'\\necho three'; alias -- -q='echo q'",
    show: "a1; a2; -q; alias | wc -l",
    shown: "one\ntwo\nthree\nq\n4\n",
  },
  "the directory stack": {
    set: "IFS=:; cd /; pushd /usr >/dev/null; pushd /tmp >/dev/null; pushd -n /etc >/dev/null",
    show: "dirs -p",
    shown: "/tmp\n/etc\n/usr\n/\n",
  },
  "shopt options": {
    set: "shopt -s nullglob dotglob; shopt -u sourcepath expand_aliases",
    show: "shopt -p nullglob dotglob sourcepath expand_aliases",
    shown: "shopt -s nullglob\nshopt -s dotglob\nshopt -u sourcepath\nshopt -u expand_aliases\n",
  },
  "set options": {
    set: "set -u -f -C -o pipefail +B +h",
    show: "echo $-; [[ -o pipefail ]] && echo pipefail",
    shown: "fuC\npipefail\n",
  },
  "set -e": { set: "set -e", show: "echo $-; false; echo no", shown: "ehB\n" },
  "posix mode, with a function that it forbids": {
    set: "a-b() { echo ab; }; set -o posix",
    show: "[[ -o posix ]] && echo posix; set +o posix; a-b; set -o posix",
    shown: "posix\nab\n",
  },
  "builtins that are switched off": {
    set: "enable -n printf test pwd",
    show: "enable -n; type -t printf",
    shown: "enable -n printf\nenable -n pwd\nenable -n test\nfile\n",
  },
  "FUNCNEST=1": { set: "FUNCNEST=1; f() { echo f; }", show: "f; echo $FUNCNEST", shown: "f\n1\n" },
  "functions called as the words of nacre's lines": {
    set: 'for name in command unset source exec declare printf trap eval export shopt enable set local mapfile ulimit cd; do builtin eval "$name() { echo $name; }"; done',
    show: "command; unset; source; exec; declare; printf; trap; eval; export; shopt; enable; set; local; mapfile; ulimit; cd",
    shown:
      "command\nunset\nsource\nexec\ndeclare\nprintf\ntrap\neval\nexport\nshopt\nenable\nset\nlocal\nmapfile\nulimit\ncd\n",
  },
  "a function whose here-document looks like another": {
    set: "f() {\ncat <<E\n}\ng () \n{ \necho no\n}\nE\n}\ng() { echo g; }",
    show: "f; g; declare -F | wc -l",
    shown: "}\ng () \n{ \necho no\n}\ng\n2\n",
  },
  "functions with attributes": {
    set: "f() { :; }; declare -ft f; g() { echo g; }; export -f g; h() { :; }; readonly -f h; declare() { :; }",
    show: "builtin declare -F; bash -c g",
    shown: "declare -f declare\ndeclare -ft f\ndeclare -fx g\ndeclare -fr h\ng\n",
  },
  "functions with odd names": {
    set: "function a.b:c@ { echo odd; }; function if { echo if; }; 1() { echo one; }",
    show: "a.b:c@; 'if'; 1",
    shown: "odd\nif\none\n",
  },
};

test.each(Object.entries(CARRIED))("%s", async (_title, { set, show, shown }) => {
  const manager = testManager();
  const setting = await run(manager, set);
  expect([setting.code, setting.stderr]).toEqual([0, ""]);
  const ways: Record<string, string> = {};
  const now = async (way: string): Promise<void> => {
    const { stdout, outcome } = await run(manager, show);
    ways[way] = stdout;
    expect(outcome.notKept, way).toBeUndefined();
  };
  await now("in the next call");
  await run(manager, "builtin exit 3");
  await now("after exit");
  await run(manager, "kill -9 $$");
  await now("after kill -9");
  const shell = await manager.startShell(trust(show), { workingDir: "/tmp" });
  await shell.wait();
  ways["in a background shell"] = shell.getAllOutput();
  expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, shown])));
});

test("what a function hides is that of the last save, and said: local variables, and its arguments", async () => {
  const manager = testManager({ environment: { set: { GIVEN: "env" } } });
  await run(manager, "f() { local GIVEN=no; exit 3; }; f");
  expect((await run(manager, "printenv GIVEN")).stdout).toBe("env\n");
  await run(manager, "X=1; Y=1; set -- a b; g() { local X=2 Z=3; Y=2; exit 3; }");
  const { outcome } = await run(manager, "g c");
  expect(outcome.notKept).toEqual(["the variable X"]);
  expect((await run(manager, "echo $X $Y [$Z] $*")).stdout).toBe("1 2 [] a b\n");
});
