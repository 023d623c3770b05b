import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Family, type Program, prints, runs, same, shell } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { KNOWN_RUNNERS } from "../known-packages.ts";
import { readOptions } from "../options.ts";
import { cargo, cmake, compiler, go, isDry, make, mavenRuns, nixLike, versionManager, works } from "../run/builders.ts";
import { pip, pipx, pipxRun, registry, uv } from "./python-packages.ts";

const isSource = (word: Text): boolean =>
  /^(?:git[+:]|https?:|ssh:|git@|github:|gitlab:|bitbucket:|gist:|hg\+|svn\+)|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(word) &&
  !word.startsWith("@") &&
  !word.startsWith("./") &&
  !word.startsWith("../");

const NPM =
  "--registry: --prefix: -C: --cwd: --dir: -w: --workspace: --filter: --tag: --otp: --scope: --userconfig: --globalconfig: --cache: --loglevel: --script-shell: --node-options: -c: --call: -p: --package: --omit: --include: --global --access: --save-dev --save-exact";

/** npm, pnpm and yarn speak nearly the same language. */
const npm: Program = (call) => {
  const { name, args } = call;
  if (isInfo(args)) return [];
  const options = readOptions(args, NPM);
  const [first = "", ...rest] = options.rest;
  const [command, words] =
    name === "yarn" && first === "npm"
      ? [rest[0] ?? "", rest.slice(1)]
      : name === "yarn" && first === "workspace"
        ? [rest[1] ?? "", rest.slice(2)]
        : [first, rest];
  const directory = options.values("--prefix", "-C", "--cwd", "--dir")[0];
  const effects: Effect[] = [
    directory === undefined ? works : { kind: "works", directory },
    ...registry(options.values("--registry")),
  ];
  for (const code of options.values("--script-shell", "--node-options", "--userconfig", "--globalconfig"))
    effects.push(acts("run-helper", code));
  const global =
    options.has("-g", "--global") ||
    options.values("--location").includes("global") ||
    (name === "yarn" && first === "global") ||
    command === "global";
  switch (command) {
    case "install":
    case "i":
    case "in":
    case "add":
    case "ci":
    case "update":
    case "up":
    case "upgrade":
    case "uninstall":
    case "remove":
    case "rm":
    case "un":
    case "link":
    case "ln":
    case "global":
      if (global && !/^(?:list|ls|bin|dir)$/.test(words[0] ?? "")) return [...effects, acts("install-global")];
      return [...effects, ...(words.some(isSource) ? [acts("install-foreign")] : [])];
    case "exec":
    case "x":
    case "dlx":
    case "create":
    case "init":
    case "innit":
      return [...effects, ...runner(command, words, options, args)];
    case "publish":
    case "unpublish":
    case "deprecate":
    case "dist-tag":
    case "owner":
    case "access":
    case "team":
    case "org":
    case "hook":
    case "star":
    case "profile":
    case "undeprecate":
      if (isDry(args) || /^(?:ls|list|get|info|show)$/.test(words[0] ?? "") || (command === "publish" && isDry(args)))
        return effects;
      return [...effects, acts("publish")];
    case "token":
    case "login":
    case "adduser":
    case "add-user":
      return [...effects, acts("read-secret")];
    case "logout":
      return [...effects, acts("change-remote")];
    case "config":
    case "c":
    case "set":
      return [...effects, ...npmConfig(command === "set" ? ["set", ...words] : words, global)];
    case "run":
    case "run-script":
    case "test":
    case "start":
      return effects;
    case "cache":
      return effects;
    case "bin":
      return [...effects, prints("./node_modules/.bin")];
    case "root":
      return [...effects, prints("./node_modules")];
    case "prefix":
      return [...effects, prints(".")];
    default:
      return effects;
  }
};

