import type { Effect } from "../tools/effect.ts";
import { executes, shell } from "../tools/effect.ts";
import { isKnown, type Text } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import { isProgramPath, resolvePath } from "../zones/zones.ts";
import { makeCommands } from "./makefile.ts";
import { scriptsIn } from "./package-scripts.ts";

/** A program, and the files of a project that it runs without being told. */
type Runner = {
  readonly programs: RegExp;
  /** Their paths below the working directory. */
  readonly files: RegExp;
  /** What it runs of such a file; the file as code by default. */
  readonly commands?: (content: string, args: readonly Text[]) => readonly string[];
  /** First words with which it runs none of them. */
  readonly without?: RegExp;
  /** Options that name another directory than the working directory. */
  readonly directory?: RegExp;
};

const ASKS_ONLY =
  /^(?:-v|-h|--version|--help|help|version|view|info|show|ls|list|outdated|audit|config|get|set|search|whoami|why|explain|bin|root|prefix|ping|docs|repo|pkg|fund|query|cache|login|logout|init|create|exec|dlx)$/;

const RUNNERS: readonly Runner[] = [
  {
    programs: /^g?make$/,
    files: /^(?:GNUmakefile|[Mm]akefile)$/,
    commands: (content, args) => makeCommands(content, args.filter(isKnown)),
  },
  {
    programs: /^(?:npm|pnpm|yarn|bun)$/,
    files: /^package\.json$/,
    commands: (content, args) => scriptsIn(content, scriptNamed(args)),
    without: ASKS_ONLY,
    directory: /^(?:--prefix|-C|--cwd|--dir)(?:=|$)/,
  },
  {
    programs: /^composer$/,
    files: /^composer\.json$/,
    commands: (content, args) => scriptsIn(content, scriptNamed(args)),
    without: ASKS_ONLY,
    directory: /^(?:-d|--working-dir)(?:=|$)/,
  },
  {
    programs: /^(?:pytest|py\.test|tox|nox|hypothesis)$/,
    files: /(?:^|\/)(?:conftest|noxfile|test_\w+|\w+_test)\.py$/,
  },
  { programs: /^(?:pip3?|uv|poetry|hatch|pdm|build)$/, files: /^setup\.py$/, without: ASKS_ONLY },
  {
    programs: /^(?:vitest|jest|mocha|ava|vite|webpack|rollup|eslint|playwright|tap|c8|nyc)$/,
    files: /(?:^|\/)[\w.-]+\.(?:config|test|spec)\.[cm]?[jt]sx?$|^\.\w+rc\.[cm]?js$/,
  },
  { programs: /^(?:rake|bundle|rspec|rails)$/, files: /^(?:Gemfile|Rakefile|\.rspec|[\w/]+_spec\.rb|config\.ru)$/ },
  { programs: /^cargo$/, files: /^(?:build|src\/main|src\/lib|tests\/\w+)\.rs$/, without: ASKS_ONLY },
  { programs: /^go$/, files: /\.go$/, without: /^(?:version|env|help|doc|fmt|vet|list|mod)$/ },
  { programs: /^(?:gradle|gradlew)$/, files: /^(?:build|settings)\.gradle(?:\.kts)?$/ },
];

/** The script that a call names; undefined for one that installs. */
function scriptNamed(args: readonly Text[]): string | undefined {
  const [verb = "install", name] = args.filter((arg) => !arg.startsWith("-"));
  if (/^(?:run|run-script|run-s|rum|urn)$/.test(verb)) return name ?? "";
  if (/^(?:t|tst)$/.test(verb)) return "test";
  return /^(?:i|in|ins|install|ci|add|update|up|upgrade|rebuild|pack|publish|link|dump-autoload|require)$/.test(verb)
    ? undefined
    : verb;
}

/** A command as far as it matters here. */
type Started = { readonly argv: readonly Text[]; readonly environment: ReadonlyMap<string, readonly Text[]> };

/** What a command runs of the files that the text or the session wrote: a program of its name, and the project's own. */
export function ownEffects({ argv: [word = "", ...args], environment }: Started, scope: Scope): readonly Effect[] {
  if (word.includes("/") && isFileHere(word, scope)) return [executes(word, args)];
  if (scope.files.isEmpty()) return [];
  const program = word.slice(word.lastIndexOf("/") + 1);
  const searched = [...(environment.get("PATH") ?? []), ...scope.valuesOf("PATH")].flatMap((value) => value.split(":"));
  const own = [...new Set(searched)]
    .map((directory) => `${directory}/${word}`)
    .filter((path) => scope.files.isWritten(path));
  return [...own.map((path) => executes(path, args)), ...projectEffects(program, args, scope)];
}

/**
 * A word with a slash is that file, whatever tool has its name: one that was written here, or one that lies outside the
 * places of programs.
 */
const isFileHere = (word: Text, scope: Scope): boolean =>
  scope.cwd
    .map((cwd) => resolvePath(word, cwd))
    .some((path) => !isProgramPath(path) && (scope.files.isWritten(path) || !PROGRAMS_PLACE.test(path)));

const PROGRAMS_PLACE = /\/(?:s?bin|\.bin|shims|libexec)\//;

/** What a program runs of the files that the text or the session wrote into the directory it works in. */
function projectEffects(program: string, args: readonly Text[], scope: Scope): readonly Effect[] {
  return RUNNERS.filter(({ programs }) => programs.test(program)).flatMap((runner) => {
    const { directory, rest } = placeIn(args, runner.directory);
    if (runner.without?.test(rest[0] ?? "") === true) return [];
    return scope.cwd
      .flatMap((cwd) => filesBelow(directory === undefined ? cwd : resolvePath(directory, cwd), scope, runner.files))
      .flatMap((path) => runOf(path, runner, { rest, scope }));
  });
}

function runOf(
  path: Text,
  { commands }: Runner,
  { rest, scope }: { readonly rest: readonly Text[]; readonly scope: Scope },
): readonly Effect[] {
  if (commands === undefined) return [executes(path)];
  const content = scope.fileContent(path);
  if (content === undefined) return [];
  return isKnown(content) ? commands(content, rest).map(shell) : [shell(content)];
}

/** The directory that an option names, and the arguments without that option. */
function placeIn(
  args: readonly Text[],
  option: RegExp | undefined,
): { readonly directory?: Text; readonly rest: readonly Text[] } {
  const at = option === undefined ? -1 : args.findIndex((arg) => option.test(arg));
  const found = args[at];
  if (found === undefined) return { rest: args };
  const equals = found.indexOf("=");
  const behind = equals === -1 ? 2 : 1;
  return {
    directory: equals === -1 ? (args[at + 1] ?? "") : found.slice(equals + 1),
    rest: [...args.slice(0, at), ...args.slice(at + behind)],
  };
}

function filesBelow(directory: Text, scope: Scope, names: RegExp): readonly Text[] {
  const inside = `${directory}/`;
  return scope.files.paths().filter((path) => path.startsWith(inside) && names.test(path.slice(inside.length)));
}
