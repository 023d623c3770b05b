/**
 * Whether a text is one program with plain words, run by its name or path: no expansion, redirection, operator or
 * assignment. It has a process of its own, so that it changes nothing of its shell but what the shell remembers of it (its
 * path, its status); unless the name is that of a function or an alias, or a trap runs at its end.
 */
export function isPlainProgram(text: string): boolean {
  const name = PLAIN.exec(text)?.[1];
  return name !== undefined && !RUN_BY_BASH.has(name);
}

const PLAIN = /^\s*([\w./+-]+)(?:[ \t]+[\w.,/:@%+=-]+)*\s*$/;

/** Names that bash runs itself: its builtins and reserved words, as far as they are plain. */
const RUN_BY_BASH: ReadonlySet<string> = new Set(
  [
    ". alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable",
    "eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd",
    "read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias",
    "unset wait",
    "case coproc do done elif else esac fi for function if in select then time until while",
  ]
    .join(" ")
    .split(" "),
);
