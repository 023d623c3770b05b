import { DOWNLOAD, type Text } from "../../values/abstract-text.ts";
import { hostKindOf } from "../../zones/hosts.ts";
import { acts, type Call, type Effect, reads, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";
import { config, setting } from "./git-settings.ts";

/** Refs that are thrown away or rewritten by a push. */
function push(args: readonly Text[]): readonly Effect[] {
  const options = readOptions(
    args,
    "-o: --push-option: --repo: --receive-pack: --exec: --recurse-submodules: --signed: --force --force-with-lease --delete --mirror --dry-run --tags --all --prune",
  );
  const helper = options.values("--receive-pack", "--exec").flatMap((code) => [shell(code), acts("run-helper")]);
  if (options.has("-n", "--dry-run")) return helper;
  const [remote = "", ...refs] = options.rest;
  if (/:\/\/|^[\w.-]+@[\w.-]+:/.test(remote) && hostKindOf(remote) !== "loopback")
    return [...helper, acts("leak", remote)];
  const rewrites =
    options.has(
      "-f",
      "-d",
      "--force",
      "--delete",
      "--mirror",
      "--prune",
      "--force-with-lease",
      "--force-if-includes",
    ) || refs.some((ref) => /^[+:]/.test(ref));
  return [
    ...helper,
    acts("publish"),
    ...(rewrites ? [acts("git-discard")] : []),
    ...(remote.startsWith("ext::") ? [shell(remote.slice(5)), acts("run-helper")] : []),
  ];
}

const isRemote = (word: Text): boolean => /:\/\/|^[\w.-]+@[\w.-]+:|^ext::/.test(word);

/** Reaches another repository: the address, and what would serve it. */
function remoteWork(args: readonly Text[], at: Call): readonly Effect[] {
  const options = readOptions(
    args,
    "-b: --branch: --depth: -o: --origin: --upload-pack: -u: --reference: --template: -c: --config: -j: --jobs: --filter: --separate-git-dir: --bundle-uri: --shallow-since: --server-option: --refmap: --exec: --remote: -s: --strategy: -X: --strategy-option: --format: --output: --prefix:",
  );
  const effects: Effect[] = options
    .values("--upload-pack", "--exec", ...(at.args.includes("clone") ? ["-u"] : []))
    .flatMap((code) => [shell(code), acts("run-helper")]);
  for (const value of options.values("-c", "--config"))
    effects.push(...setting(value.slice(0, value.indexOf("=")), value.slice(value.indexOf("=") + 1), "once"));
  for (const value of options.values("--template")) effects.push(acts("run-helper", value));
  for (const word of [...options.rest, ...options.values("--remote", "--bundle-uri")]) {
    if (word.startsWith("ext::")) effects.push(shell(word.slice(5)), acts("run-helper"));
    else if (isRemote(word)) effects.push({ kind: "fetches", from: word });
  }
  return effects;
}

function clone(args: readonly Text[], call: Call): readonly Effect[] {
  const words = readOptions(
    args,
    "-b: --branch: --depth: -o: --origin: --upload-pack: -u: --reference: --template: -c: --config: -j: --jobs: --filter: --separate-git-dir: --shallow-since:",
  ).rest;
  const [
    from = "",
    into = from
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:]/)
      .at(-1) ?? "",
  ] = words;
  const away = isRemote(from) && hostKindOf(from) !== "loopback";
  return [
    ...remoteWork(args, call),
    ...(into === "" ? [] : [writes(`${into}/`, away ? DOWNLOAD : undefined)]),
    ...(away ? [] : []),
  ];
}

const HARD =
  "-s: --source: --pathspec-from-file: --conflict: -b: -B: -c: -C: --orphan: --force --hard --discard-changes --worktree --staged --merge --keep --soft --mixed --ours --theirs --patch";

