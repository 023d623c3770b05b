/**
 * Whether a text is plain: programs by their names or paths, and the builtins that change nothing, with plain words, one
 * after another. There is no expansion, redirection or assignment. A program has a process of its own, so that the text
 * changes nothing of its shell but what the shell remembers of it (paths, statuses, `$_`); unless a name is that of a
 * function or an alias, or a trap runs.
 */
export const isPlainText = (text: string): boolean => text.trim().split(JOINT).every(isPlainCommand);

const JOINT = /&&|\|\||[|;\n]/;

function isPlainCommand(text: string): boolean {
  const name = PLAIN.exec(text)?.[1];
  return name !== undefined && !CHANGES_BASH.has(name);
}

const PLAIN = /^\s*([\w./+-]+)(?:[ \t]+[\w.,/:@%+=-]+)*\s*$/;

/** Names that bash runs itself, its builtins and reserved words, as far as they are plain; but for echo, false, test and true. */
const CHANGES_BASH: ReadonlySet<string> = new Set(
  [
    ". alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown enable eval",
    "exec exit export fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read",
    "readarray readonly return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait",
    "case coproc do done elif else esac fi for function if in select then time until while",
  ]
    .join(" ")
    .split(" "),
);
