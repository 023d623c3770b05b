import { resolve } from "node:path";
import { GIT_RUNS_NOTHING } from "../knowledge/git-settings-that-run.ts";
import type { Part } from "../policy/verdict.ts";
import type { Question } from "./approver.ts";

/** How to look up what a command would lose: a script for `sh` with its arguments, and what its output means. */
export type LossPlan = {
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly say: (printed: string) => string | undefined;
};

type Loss = Omit<LossPlan, "cwd">;
type LossOf = (words: readonly string[]) => Loss | undefined;

/** Runs no program of the repository, and writes nothing. */
const GIT = `git ${GIT_RUNS_NOTHING} --no-optional-locks`;
const CHANGED = `${GIT} status --porcelain=v1 --untracked-files=no`;

/**
 * The lookup for a question; undefined where nacre does not know how, or where the command may run elsewhere than it seems.
 * Pure: nothing is looked up here.
 */
export function lossPlanOf({ command, cwd, parts, findings }: Question): LossPlan | undefined {
  const asked = parts.filter(({ span: [start, end] }) =>
    findings.some(({ decision, span }) => decision === "ask" && span[0] < end && start < span[1]),
  );
  const [part] = asked;
  if (part === undefined || asked.length > 1) return undefined;
  const place = placeOf(command, { cwd, parts, part });
  const words = part.argv.flatMap((word) => word ?? []);
  // Neither a word that is not known, nor a variable before it.
  if (place === undefined || words.length !== part.argv.length || !part.text.startsWith(words[0] ?? "?"))
    return undefined;
  const loss = lossOf(words);
  return loss === undefined ? undefined : { ...loss, cwd: place };
}