/** What each subcommand throws away, publishes, runs or writes. */
export function subcommand(name: Text, args: readonly Text[], call: Call): readonly Effect[] {
  const options = readOptions(args, HARD);
  switch (name) {
    case "push":
      return push(args);
    case "reset":
      return options.has("--hard", "--merge", "--keep") ? [acts("git-discard")] : [];
    case "clean":
      return args.some((arg) => /^-\w*n|^--dry-run/.test(arg)) ||
        !args.some((arg) => /^-\w*[fi]|^--force|^--interactive/.test(arg))
        ? []
        : [acts("git-discard")];
    case "checkout":
      return options.has("-f", "--force", "-B") ||
        (!options.has("-b", "--orphan") &&
          (args.includes("--") ||
            options.rest.some((word) => word === "." || word === ":/" || word.startsWith("./") || /\*/.test(word)))) ||
        options.has("--ours", "--theirs")
        ? [acts("git-discard")]
        : [];
    case "restore":
      return options.has("--staged", "-S") && !options.has("--worktree", "-W") ? [] : [acts("git-discard")];
    case "switch":
      return options.has("-f", "--force", "--discard-changes", "-C") ? [acts("git-discard")] : [];
    case "branch":
      return args.some((arg) => /^-\w*[DMCf]|^--force$/.test(arg)) ||
        (args.includes("--delete") && args.includes("--force"))
        ? [acts("git-discard")]
        : [];
    case "stash":
      return /^(?:drop|clear)$/.test(args[0] ?? "") ? [acts("git-discard")] : [];
    case "tag":
      return args.some((arg) => /^-\w*[df]|^--(?:delete|force)$/.test(arg)) &&
        !args.some((arg) => /^-m|^-F/.test(arg) && !args.includes("-f"))
        ? [acts("git-discard")]
        : [];
    case "reflog":
      return /^(?:expire|delete)$/.test(args[0] ?? "") ? [acts("git-discard")] : [];
    case "gc":
    case "prune":
    case "repack":
      return (name === "prune" && !args.some((arg) => /^(?:-n|--dry-run)$/.test(arg))) ||
        args.some((arg) => /^--(?:prune|aggressive-prune)/.test(arg))
        ? [acts("git-discard")]
        : [];
    case "update-ref":
    case "symbolic-ref":
      return args.some((arg) => /^-d|^--delete|^--stdin/.test(arg)) ||
        (name === "update-ref" && options.rest.length > 1)
        ? [acts("git-discard")]
        : [];
    case "rebase":
      return [
        ...readOptions(args, "-x: --exec: --onto: -s: -X: -C:").values("-x", "--exec").map(shell),
        ...(args.some((arg) => /^(?:-i|--interactive|--root)$/.test(arg)) ? [acts("git-discard")] : []),
      ];
    case "commit":
      return args.some((arg) => arg === "--amend") ? [] : [];
    case "filter-branch":
    case "filter-repo":
      return [
        ...args.flatMap((arg, index) =>
          /^--(?:tree|index|msg|env|commit|parent|tag-name|setup)(?:-filter)?$/.test(arg)
            ? [shell(args[index + 1] ?? "")]
            : [],
        ),
        acts("git-discard"),
      ];
    case "worktree":
      return args[0] === "remove" && args.some((arg) => /^(?:-f|--force)$/.test(arg))
        ? [acts("git-discard")]
        : args[0] === "add"
          ? options.rest.slice(1, 2).map((path) => ({ kind: "creates", path }) as const)
          : [];
    case "submodule":
      return args[0] === "foreach"
        ? [
            shell(
              args
                .slice(1)
                .filter((arg) => !/^--(?:recursive|quiet)$|^-q$/.test(arg))
                .join(" "),
            ),
          ]
        : args[0] === "add"
          ? remoteWork(args, call)
          : args[0] === "deinit" && args.includes("-f")
            ? [acts("git-discard")]
            : [];
    case "bisect":
      return args[0] === "run" ? [{ kind: "runs", argv: args.slice(1) }] : [];
    case "config":
      return config(args);
    case "remote":
      return /^(?:add|set-url)$/.test(args[0] ?? "") && args.some(isRemote)
        ? [
            acts("network", "a new remote"),
            ...args.filter((arg) => arg.startsWith("ext::")).map((arg) => shell(arg.slice(5))),
          ]
        : args[0] === "rm" || args[0] === "remove"
          ? [acts("git-discard")]
          : [];
    case "clone":
      return clone(args, call);
    case "fetch":
    case "pull":
    case "ls-remote":
    case "archive":
    case "fetch-pack":
    case "send-pack":
      return [
        ...remoteWork(args, call),
        ...(name === "archive"
          ? readOptions(args, "-o: --output: --format: --remote: --prefix:")
              .values("-o", "--output")
              .map((path) => writes(path))
          : []),
        ...(args.some((arg) => arg === "--force" || arg === "-f" || arg.startsWith("+")) &&
        (name === "pull" || args.some((arg) => /^\+?refs\/\*|^\+.*:refs\/heads/.test(arg)))
          ? [acts("git-discard")]
          : []),
      ];
    case "send-email":
    case "imap-send":
    case "request-pull":
      return name === "request-pull" ? [] : [acts("leak")];
    case "daemon":
    case "instaweb":
    case "http-backend":
      return [acts("network")];
    case "rm":
      return args.includes("--cached")
        ? []
        : options.rest.map((path) => ({ kind: "deletes", path, recursive: true }) as const);
    case "read-tree":
      return args.some((arg) => /^(?:-u|--reset)$/.test(arg)) ? [acts("git-discard")] : [];
    case "checkout-index":
      return args.some((arg) => /^-\w*f|^--force$/.test(arg)) ? [acts("git-discard")] : [];
    case "notes":
    case "replace":
      return args.some((arg) => /^(?:remove|prune|-d|--delete|-f|--force)$/.test(arg)) ? [acts("git-discard")] : [];
    case "mv":
      return [];
    case "apply":
    case "am":
      return readOptions(args, "--directory: -p: -C:")
        .values("--directory")
        .map((path) => writes(path));
    case "hash-object":
      return options.rest.map((path) => reads(path));
    case "hook":
      return args[0] === "run" ? [acts("run-helper")] : [];
    case "difftool":
    case "mergetool":
      return readOptions(args, "-x: --extcmd: -t: --tool:")
        .values("-x", "--extcmd")
        .flatMap((code) => [shell(code), acts("run-helper")]);
    case "grep":
      return [
        ...pathspecs(args),
        ...args
          .flatMap((arg) => /^(?:-O|--open-files-in-pager=?)(.+)$/.exec(arg)?.[1] ?? [])
          .flatMap((code) => [shell(code), acts("run-helper")]),
      ];
    case "diff":
    case "log":
    case "show":
    case "format-patch":
      return [
        ...readOptions(
          args,
          "--output: -o: --output-directory: -S: -G: -n: --format: --since: --until: --author: --grep: -L: -U: --stat:",
        )
          .values("--output", ...(name === "format-patch" ? ["-o", "--output-directory"] : []))
          .map((path) => writes(path)),
        ...(args.includes("--ext-diff") ? [] : []),
        ...pathspecs(args),
      ];
    case "blame":
    case "cat-file":
      return pathspecs(args);
    case "credential":
    case "credential-store":
    case "credential-cache":
      return [acts("read-secret")];
    case "lfs":
      return args[0] === "push" ? [acts("publish")] : args[0] === "prune" ? [acts("git-discard")] : [];
    case "annex":
      return /^(?:drop|dropunused|forget|uninit|move)$/.test(args[0] ?? "") ? [acts("git-discard")] : [];
    case "update-index":
    case "init":
      return [
        ...readOptions(args, "--template: --separate-git-dir: -b: --initial-branch:")
          .values("--template")
          .map((path) => acts("run-helper", path)),
        ...(name === "init" ? options.rest.map((path) => ({ kind: "creates", path }) as const) : []),
      ];
    case "var":
    case "svn":
    case "p4":
      return args[0] === "dcommit" || args[0] === "submit" ? [acts("publish")] : [];
    default:
      return [];
  }
}

/** Paths behind `--`, and `rev:path`: what they show may be secret. */
const pathspecs = (args: readonly Text[]): readonly Effect[] => {
  const at = args.indexOf("--");
  const behind = at === -1 ? [] : args.slice(at + 1);
  const inRevision = args.flatMap((arg) => /^[\w~^./@{}-]+:([^:]+)$/.exec(arg)?.[1] ?? []);
  const elsewhere = args.filter((arg) => /^[/~]\S+$/.test(arg));
  return [...behind, ...inRevision, ...elsewhere].map((path) => reads(path));
};