const npmConfig = ([action = "", ...words]: readonly Text[], global: boolean): readonly Effect[] => {
  if (!/^(?:set|delete|rm|edit|fix)$/.test(action))
    return words.some((word) => /auth|token|password/i.test(word)) ? [acts("read-secret")] : [];
  const text = words.join("=");
  if (
    /script-shell|prefix|registry|proxy|cafile|strict-ssl|node-options|init-module|globalconfig|userconfig|ignore-scripts|shell|editor|viewer|git\b|auth/i.test(
      text,
    )
  )
    return [acts("write-startup", "npm's settings"), ...registry(words.filter((word) => /:\/\//.test(word)))];
  return [acts(global ? "write-startup" : "write-outside", "npm's settings")];
};

/** `npx x`: a tool of the project or a well-known one is ordinary; anything else would be fetched and run. */
function runner(
  command: Text,
  words: readonly Text[],
  options: ReturnType<typeof readOptions>,
  args: readonly Text[],
): readonly Effect[] {
  const code = options.values("-c", "--call", "--shell-mode");
  if (code.length > 0) return code.map(shell);
  const [tool, ...rest] = words;
  if (tool === undefined) return [];
  const packages = options.values("-p", "--package");
  const scaffold = command === "create" || command === "init" || command === "innit";
  const plain = tool.replace(/^(@[^/@]+\/[^/@]+|[^/@]+)@.*$/, "$1");
  if (scaffold)
    return /^(?:-y|--yes)$/.test(tool)
      ? []
      : KNOWN_RUNNERS.has(`create-${plain}`)
        ? []
        : [acts("install-foreign", tool)];
  if (isSource(tool) || packages.some(isSource)) return [acts("install-foreign", tool)];
  const known =
    KNOWN_RUNNERS.has(plain) && packages.every((name) => KNOWN_RUNNERS.has(name.replace(/^(.[^@]*)@.*$/, "$1")));
  return [
    ...(known ? [] : [acts("install-foreign", tool)]),
    ...(isKnown(plain) && !args.includes("--help") ? [runs([plain.replace(/^@[^/]+\//, ""), ...rest])] : []),
  ];
}

const npx: Program = ({ args }) => {
  if (isInfo(args)) return [];
  const options = readOptions(
    args,
    "-p: --package: -c: --call: -w: --workspace: --cache: --userconfig: --registry: -n: --node-options: --shell:",
    "first",
  );
  return [works, ...registry(options.values("--registry")), ...runner("exec", options.rest, options, args)];
};

/** Managers whose subcommands fall into publish, install for everybody, fetch from anywhere, or ordinary work. */
type Manager = {
  readonly publish?: RegExp;
  readonly global?: RegExp;
  readonly foreign?: RegExp;
  readonly secret?: RegExp;
  readonly run?: RegExp;
};

const manager =
  ({ publish, global, foreign, secret, run }: Manager): Program =>
  ({ args }) => {
    if (isInfo(args)) return [];
    const words = args.filter((arg) => !arg.startsWith("-") && !arg.startsWith("+"));
    const line = words.join(" ");
    const at = args.findIndex((arg) => run?.test(arg) === true);
    const effects: Effect[] = [works];
    if (secret?.test(line) === true) effects.push(acts("read-secret"));
    if (publish?.test(line) === true && !isDry(args)) effects.push(acts("publish"));
    if (
      global?.test(line) === true ||
      (global !== undefined && args.some((arg) => /^(?:-g|--global)$/.test(arg) && /install|add|activate/.test(line)))
    )
      effects.push(acts("install-global"));
    if (foreign?.test(line) === true) effects.push(acts("install-foreign"));
    if (at !== -1 && args.length > at + 1)
      effects.push(runs(args.slice(at + 1).filter((arg, index) => !(index === 0 && arg === "--"))));
    return effects;
  };

/** Package managers and build tools of languages. */
export const PACKAGES: Family = {
  ...same("npm pnpm yarn cnpm berry", npm),
  ...same("npx pnpx bunx", npx),
  corepack: ({ args }) =>
    /^(?:enable|disable|install|prepare|use|up)$/.test(args[0] ?? "") ? [acts("install-global")] : [],
  pip,
  pip3: pip,
  uv,
  uvx: ({ args }) => pipxRun(args),
  pipx,
  poetry: manager({
    publish: /^publish/,
    global: /^self /,
    secret: /^config .*(?:token|password|http-basic|pypi)/,
    run: /^run$/,
    foreign: /^add .*(?:git\+|https?:)/,
  }),
  pipenv: manager({ run: /^run$/, foreign: /^install .*(?:git\+|https?:)/ }),
  ...same("pdm hatch rye flit", manager({ publish: /^publish/, global: /^(?:self|install --global)/, run: /^run$/ })),
  twine: manager({ publish: /^upload/ }),
  conda: manager({ global: /^(?:init|config)/, run: /^run$/ }),
  ...same("mamba micromamba", manager({ global: /^(?:init|shell init|config)/, run: /^run$/ })),
  gem: manager({
    publish: /^(?:push|yank|owner)/,
    global: /^(?:install|update|uninstall|sources (?:--?a|--?r|-c))/,
    secret: /^signin/,
  }),
  bundle: manager({ global: /^config (?:set --global|--global|(?:set )?(?:--\w+ )?mirror\.)/, run: /^exec$/ }),
  bundler: manager({ run: /^exec$/ }),
  rake: manager({ publish: /(?:^|\s)(?:release|deploy|db:drop)/ }),
  rails: ({ args }) =>
    /^(?:db:drop|db:reset|db:schema:load|db:purge)/.test(args[0] ?? "")
      ? [acts("destroy-remote")]
      : /^(?:runner|r)$/.test(args[0] ?? "")
        ? [{ kind: "code", text: args[1] ?? "", language: "ruby" }]
        : (args[0] ?? "").startsWith("credentials:")
          ? [acts("read-workspace-secret")]
          : [],
  composer: manager({ global: /^global/, foreign: /^create-project/, run: /^exec$/ }),
  go,
  cargo,
  rustup: ({ args }) =>
    /^(?:show|which|doc|--version|toolchain list|component list|target list)/.test(args.join(" ")) || args[1] === "list"
      ? []
      : args[0] === "run"
        ? [runs(args.slice(2))]
        : [acts("install-global")],
  ...same("mvn mvnw", (call) => [
    ...manager({ publish: /(?:^|\s)(?:deploy|release:perform|site-deploy)/ })(call),
    ...mavenRuns(call.args),
  ]),
  ...same(
    "gradle gradlew",
    manager({ publish: /(?:^|\s)(?::?[\w:-]*:)?(?:publish(?!ToMavenLocal)\w*|uploadArchives|bintrayUpload|deploy)\b/ }),
  ),
  sbt: manager({ publish: /(?:^|\s)publish(?:Signed)?\b/ }),
  dotnet: manager({ publish: /^nuget push/, global: /^tool install/ }),
  nuget: manager({ publish: /^push/ }),
  ...same(
    "mix hex",
    manager({ publish: /^hex\.publish|^ecto\.(?:drop|reset)|^phx\.gen\.release/, global: /^archive\.install/ }),
  ),
  ...same(
    "dart pub flutter",
    manager({ publish: /^pub publish|^publish/, global: /^pub global activate|^global activate/ }),
  ),
  ...same("stack cabal", manager({ publish: /^upload/, global: /^install/ })),
  ...same("luarocks opam", manager({ publish: /^upload|^publish/, global: /^install/ })),
  ...same("easy_install cpan cpanm pear pecl cpanp tlmgr", ({ args }) =>
    isInfo(args) || args.length === 0 ? [] : [acts("install-foreign")],
  ),
  ...same("make gmake mk remake", make),
  cmake,
  ...same(
    "ninja ctest meson bazel buck2 just task scons waf tup xmake premake5 tox nox invoke inv ant nx turbo lerna rush moon lage wireit gulp grunt",
    manager({ publish: /(?:^|\s)(?:deploy|publish|release)\b/, global: /(?:^|\s)install$/ }),
  ),
  ...same("nvm fnm volta n asdf mise rtx pyenv rbenv nodenv goenv sdk jenv tfenv", ({ args }) => versionManager(args)),
  ...same("devbox nix-shell nix devenv", ({ args }) => nixLike(args)),
  changeset: ({ args }) => (args[0] === "publish" ? [acts("publish")] : []),
  "semantic-release": ({ args }) => (isDry(args) ? [] : [acts("publish")]),
  ...same("np release-it standard-version", ({ args }) => (isDry(args) ? [] : [acts("publish")])),
  goreleaser: ({ args }) =>
    args[0] === "release" && !args.some((arg) => /--snapshot|--skip-publish/.test(arg)) ? [acts("publish")] : [],
  vsce: manager({ publish: /^publish/ }),
  ...same("gcc g++ cc c++ c89 c99 clang clang++ tcc", compiler),
  ld: compiler,
};
