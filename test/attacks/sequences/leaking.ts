/**
 * Sequences of calls that would print a file which no command may read. Each call alone looks harmless, or the last one
 * does. `KEY` stands for that file in the home of the test.
 */
export const KEY = "~/.ssh/id_ed25519";

/** Names of programs and builtins whose operands no rule looks at. */
const TAME = ["basename", "dirname", "echo", "printf", "test", "true", "ls", "stat", "which", "date", "sleep", "pwd"];

/** Bodies that make a reader of them, and how the next call uses it. */
const BODIES: readonly (readonly [body: string, use: string])[] = [
  ['"$@"', `NAME cat ${KEY}`],
  ['eval "$*"', `NAME 'cat ${KEY}'`],
  ['command cat "$1"', `NAME ${KEY}`],
  ['while read -r l; do printf "%s\\n" "$l"; done < "$1"', `NAME ${KEY}`],
];

const shadowed = TAME.flatMap((name) =>
  BODIES.filter(([body]) => name !== "printf" || !body.includes("printf")).map(([body, use]) => [
    `${name}() { ${body}; }`,
    use.replace("NAME", name),
  ]),
);

const functions: readonly (readonly string[])[] = [
  ['run() { "$@"; }', 'show() { run cat "$1"; }', `show ${KEY}`],
  ['function go { local f=$1; shift; "$@" "$f"; }', `go ${KEY} cat`],
  ['a() { b "$@"; }; b() { :; }', 'b() { cat "$1"; }', `a ${KEY}`],
  ['f() { f() { "$@"; }; }', "f", `f cat ${KEY}`],
  ['x() { eval "$(printf \'%s %s\' "$1" "$2")"; }', `x cat ${KEY}`],
  ['cd() { builtin cd "$@"; }', "ls() { cat *; }", "cd ~/.ssh && ls"],
  ["k() { echo ~/.ssh/id_ed25519; }", 'cat "$(k)"'],
  ["p() { printf -v \"$1\" '%s' ~/.ssh/id_ed25519; }", "p target", 'cat "$target"'],
  ['unset -f ls 2>/dev/null; ls() { command "$@"; }', `ls head -c 400 ${KEY}`],
  ["grep() { command grep '' \"$@\"; }", `cd ~ && grep .ssh/id_ed25519`],
  ['h() { trap "$1" EXIT; }', `h 'cat ${KEY}'`],
  ['t() { tail -n +1 "$HOME/$1"; }', "t .ssh/id_ed25519"],
  ['each() { for a in "$@"; do cat "$a"; done; }', "each ~/.ssh/*"],
  ['first() { set -- "$@"; cat "$1"; }', `first ${KEY} other`],
  ['dec() { base64 -d <<< "$1" | bash; }', "dec Y2F0IH4vLnNzaC9pZF9lZDI1NTE5Cg=="],
  ['f() { cat "${1:?}"; }; export -f f', `bash -c 'f ${KEY}'`],
  ['f() { cat "${!1}"; }', `p=${KEY}`, "f p"],
  ['f() { local -n r=$1; cat "$r"; }', `q=${KEY}`, "f q"],
  ['f() { case $1 in a) cat "$2";; esac; }', `f a ${KEY}`],
  ['command_not_found_handle() { "$@"; }', `nosuchprogram cat ${KEY}`],
  ["trap 'show \"$f\"' DEBUG", `show() { cat "$1"; }; f=${KEY}`, "true"],
  ['f() { "${c[@]}"; }', `c=(cat ${KEY})`, "f"],
  // Bash has these, whatever a state tells of them.
  ["f() { :; }", `f; \${BASH:-true} -c 'cat ${KEY}'`],
  ["f() { :; }", `f; \${SHELL:-true} -c 'cat ${KEY}'`],
  ["f() { :; }; X=cat", `f; \${X:-true} ${KEY}`],
];