/** What may stand between commands so that each `cd` before a command holds for it. */
const OTHER_THAN_AND = /[;|(){}\n`]|(?<!&)&(?!&)/;
const MOVES: ReadonlySet<string | null | undefined> = new Set(["cd", "pushd", "popd", "eval", "source", ".", null]);

/** The directory in which a part runs; undefined where that is not sure. */
function placeOf(
  command: string,
  { cwd, parts, part }: Pick<Question, "cwd" | "parts"> & { readonly part: Part },
): string | undefined {
  const moves = parts.filter(({ argv, span }) => span[0] < part.span[0] && MOVES.has(argv[0]));
  if (moves.length === 0) return cwd;
  if (OTHER_THAN_AND.test(command)) return undefined;
  return moves.reduce<string | undefined>((place, { argv: [name, to, ...more] }) => {
    const isPlain = name === "cd" && typeof to === "string" && !to.startsWith("-") && more.length === 0;
    return place === undefined || !isPlain ? undefined : resolve(place, to);
  }, cwd);
}

function lossOf([name, ...words]: readonly string[]): Loss | undefined {
  if (name === "rm") return removed(words);
  if (name !== "git") return undefined;
  const [sub = "", ...rest] = words;
  return Object.hasOwn(GIT_LOSSES, sub) ? GIT_LOSSES[sub]?.(rest) : undefined;
}

const isOption = (word: string): boolean => word.startsWith("-");
const isLong = (names: readonly string[]) => (word: string) => names.includes(word);

/** The words behind `--`, or those that are no options. */
const operandsOf = (words: readonly string[]): readonly string[] =>
  words.includes("--") ? words.slice(words.indexOf("--") + 1) : words.filter((word) => !isOption(word));

const GIT_LOSSES: Readonly<Record<string, LossOf>> = {
  reset: (words) => {
    const [to = "HEAD", ...more] = operandsOf(words);
    if (!words.includes("--hard") || more.length > 0) return undefined;
    const script = `${GIT} rev-list --count "$1"..HEAD -- && ${CHANGED}`;
    return { script, args: [to], say: (printed) => resetWords(printed, to) };
  },
  checkout: (words) => (words.includes("--") || words.includes(".") ? changedAt(operandsOf(words)) : undefined),
  restore: (words) =>
    words.some((word) => word.startsWith("-s") || isLong(["--staged", "-S"])(word) || word.startsWith("--source"))
      ? undefined
      : changedAt(operandsOf(words)),
  clean: (words) => {
    const flags = words.filter(isOption);
    if (!flags.every((flag) => /^-[fdxXq]+$|^--force$/.test(flag))) return undefined;
    const kinds = ["d", "x", "X"].filter((kind) => flags.some((flag) => !flag.startsWith("--") && flag.includes(kind)));
    const script = `${GIT} clean -n ${kinds.map((kind) => `-${kind}`).join(" ")} -- "$@"`;
    return {
      script,
      args: operandsOf(words),
      say: (printed) => listed(printed, /^Would remove /, "untracked file or directory"),
    };
  },
  stash: ([sub, ...rest]) => {
    if (sub !== "drop" && sub !== "clear") return undefined;
    const which = sub === "clear" ? "" : (rest[0] ?? "stash@{0}");
    return {
      script: `${GIT} stash list`,
      args: [],
      say: (printed) => {
        const all = linesOf(printed).filter((line) => line.startsWith(which === "" ? "stash@" : `${which}:`));
        return all.length === 0 ? NOTHING_KEPT : `${plural(all.length, "stash", "stashes")}: ${few(all)}`;
      },
    };
  },
  branch: (words) => {
    const names = operandsOf(words);
    const [name = ""] = names;
    if (!words.some(isLong(["-D", "-d", "--delete"])) || names.length !== 1) return undefined;
    const script = `${GIT} rev-list --count "$1" --not --exclude="$1" --branches --remotes --tags`;
    return { script, args: [name], say: (printed) => counted(printed, `that only the branch ${name} has`) };
  },
  push: (words) => {
    const isForced = words.some((word) => word === "-f" || word.startsWith("--force"));
    const [remote, refspec, ...more] = operandsOf(words);
    if (!isForced || remote === undefined || refspec === undefined || more.length > 0) return undefined;
    const [from = "", to = from] = refspec.replace(/^\+/, "").split(":");
    const branch = to.replace(/^refs\/heads\//, "");
    const script = `${GIT} rev-list --count "$1"..refs/remotes/"$2" --`;
    const say = (printed: string): string | undefined =>
      counted(printed, `on ${remote}/${branch}, as it was last fetched, that ${from} does not have`);
    return { script, args: [from, `${remote}/${branch}`], say };
  },
};

const NOTHING_KEPT = "Nothing: there is none.";

function changedAt(paths: readonly string[]): Loss | undefined {
  if (paths.length === 0) return undefined;
  return { script: `${CHANGED} -- "$@"`, args: paths, say: changedWords };
}

const changedWords = (printed: string): string => {
  const files = linesOf(printed).map((line) => line.slice(3));
  if (files.length === 0) return "Nothing: no tracked file has changes that were not committed.";
  return `Changes that were not committed, in ${plural(files.length, "file", "files")}: ${few(files)}`;
};

function resetWords(printed: string, to: string): string | undefined {
  const [first = "", ...rest] = printed.split("\n");
  if (!/^\d+$/.test(first)) return undefined;
  const commits = Number(first);
  const changes = changedWords(rest.join("\n"));
  return commits === 0 ? changes : `${plural(commits, "commit", "commits")} behind ${to} leave the branch. ${changes}`;
}

function counted(printed: string, what: string): string | undefined {
  if (!/^\d+$/.test(printed.trim())) return undefined;
  const many = Number(printed);
  return many === 0 ? `Nothing: there is no commit ${what}.` : `${plural(many, "commit", "commits")} ${what}.`;
}

function listed(printed: string, head: RegExp, thing: string): string {
  const all = linesOf(printed).map((line) => line.replace(head, ""));
  return all.length === 0 ? "Nothing: there is nothing to remove." : `${all.length} × ${thing}: ${few(all)}`;
}

/** Everything below what `rm` names, links not followed. */
function removed(words: readonly string[]): Loss | undefined {
  const paths = operandsOf(words);
  if (paths.length === 0) return undefined;
  const script = `find -P "$@" -xdev ! -type d -printf '%s\\n' | awk '{ n += 1; s += $1 } END { print n + 0, s + 0 }'`;
  return {
    script: `set -o pipefail; ${script}`,
    args: paths.map((path) => (isOption(path) ? `./${path}` : path)),
    say: (printed) => {
      const [, files, bytes] = /^(\d+) (\d+)$/.exec(printed.trim()) ?? [];
      if (files === undefined) return undefined;
      return `${plural(Number(files), "file", "files")} with ${plural(Number(bytes), "byte", "bytes")}.`;
    },
  };
}

const linesOf = (printed: string): readonly string[] => printed.split("\n").filter((line) => line !== "");
const SHOWN = 3;
const SHOWN_CHARS = 80;

function few(all: readonly string[]): string {
  const shown = all.slice(0, SHOWN).map((one) => (one.length <= SHOWN_CHARS ? one : `${one.slice(0, SHOWN_CHARS)}…`));
  return `${shown.join(", ")}${all.length > SHOWN ? ` and ${all.length - SHOWN} more` : ""}.`;
}

const plural = (many: number, one: string, several: string): string =>
  `${many.toLocaleString("en-US")} ${many === 1 ? one : several}`;
