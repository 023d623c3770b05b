/** Kinds of text for the judge: what bash can be told, each kind by one construct again and again. */

const numbered = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join("\n");

/** A program of another language, quoted behind an option. */
const inline = (program: string, piece: string) => (length: number) =>
  `${program} '${piece.repeat(length / piece.length)}'`;

/** A program of another language, in a heredoc. */
const inHeredoc = (program: string, piece: string) => (length: number) =>
  `${program} <<'E'\n${piece.repeat(length / piece.length)}E\n`;

/** The same piece behind a command, as often as it fits. */
const behind = (command: string, piece: string) => (length: number) =>
  `${command} ${piece.repeat(length / piece.length)}`;

/** The same statement, as often as it fits. */
const again = (piece: string) => (length: number) => piece.repeat(length / piece.length);

/** A construct inside itself, as deep as it fits. */
const nested = (open: string, close: string) => (length: number) => {
  const depth = length / (open.length + close.length);
  return `${open.repeat(depth)}ls${close.repeat(depth)}`;
};

/** Texts of one kind, of about this length. */
export const KINDS: Readonly<Record<string, (length: number) => string>> = {
  words: behind("echo", "word "),
  "one word": (length) => `echo ${"a".repeat(length)}`,
  "one word of quotes": behind("echo", "'a'\"b\""),
  "one word of escapes": behind("echo", "\\a"),
  "one word of ANSI escapes": (length) => `echo $'${"\\x41".repeat(length / 4)}'`,
  "letters of other alphabets": behind("echo", "привет мир "),
  comments: again("# a comment that says nothing\n"),
  "empty lines": again("\n"),
  "joined lines": (length) => `echo ${"a \\\n".repeat(length / 4)}`,
  statements: again("echo a; "),
  "statements in the background": again("sleep 1 & "),
  lists: (length) => `true ${"&& ls -l || pwd ".repeat(length / 16)}`,
  pipeline: (length) => `echo a${" | cat".repeat(length / 6)}`,
  "a pipeline of tools": (length) => `cat a${" | grep x | sort | head -5".repeat(length / 26)}`,
  substitutions: behind("echo", "$(ls) "),
  "old substitutions": behind("echo", "`ls` "),
  "nested substitutions": nested("$(echo ", ")"),
  "process substitutions": behind("cat", "<(ls a) "),
  braces: again("{ echo a; }; "),
  "nested braces": nested("{ ", "; }"),
  subshells: again("(ls); "),
  "nested subshells": nested("( ", " )"),
  "brace expansions": behind("echo", "{a,b} "),
  "one brace expansion": (length) => `echo {${"a,".repeat(length / 2)}b}`,
  "joined brace expansions": behind("echo", "{a,b}"),
  "nested brace expansions": nested("echo {a,", "}"),
  variables: (length) => numbered(length / 28, (n) => `v${n}=x; echo $v${n};`),
  "one variable set again": again("v=x; "),
  "assignments before a command": (length) =>
    `${Array.from({ length: length / 12 }, (_, n) => `v${n}=x`).join(" ")} ls`,
  exports: (length) => numbered(length / 20, (n) => `export V${n}=x`),
  "one array": (length) => `a=(${"x ".repeat(length / 2)}); echo "\${a[@]}"`,
  arrays: (length) => numbered(length / 28, (n) => `a${n}=(x y); echo \${a${n}[0]};`),
  "elements of an array": (length) => numbered(length / 12, (n) => `a[${n}]=x`),
  expansions: behind("echo", "${v//a/b} "),
  "nested expansions": nested("${v:-", "}"),
  defaults: behind("echo", "${a:-b} "),
  "quoted variables": behind("v=a; echo", '"$v" '),
  "a value that grows": (length) => `${"a=$a/x; ".repeat(length / 8)}cat $a`,
  "a value that is added to": (length) => `${"a+=x; ".repeat(length / 6)}cat $a`,
  redirections: behind("ls", "> f "),
  "redirections of many commands": again("ls > f 2>&1; "),
  "here-strings": again("cat <<< word; "),
  heredoc: (length) => `cat > x <<'E'\n${"a line of text\n".repeat(length / 15)}E\n`,
  "heredoc with variables": (length) => `v=a; cat > x <<E\n${"a line of $v\n".repeat(length / 13)}E\n`,
  "heredoc with substitutions": (length) => `cat > x <<E\n${"a $(ls) b\n".repeat(length / 10)}E\n`,
  heredocs: again("cat <<E\na\nE\n"),
  "a letter in a heredoc": (length) => `cat > x <<'E'\n${"a".repeat(length)}\nE\n`,
  arithmetic: again("echo $((1 + 2)); "),
  "one sum": (length) => `echo $((${"1 + ".repeat(length / 4)}1))`,
  "nested arithmetic": (length) => `echo $((${"(".repeat(length / 2)}1${")".repeat(length / 2)}))`,
  "arithmetic commands": again("((i++)); "),
  "open arithmetic": (length) => `echo ${"$((".repeat(25)} ${"1 + 2 ".repeat(length / 6)}`,
  "open brackets": behind("ls", "$["),
  "open quotes": behind("echo", "\"'"),
  "open braces": behind("echo", "${"),
  "open substitutions": behind("echo", "$("),
  "open heredocs": behind("cat", "<<E "),
  tests: again("[ -f a ]; "),
  "one test": (length) => `[[ ${"-f a && ".repeat(length / 8)}-f b ]] && ls`,
  functions: (length) => numbered(length / 24, (n) => `f${n}() { ls; }; f${n};`),
  "functions that call the one before": (length) =>
    `f0() { ls; }\n${numbered(length / 22, (n) => `f${n + 1}() { f${n}; }`)}\nf9`,
  "one function called again": (length) => `f() { ls; }; ${"f; ".repeat(length / 3)}`,
  "one function of many lines": (length) => `f() {\n${"ls a\n".repeat(length / 5)}}\nf`,
  aliases: (length) => numbered(length / 20, (n) => `alias a${n}=ls;`),
  loops: again("for i in a b; do ls $i; done; "),
  "nested loops": nested("for i in a; do ", "; done"),
  "one loop over many words": (length) => `for i in ${"word ".repeat(length / 5)}; do ls "$i"; done`,
  "one loop of many lines": (length) => `while read -r l; do\n${"ls a\n".repeat(length / 5)}done < x`,
  conditions: again("if ls; then ls; fi; "),
  "nested conditions": nested("if ls; then ", "; fi"),
  "one chain of conditions": (length) => `if ls; then ls; ${"elif ls; then ls; ".repeat(length / 18)}fi`,
  patterns: (length) => `case x in ${"a) ls ;; ".repeat(length / 9)}esac`,
  "one pattern of many": (length) => `case $x in ${"a|".repeat(length / 2)}b) ls ;; esac`,
  cases: again("case x in a) ls ;; esac; "),
  "one glob": behind("ls", "*a"),
  globs: behind("ls", "*.[ch] "),
  "one path": (length) => `cat ${"a/".repeat(length / 2)}b`,
  "one path up": (length) => `cat ${"../".repeat(length / 3)}b`,
  paths: behind("cat", "src/a.txt "),
  "links through /proc": (length) => `ls ${"/proc/1/root".repeat(length / 12)}`,
  directories: again("cd a; "),
  "files written and read": (length) => numbered(length / 24, (n) => `echo a > ${n}; cat ${n};`),
  "directories written and read": (length) => numbered(length / 32, (n) => `tar xf a -C d${n}; cat d${n}/x;`),
  "files to delete": behind("rm", "a.txt "),
  "one literal": (length) => `python3 -c 'print("${"text ".repeat(length / 5)}")'`,
  "one run of names": (length) => `python3 -c 'x${"a:".repeat(length / 2)}'`,
  javascript: inline("node -e", "console.log(x + 1);\n"),
  "javascript in a heredoc": inHeredoc("node", 'const a = require("fs").readFileSync("a");\n'),
  perl: inline("perl -e", 'system("ls"); '),
  python: inHeredoc("python3 -", "x = open('a.txt').read()\n"),
  "python inline": inline("python3 -c", 'print("a", len("b"));'),
  "python that runs": inHeredoc("python3", 'subprocess.run(["ls", "-l"])\n'),
  ruby: inline("ruby -e", 'puts File.read("a"); '),
  php: inline("php -r", 'echo file_get_contents("a"); '),
  lua: inline("lua -e", 'print(io.open("a"):read()) '),
  "another language": inline("julia -e", 'println(read("a")); '),
  awk: (length) => `awk '${"{ print $1 } ".repeat(length / 13)}' a.txt`,
  sed: (length) => `sed '${"s/a/b/; ".repeat(length / 8)}' a.txt`,
  "sed scripts": behind("sed", "-e s/a/b/ "),
  jq: (length) => `jq '${".a | ".repeat(length / 5)}.' a.json`,
  sql: (length) => `psql -c '${"select 1; ".repeat(length / 10)}'`,
  "a shell inside": inline("bash -c", "ls a; "),
  "shells inside shells": nested('bash -c "', '"'),
  "shell in a heredoc": inHeredoc("bash", "ls a\n"),
  eval: again("eval 'ls a'; "),
  "quoted program in a heredoc": (length) =>
    `cat > x.py <<'E'\n${"print('a', \"b\")\n".repeat(length / 16)}E\npython3 x.py`,
  "a script that is run": (length) => `cat > x.sh <<'E'\n${"ls a\n".repeat(length / 5)}E\nbash x.sh`,
  "a makefile that is run": (length) => `cat > Makefile <<'E'\n${"a:\n\tls\n".repeat(length / 7)}E\nmake`,
  "wrapped commands": again("env A=b timeout 5 nice ls; "),
  "wrappers in a row": behind("", "env "),
  find: (length) => `find . ${"-name a -o ".repeat(length / 11)}-name b`,
  "find that runs": (length) => `find . ${"-exec ls {} \\; ".repeat(length / 15)}`,
  xargs: (length) => `ls${" | xargs -n 1 echo".repeat(length / 18)}`,
  "options of curl": (length) => `curl ${"-H 'A: b' ".repeat(length / 10)}http://localhost`,
  hosts: behind("curl", "http://localhost/a "),
  git: again("git add a; "),
  "a commit message": (length) => `git commit -m "${"a line of text\n".repeat(length / 15)}"`,
  "an unknown tool": behind("frob", "--all=x "),
  "words for an unknown tool": behind("frob", "a/b "),
  "a text for an unknown tool": inline("frob", "a line of text "),
  base64: (length) => `echo ${"bHMgYQo=".repeat(length / 8)} | base64 -d`,
  printf: (length) => `printf '${"%s ".repeat(length / 3)}' a b`,
  "printed and run": (length) => `printf '${"ls a; ".repeat(length / 6)}' | sh`,
  traps: again("trap 'ls' EXIT; "),
  reads: again("read -r v; echo $v; "),
  jobs: again("ls & wait $!; "),
};