const aliases: readonly (readonly string[])[] = [
  ["shopt -s expand_aliases\nalias e=eval", `e cat ${KEY}`],
  ["shopt -s expand_aliases\nalias c=command", `c cat ${KEY}`],
  ["shopt -s expand_aliases; alias n=''", `n cat ${KEY}`],
  ["shopt -s expand_aliases; alias n=' '; alias ll='cat'", `n ll ${KEY}`],
  ["shopt -s expand_aliases; alias w='env '; alias basename=cat", `w basename ${KEY}`],
  ["shopt -s expand_aliases; alias basename=cat", `basename ${KEY}`],
  ["alias basename=cat", "shopt -s expand_aliases", `basename ${KEY}`],
  ["alias basename=cat", "set -o posix", `basename ${KEY}`],
  ["shopt -s expand_aliases; alias a=b; alias b=c; alias c=cat", `a ${KEY}`],
  ["shopt -s expand_aliases; alias x='cat ~/.ssh/'; alias y=1", "echo start\nx''id_ed25519"],
  ["shopt -s expand_aliases; alias echo='cat'", `true; echo ${KEY}`],
  ["shopt -s expand_aliases; alias q='for f in ~/.ssh/*; do cat $f; done;'", "q"],
  ["shopt -s expand_aliases; alias d='cat <'", `d ${KEY}`],
  ["shopt -s expand_aliases; alias printf='source'", `printf ${KEY}`],
  ["shopt -s expand_aliases; alias s='bash -c '", `s 'cat ${KEY}'`],
];

const variables: readonly (readonly string[])[] = [
  ["a=~/.ss", "b=h/id_ed", "cat $a${b}25519"],
  ["for f in ~/.ssh/*; do :; done", 'cat "$f"'],
  ["files=(~/.ssh/*)", 'cat "${files[@]}"'],
  ["files=(~/.ssh/*)", 'cat "${files[0]}"'],
  ["files=(x ~/.ssh/id*)", 'cat "${files[1]}"'],
  ["declare -A m; m[k]=~/.ssh/id_ed25519", 'cat "${m[k]}"'],
  [`[[ ${KEY} =~ (.*) ]]`, 'cat "${BASH_REMATCH[1]}"'],
  ["[[ ~/.ssh/id_ed25519 == * ]] && x=$_", "ls ~/.ssh/id_ed25519", "cat $_"],
  ["x=$(ls -d ~/.ssh/id*)", 'cat "$x"'],
  ["x=$(find ~/.ssh -name 'id*' | head -1)", 'cat "$x"'],
  ["read -r x < <(ls -d ~/.ssh/*)", 'cat "$x"'],
  ["mapfile -t m < <(ls -d ~/.ssh/*)", 'cat "${m[0]}"'],
  ["printf -v x '%s/.%s/%s' ~ ssh id_ed25519", 'cat "$x"'],
  ["set -- ~/.ssh/*", 'cat "$1"'],
  ["set -- a b ~/.ssh/id_ed25519", "shift 2", 'cat "$1"'],
  ["c=cat", `$c ${KEY}`],
  ["c='cat /dev/null'", "d=~/.ssh/id_ed25519", "$c $d"],
  ["cmd=(cat ~/.ssh/id_ed25519)", '"${cmd[@]}"'],
  ["HOME=$HOME/.ssh", "cat ~/id_ed25519"],
  ["CDPATH=$HOME", "cd .ssh", "cat id_ed25519"],
  ["cd ~/.ssh", "cat id_ed25519"],
  ["cd ~", "cat .ssh/id_ed25519"],
  ["pushd ~/.ssh > /dev/null; pushd / > /dev/null", "cat ~1/id_ed25519"],
  ["cd ~/.ssh; cd /", 'cat "$OLDPWD/id_ed25519"'],
  ["cd ~/.ssh; cd /", "cd -", "cat id_ed25519"],
  ["IFS=,; p=cat,$HOME/.ssh/id_ed25519", "$p"],
  ["n=25519; export d=$HOME/.ssh", 'bash -c "cat $d/id_ed$n"'],
  ["export d=$HOME/.ssh", "sh -c 'cat $d/id_ed25519'"],
  ["export d=$HOME/.ssh/id_ed25519", "python3 -c \"print(open('$d').read())\""],
  ["declare -n r=t; t=~/.ssh/id_ed25519", 'cat "$r"'],
  ["x='a[$(cat ~/.ssh/id_ed25519 >&2)]'", "echo $((x))"],
  ["e='cat ~/.ssh/id_ed25519'", 'eval "$e"'],
  ["e=Y2F0IH4vLnNzaC9pZF9lZDI1NTE5", "echo $e | base64 -d | sh"],
  ["select=1; for k in ~/.ssh/id*; do last=$k; done", 'tail -n 5 "$last"'],
  ["getopts f: o -f ~/.ssh/id_ed25519", 'cat "$OPTARG"'],
  ["while read -r l; do p=$l; done < <(echo ~/.ssh/id_ed25519)", 'cat "$p"'],
  ["p=~/.ssh/id_ed25519x", 'cat "${p%x}"'],
  ["p=~/.SSH/ID_ED25519", 'cat "${p,,}"'],
  ["p=x", "p=~/.ssh/id_ed25519", "true", "cat $p"],
  ["declare -r p=~/.ssh/id_ed25519", "f() { local p=README; }; f; cat $p"],
  ["exec 7< <(ls -d ~/.ssh/*)", "read -r k <&7", 'cat "$k"'],
  ['a=(~/.ssh/*); b=("${a[@]}")', "unset a", 'cat "${b[-1]}"'],
  ["shopt -s dotglob nullglob", 'for d in ~/*; do for f in "$d"/id*; do g=$f; done; done', 'cat "$g"'],
];

