import { FILE, isKnown, NAME, TAIL, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Family, type Program, prints, shell } from "../effect.ts";
import { setting } from "./git-settings.ts";
import { subcommand } from "./git-subcommands.ts";

const MUTATING =
  /^(?:commit|add|push|pull|merge|rebase|reset|checkout|switch|restore|clean|stash|cherry-pick|revert|apply|am|rm|mv|init|tag|branch|gc|filter-branch|submodule|worktree|update-ref|config|fetch)$/;

const git: Program = (call) => {
  const effects: Effect[] = [];
  const { args } = call;
  let i = 0;
  let directory: Text | undefined;
  for (; i < args.length; i++) {
    const arg = args[i] ?? "";
    const glued = /^-c(.+)$/s.exec(arg)?.[1];
    if (arg === "-c" || glued !== undefined) {
      const pair = glued ?? args[++i] ?? "";
      const equals = pair.indexOf("=");
      effects.push(
        ...setting(
          equals === -1 ? pair : pair.slice(0, equals),
          equals === -1 ? "true" : pair.slice(equals + 1),
          "once",
        ),
      );
    } else if (arg === "-C") directory = args[++i] ?? "";
    else if (/^--(?:git-dir|work-tree|namespace|super-prefix|attr-source)$/.test(arg)) {
      if (arg === "--git-dir") effects.push(acts("run-helper", "another repository's settings"));
      i++;
    } else if (arg.startsWith("--git-dir=")) effects.push(acts("run-helper", "another repository's settings"));
    else if (/^--exec-path(?:=|$)/.test(arg)) {
      if (arg.includes("=") || !(args[i + 1] ?? "-").startsWith("-"))
        effects.push(acts("run-helper", "another set of programs"));
      if (!arg.includes("=") && args[i + 1] !== undefined && /\//.test(args[i + 1] ?? "")) i++;
    } else if (arg.startsWith("--config-env")) {
      effects.push(acts("run-helper", arg));
      if (!arg.includes("=")) i++;
    } else if (!arg.startsWith("-")) break;
  }
  const [name = "", ...rest] = args.slice(i);
  if (rest.includes("--help") || rest.includes("-h")) return effects;
  if (!isKnown(name)) return [...effects, acts("run-unknown-program")];
  const moved = directory === undefined ? {} : { directory };
  if (
    MUTATING.test(name) &&
    !(rest.length === 0 && /^(?:branch|tag|stash|config)$/.test(name)) &&
    !(name === "config" && rest.length < 2)
  )
    effects.push({ kind: "works", ...moved });
  const here = call.scope.cwd.filter((cwd) => call.scope.isForeign(cwd));
  if (name === "init" || name === "clone") for (const cwd of here) call.scope.writeFile(`${cwd}/.git/`, "");
  else if (here.some((cwd) => isKnown(cwd) && call.scope.fileContent(`${cwd}/.git/config`) === undefined)) {
    effects.push(acts("run-helper", "another repository's settings"));
  }
  effects.push(...subcommand(name, rest, call));
  return [
    ...effects,
    ...(/^(?:ls-files|diff|status|ls-tree|diff-tree|log|show|rev-parse)$/.test(name)
      ? [prints(gitOutput(name, rest, call))]
      : []),
  ];
};

/** Paths git prints lie in the working tree. */
function gitOutput(name: Text, args: readonly Text[], call: Call): Text {
  if (name === "rev-parse")
    return args.includes("--show-toplevel")
      ? (call.scope.cwd[0] ?? "")
      : args.some((arg) => /^--(?:git-dir|show-prefix|show-cdup|git-path)/.test(arg))
        ? ".git"
        : NAME;
  return name === "ls-files" || args.some((arg) => /^--name-(?:only|status)|^-z$/.test(arg)) ? TAIL : FILE;
}

/** Version control. */
export const VERSION_CONTROL: Family = {
  git,
  hub: git,
  hg: ({ args }) =>
    /^(?:push)$/.test(args[0] ?? "")
      ? [acts("publish")]
      : /^(?:strip|rollback|purge)$/.test(args[0] ?? "") ||
          (/^(?:update|revert|up)$/.test(args[0] ?? "") && args.some((arg) => /^(?:-C|--clean|--all|-a)$/.test(arg)))
        ? [acts("git-discard")]
        : args.flatMap((arg) => /^(?:--config=)?[\w.]+=!(.*)$/s.exec(arg)?.[1] ?? []).map(shell),
  svn: ({ args }) =>
    /^(?:commit|ci|import|delete|rm|mkdir|copy)$/.test(args[0] ?? "") &&
    (args[0] === "commit" || args[0] === "ci" || args.some((arg) => /:\/\//.test(arg)))
      ? [acts("publish")]
      : args[0] === "revert" && args.includes("-R")
        ? [acts("git-discard")]
        : args.some((arg) => /:\/\//.test(arg))
          ? [acts("network")]
          : [],
  jj: ({ args }) =>
    args[0] === "git" && args[1] === "push"
      ? [acts("publish")]
      : /^(?:abandon|restore)$/.test(args[0] ?? "") || (args[0] === "op" && /^(?:abandon|restore)$/.test(args[1] ?? ""))
        ? [acts("git-discard")]
        : [],
  "git-filter-repo": () => [acts("git-discard")],
  bfg: () => [acts("git-discard")],
  "git-lfs": ({ args }) => (args[0] === "push" ? [acts("publish")] : []),
};
