import { nameList } from "../knowledge/name-list.ts";
import { SHELL_NAMES } from "../knowledge/shell-names.ts";
import type { TerminalProcess } from "./terminal-facts.ts";

/**
 * How a program takes a line that is typed: as commands of a shell, as code of a language, or in its own way. `inner`: it
 * is handed on, most often to a shell that is not seen from here.
 */
export type Reads = "shell" | "code" | "inner" | "other";

/** Languages that read code where no file is named. Versions stand behind their names. */
const LANGUAGES = nameList(
  "python pypy ipython bpython ptpython node nodejs deno bun ruby irb pry perl php lua luajit R Rscript julia ghci scala kotlin groovysh jshell clojure clj sbcl guile racket iex erl utop ocaml swift",
);

/** Databases read statements, and commands of their own; the words behind their names say which database. */
const DATABASES = nameList("psql mysql mariadb sqlite sqlite3 duckdb mongosh mongo redis-cli");

/** Programs behind which a shell may stand: on another machine, in another container, as another user, in a window. */
const INNER = nameList(
  "tmux screen zellij dtach abduco byobu ssh slogin mosh mosh-client telnet rlogin docker podman nerdctl kubectl oc lxc lxc-attach incus machinectl systemd-run nsenter unshare chroot su sudo doas runuser pkexec sg newgrp script expect unbuffer picocom minicom busybox toybox mc",
);

/** The name of a program, without its directory, its version, and the dash of a login shell. */
export function programName(process: TerminalProcess): string {
  const path = process.argv[0] ?? process.exe ?? process.name;
  return path.slice(path.lastIndexOf("/") + 1).replace(/^-/, "");
}

const namesOf = (process: TerminalProcess): readonly string[] => {
  const ofFile = process.exe?.slice(process.exe.lastIndexOf("/") + 1).replace(/ \(deleted\)$/, "");
  const names = [programName(process), ofFile ?? "", process.name.replace(/^-/, "").replace(/:.*$/, "")];
  return names.flatMap((name) => [name, name.replace(/[\d.]+$/, "")]);
};

/** What a process would make of a line. Names lie, so each of them counts; what tells of the least is what it is. */
export function readsAs(process: TerminalProcess): Reads {
  if (process.isCommandShell) return "other";
  const names = namesOf(process);
  if (names.some((name) => SHELL_NAMES.includes(name))) return takesCommands(process.argv) ? "shell" : "other";
  if (names.some((name) => INNER.includes(name))) return "inner";
  if (names.some((name) => DATABASES.includes(name)))
    return GIVEN_CODE.test(` ${process.argv.join(" ")}`) ? "other" : "code";
  if (names.some((name) => LANGUAGES.includes(name))) return takesCode(process.argv) ? "code" : "other";
  return "other";
}

/** Whether it reads what is typed as commands or code, wherever they are run. */
export const readsCommands = (process: TerminalProcess): boolean => readsAs(process) !== "other";

/** A shell reads commands where it was given none, or was told to go on reading. */
function takesCommands(argv: readonly string[]): boolean {
  const words = argv.slice(1);
  for (const [at, word] of words.entries()) {
    if (/^[-+][a-zA-Z]*[is]/.test(word)) return true;
    if (/^-[a-zA-Z]*c/.test(word)) return words.slice(at).some((later) => /^-[a-zA-Z]*i/.test(later));
    if (/^(?:--rcfile|--init-file|[-+][oO])$/.test(word)) return takesCommands(words.slice(at + 1));
    if (!/^[-+]/.test(word) || word === "--") return false;
  }
  return true;
}

/** Options by which code comes with the command. */
const GIVEN_CODE = / (?:-[a-zA-Z]*[cef]|--(?:command|execute|eval|file|print|module)\b|-m)(?: |=|$)/;
/** Options of python that take no word. */
const ALONE = /^-[bBdEhIOPqsSuvVx]+$/;

/**
 * Whether a language reads code from the terminal: it was told to, or no file and no code was given. A word behind an option
 * may belong to the option: then it reads code, as far as can be told.
 */
function takesCode(argv: readonly string[]): boolean {
  const words = argv.slice(1);
  if (words.some((word) => /^(?:-[a-zA-Z]*i[a-zA-Z]*|--interactive|repl|-a)$/.test(word))) return true;
  if (GIVEN_CODE.test(` ${words.join(" ")}`)) return false;
  const at = words.findIndex((word) => !word.startsWith("-"));
  const file = words[at];
  if (file === undefined) return true;
  if (LANGUAGES.includes(file.slice(file.lastIndexOf("/") + 1))) return true;
  const option = words[at - 1];
  return option !== undefined && !ALONE.test(option);
}
