import { execFileSync } from "node:child_process";
import { chmodSync, lchownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRoot, PLAIN_USER } from "../support/plain-user.ts";

/** Where the home lies for the commands of the day: `inHome` puts it there. */
export const HOME = "/home/dev";
export const PROJECT = "/home/dev/work/app";

/** What no command may print. */
export const CANARY = "canary-5f1c77";

const GIT_SETTINGS = `[user]
	name = Dev
	email = dev@example.org
[init]
	defaultBranch = main
[alias]
	st = status
[commit]
	gpgSign = true
[core]
	editor = vim
[credential]
	helper = store
[sendemail]
	smtpPass = ${CANARY}
`;

/** The files of a user who has worked here for a while; the registries are on loopback, at `port`. */
const homeFiles = (port: number): Readonly<Record<string, string>> => ({
  ".bashrc": 'case $- in *i*) ;; *) return ;; esac\nPS1="$ "\n',
  ".profile": 'PATH="$HOME/.local/bin:$PATH"\n',
  ".vimrc": "syntax on\n",
  ".gitconfig": GIT_SETTINGS,
  ".ssh/id_ed25519": CANARY,
  ".netrc": `machine 127.0.0.1 login dev password ${CANARY}\n`,
  ".npmrc": `registry=http://127.0.0.1:${port}/npm/\n//127.0.0.1:${port}/npm/:_authToken=${CANARY}\n@secret:registry=http://127.0.0.1:${port}/closed/\n`,
  ".yarnrc": `registry "http://127.0.0.1:${port}/npm/"\n`,
  ".config/pip/pip.conf": `[global]\nindex-url = http://dev:${CANARY}@127.0.0.1:${port}/simple\n`,
  ".config/go/env": `GOPROXY=http://127.0.0.1:${port}/go\nGOSUMDB=off\n`,
  ".gemrc": `:sources:\n- http://127.0.0.1:${port}/gems/\n`,
  ".local/bin/greet": "#!/bin/sh\necho hello from home\n",
  "work/sibling/notes.txt": "of another project\n",
});

const PROJECT_FILES: Readonly<Record<string, string>> = {
  "README.md": "# A project\n\nWith words.\n",
  "notes.md": "notes\n",
  "run.sh": "#!/bin/sh\necho ran\n",
  ".env": `TOKEN=${CANARY}\n`,
  ".gitignore": ".env\nnode_modules\n.venv\ntarget\nout\n__pycache__\n*.o\n",
  "web/package.json": `${JSON.stringify({ name: "web", version: "1.0.0", license: "MIT", scripts: { test: "node --test", build: "node -p 1" }, dependencies: { handy: "^1.0.0" } }, null, 2)}\n`,
  "web/index.js": "module.exports = 42;\n",
  "web/index.test.js": 'require("node:test")("is 42", () => { if (require("./index.js") !== 42) throw 1; });\n',
  "web/server.js":
    'require("node:http").createServer((_, out) => out.end("served\\n")).listen(Number(process.argv[2]), "127.0.0.1");\n',
  "py/app.py": "def answer():\n    return 42\n\n\nprint(answer())\n",
  "py/test_app.py":
    "import unittest\n\nimport app\n\n\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(app.answer(), 42)\n",
  "c/main.c": '#include <stdio.h>\nint main(void) { puts("hello from c"); return 0; }\n',
  "c/Makefile":
    "PREFIX = /usr/local\nall: main\nmain: main.o\n\t$(CC) -o $@ $<\ncheck: main\n\t./main\ninstall: main\n\tinstall -D main $(PREFIX)/bin/day-main\nclean:\n\trm -f main *.o\n",
  "c/CMakeLists.txt": "cmake_minimum_required(VERSION 3.13)\nproject(day C)\nadd_executable(main main.c)\n",
  "c/meson.build": "project('day', 'c')\nexecutable('main', 'main.c')\n",
  "rust/Cargo.toml": '[package]\nname = "day"\nversion = "0.1.0"\nedition = "2021"\n',
  "rust/src/main.rs":
    'fn main() {\n    println!("hello from rust");\n}\n\n#[test]\nfn adds() {\n    assert_eq!(1 + 1, 2);\n}\n',
  "go/go.mod": "module example.org/day\n\ngo 1.19\n",
  "go/main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hello from go")\n}\n',
  "go/main_test.go": 'package main\n\nimport "testing"\n\nfunc TestNothing(t *testing.T) {}\n',
};

/** Makes the home below `place`, as the user who will work in it. */
export function makeHome(place: string, port: number): string {
  const home = join(place, "home");
  write(home, homeFiles(port));
  write(join(home, "work/app"), PROJECT_FILES);
  chmodSync(join(home, ".local/bin/greet"), 0o755);
  chmodSync(join(home, ".ssh"), 0o700);
  const git = (...words: string[]): void =>
    void execFileSync("git", ["-c", "user.name=Dev", "-c", "user.email=dev@example.org", ...words], {
      cwd: join(home, "work"),
      env: { PATH: process.env["PATH"], HOME: place },
      stdio: "ignore",
    });
  git("init", "-q", "--bare", "-b", "main", "origin.git");
  git("-C", "app", "init", "-q", "-b", "main");
  git("-C", "app", "add", "-A");
  git("-C", "app", "commit", "-qm", "first");
  git("-C", "app", "remote", "add", "origin", "../origin.git");
  git("-C", "app", "push", "-qu", "origin", "main");
  if (isRoot) hand(home);
  return home;
}

function write(below: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(below, name)), { recursive: true });
    writeFileSync(join(below, name), text);
  }
}

/** Gives a tree to the plain user. */
function hand(path: string): void {
  lchownSync(path, PLAIN_USER, PLAIN_USER);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), PLAIN_USER, PLAIN_USER);
}
