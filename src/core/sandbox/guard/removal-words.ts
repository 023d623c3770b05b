import { relative } from "node:path";

/** What programs and functions are called that remove or move what their words name. */
const REMOVES = /^(?:rm|rmdir|mv|rimraf|-delete|clean)$|rmtree|rmSync/;

/** Where git keeps what it knows of linked worktrees: `git worktree` names them by their work trees. */
const OF_WORKTREE = /\/\.git\/worktrees\//;

/** What a text says it removes or moves: names as they are written, part by part, `*` and `?` among them. */
export type RemovalWords = { readonly names: readonly (readonly string[])[]; readonly worktrees: boolean };

/**
 * Reads from a text what it removes or moves by name. It need not understand the text: what it misses stays sealed, and
 * the refusal says how to name it.
 */
export function removalWords(command: string): RemovalWords {
  const names: (readonly string[])[] = [];
  let worktrees = false;
  for (const part of command.split(/[;&|\n]/)) {
    const words = part.split(/[\s"'`()<>=,$]+/).filter(Boolean);
    const isWorktree = words.includes("git") && words.includes("worktree");
    worktrees ||= isWorktree;
    if (!isWorktree && !words.some((word) => REMOVES.test(word))) continue;
    names.push(...words.map((word) => word.split("/").filter((step) => !["", ".", ".."].includes(step))));
  }
  return { names: names.filter((steps) => steps.length > 0), worktrees };
}

/**
 * Whether a path is named, or lies in what is. Names of a git directory's own files (`.git`, `.git/hooks`) say nothing
 * without the directory that holds it: it could be any.
 */
export function isNamedIn({ names, worktrees }: RemovalWords, path: string, workspace: string): boolean {
  if (worktrees && OF_WORKTREE.test(path)) return true;
  const [inside, steps] = [relative("/", workspace).split("/"), relative(workspace, path).split("/")];
  const most = steps.indexOf(".git");
  return names.some((name) => {
    const own = inside.every((step, at) => name[at] === step) ? name.slice(inside.length) : name;
    return steps.some((_, at) => (most < 0 || at < most) && own.length > 0 && isThere(own, steps.slice(at)));
  });
}

const isThere = (name: readonly string[], steps: readonly string[]): boolean =>
  name.length <= steps.length && name.every((step, at) => isMatch(step, steps[at] ?? ""));

function isMatch(written: string, step: string): boolean {
  if (!/[*?]/.test(written)) return written === step;
  if (step.startsWith(".") && !written.startsWith(".")) return false;
  const pattern = written
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${pattern}$`).test(step);
}