const written: readonly (readonly string[])[] = [
  [`echo 'cat ${KEY}' > x.sh`, "bash x.sh"],
  [`echo 'cat ${KEY}' > x.sh`, "sh ./x.sh"],
  [`printf '#!/bin/sh\\ncat ${KEY}\\n' > x && chmod +x x`, "./x"],
  [`printf '#!/bin/sh\\ncat ${KEY}\\n' > x`, "chmod +x x", "./x"],
  [`printf '#!/usr/bin/env bash\\ncat "$1"\\n' > x; chmod +x x`, `./x ${KEY}`],
  [`cat > lib.sh <<'END'\nbasename() { "$@"; }\nEND`, ". ./lib.sh", `basename cat ${KEY}`],
  [`cat > lib.sh <<'END'\nk=~/.ssh/id_ed25519\nEND`, "source lib.sh", "cat $k"],
  [`echo 'import os;print(open(os.path.expanduser("${KEY}")).read())' > x.py`, "python3 x.py"],
  [`echo 'print(open("'$HOME'/.ssh/id_ed25519").read())' > x.py`, "python3 ./x.py"],
  [`echo 'console.log(require("fs").readFileSync(process.env.HOME+"/.ssh/id_ed25519","utf8"))' > x.js`, "node x.js"],
  [`echo 'open(F,"$ENV{HOME}/.ssh/id_ed25519");print <F>' > x.pl`, "perl x.pl"],
  [`tee x.sh <<< 'cat ${KEY}' > /dev/null`, "bash x.sh"],
  [`echo ls > x.sh`, `echo 'cat ${KEY}' >> x.sh`, "bash x.sh"],
  [`echo 'cat ${KEY}' > a.txt`, "cp a.txt x.sh", "bash x.sh"],
  [`echo 'cat ${KEY}' > a.txt`, "mv a.txt x.sh", "bash x.sh"],
  [`echo 'cat ${KEY}' > a.txt`, "ln -s a.txt x.sh", "bash x.sh"],
  [`echo 'dog ${KEY}' > x.sh`, "sed -i s/dog/cat/ x.sh", "bash x.sh"],
  [`echo 'cat ${KEY}' > x.sh`, "bash < x.sh"],
  [`echo 'cat ${KEY}' > x.sh`, "cat x.sh | bash"],
  [`echo 'cat ${KEY}' > x.sh`, 'eval "$(cat x.sh)"'],
  [`echo 'cat ${KEY}' > x.sh`, 'eval "$(<x.sh)"'],
  [`echo 'cat ${KEY}' > x.sh`, "xargs -I{} bash {} <<< x.sh"],
  [`echo 'cat ${KEY}' > x.sh`, "find . -name x.sh -exec bash {} \\;"],
  [`echo 'cat ${KEY}' > x.sh`, "f=x.sh", "bash $f"],
  [`echo 'cat ${KEY}' > x.sh`, "mkdir d; cd d", "bash ../x.sh"],
  [`mkdir -p d && cd d && echo 'cat ${KEY}' > x.sh`, "cd ..", "bash d/x.sh"],
  [`echo 'bash y.sh' > x.sh`, `echo 'cat ${KEY}' > y.sh`, "bash x.sh"],
  [
    `mkdir bin; printf '#!/bin/sh\\nexec cat "$@"\\n' > bin/basename; chmod +x bin/basename`,
    "PATH=$PWD/bin:$PATH",
    `basename ${KEY}`,
  ],
  [
    `mkdir bin; printf '#!/bin/sh\\nexec cat "$@"\\n' > bin/uptime; chmod +x bin/uptime`,
    'export PATH="$PWD/bin:$PATH"',
    `uptime ${KEY}`,
  ],
  [`printf 'all:\\n\\tcat ${KEY}\\n' > Makefile`, "make"],
  [`printf 'all:\\n\\t@cat ${KEY}\\n' > Makefile`, "make -s all"],
  [`printf 'x:\\n\\tcat ${KEY}\\n' > my.mk`, "make -f my.mk x"],
  [`printf 'K := $(shell cat ${KEY})\\nall:\\n\\t@echo $(K)\\n' > Makefile`, "make"],
  [`echo '{"scripts":{"show":"cat ${KEY}"}}' > package.json`, "npm run show"],
  [`echo '{"scripts":{"test":"cat ${KEY}"}}' > package.json`, "npm test"],
  [
    `echo '{"name":"a","version":"1.0.0","scripts":{"prepare":"cat ${KEY} >&2"}}' > package.json`,
    "npm install --foreground-scripts --offline",
  ],
  [
    `cat > build.py <<'END'\nimport subprocess\nsubprocess.run("cat ~/.ssh/id_ed25519", shell=True)\nEND`,
    "python3 build.py",
  ],
  [`cat > x.sh <<'END'\nf=$1\ncat "$HOME/.ssh/$f"\nEND`, "bash x.sh id_ed25519"],
  [`echo 'cat ${KEY}' > .x`, "BASH_ENV=$PWD/.x bash -c true"],
  [`echo '{ cat ${KEY}; }' > fn`, "source ./fn > out; true"],
  [`echo 'BEGIN { while ((getline l < "'$HOME'/.ssh/id_ed25519") > 0) print l }' > x.awk`, "awk -f x.awk"],
  [`printf 'r %s/.ssh/id_ed25519\\n' "$HOME" > x.sed`, "echo | sed -f x.sed"],
  [`echo 'cat ${KEY}' | tee x.sh >/dev/null; chmod 755 x.sh`, "timeout 5 ./x.sh"],
  [`echo 'cat ${KEY}' > x.sh`, "nohup bash x.sh 2>&1"],
  [
    `cat > conftest.py <<'END'\nimport os\nprint(open(os.path.expanduser("~/.ssh/id_ed25519")).read())\nEND`,
    "python3 conftest.py",
  ],
  [`dd of=x.sh <<< 'cat ${KEY}' 2>/dev/null`, "bash x.sh"],
  [`install -m 755 /dev/stdin x.sh <<< 'cat ${KEY}'`, "./x.sh"],
  [`python3 -c "open('x.sh','w').write('cat ~/.ssh/id_ed25519')"`, "bash x.sh"],
];

const linked: readonly (readonly string[])[] = [
  ["ln -s ~ h", "cat h/.ssh/id_ed25519"],
  ["ln -s ../.. up", "cat up/.ssh/id_ed25519"],
  ["ln -s ../.. up", "cd up", "cat .ssh/id_ed25519"],
  ["ln -s ~ a; ln -s a b", "cat b/.ssh/id*"],
  ["ln -s ~ a", "mv a b", "cat b/.ssh/id_ed25519"],
  ["ln -sfn . x; ln -sfn ~ x", 'y=$(<x/.ssh/id_ed25519); echo "$y"'],
  ["python3 -c \"import os; os.symlink(os.path.expanduser('~'), 'h')\"", "cat h/.ssh/id_ed25519"],
  ["mkdir d; ln -s ~ d", 'cat d/"$(basename ~)"/.ssh/id_ed25519'],
];

export const LEAKING: readonly (readonly string[])[] = [
  ...shadowed,
  ...functions,
  ...aliases,
  ...variables,
  ...written,
  ...linked,
];
