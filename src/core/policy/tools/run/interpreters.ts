import { FILE, isKnown, type Text } from "../../values/abstract-text.ts";
import {
  acts,
  type Call,
  type Effect,
  executes,
  type Family,
  type Language,
  type Program,
  prints,
  same,
} from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { debuggerCalls } from "./debuggers.ts";
import { behindModule, pythonModule } from "./python-modules.ts";

const file = executes;

/** `bash` and its kin: `-c` text, a script, or what comes in. */
const shellProgram: Program = (call) => {
  const { args } = call;
  if (isInfo(args)) return [];
  const effects: Effect[] = [];
  let wantsCode = false;
  let syntaxOnly = false;
  let i = 0;
  for (; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--" || arg === "-") {
      i++;
      break;
    }
    if (/^--(?:rcfile|init-file)$/.test(arg)) effects.push(file(args[++i] ?? ""), acts("run-helper"));
    else if (/^--(?:rcfile|init-file)=/.test(arg))
      effects.push(file(arg.slice(arg.indexOf("=") + 1)), acts("run-helper"));
    else if (arg.startsWith("--")) continue;
    else if (/^[-+][a-zA-Z]+$/.test(arg)) {
      if (arg.startsWith("-") && arg.includes("c")) wantsCode = true;
      if (arg === "-n") syntaxOnly = true;
      if (/[oO]$/.test(arg)) i++;
    } else break;
  }
  const rest = args.slice(i);
  if (syntaxOnly) return [prints("")];
  if (wantsCode) {
    const [code = "", ...positionals] = rest;
    return rest.length === 0
      ? effects
      : [
          ...effects,
          {
            kind: "code",
            text: code,
            language: "shell",
            positionals: positionals.length === 0 ? ["bash"] : positionals,
          },
        ];
  }
  const [script, ...positionals] = rest;
  const reading = args.includes("-s") || script === undefined;
  if (reading)
    return call.stdin === ""
      ? effects
      : [...effects, { kind: "code", text: call.stdin, language: "shell", positionals: ["bash", ...rest] }];
  if (/^\/dev\/(?:stdin|fd\/0)$/.test(script))
    return [...effects, { kind: "code", text: call.stdin, language: "shell" }];
  return [...effects, ...scriptFile(script, positionals, "shell")];
};

/** Scripts of frameworks that are programs of their own. */
const FRAMEWORK_SCRIPTS: ReadonlySet<string> = new Set(["artisan", "manage.py"]);

/** A script by name: unknown names are unknown code. */
const scriptFile = (path: Text, args: readonly Text[], language: Language): readonly Effect[] => {
  if (!isKnown(path) && !/[\w.-]+$/.test(path)) return [acts("run-unknown-code")];
  const name = path.slice(path.lastIndexOf("/") + 1);
  return FRAMEWORK_SCRIPTS.has(name) ? [{ kind: "runs", argv: [name, ...args] }] : [file(path, args, language)];
};

/** How an interpreter takes its program. */
type Interpreter = {
  readonly language: Language;
  readonly code: string;
  readonly options: string;
  readonly stdin: boolean;
};

const interpreter =
  ({ language, code, options: spec, stdin }: Interpreter): Program =>
  (call: Call) => {
    if (isInfo(call.args)) return [];
    const names = code.split(" ");
    const args = call.args.map((arg) => (names.includes(`-${arg}`) ? `-${arg}` : arg));
    const options = readOptions(args, `${spec} ${names.map((name) => `${name}:`).join(" ")}`, "first");
    const codes = options.values(...names);
    const effects: Effect[] = codes.map((text) => ({ kind: "code", text, language }));
    if (codes.length > 0) return [...effects, ...options.rest.map((path) => ({ kind: "reads", path }) as const)];
    const [script, ...rest] = options.rest;
    if (language === "python" && options.has("-m"))
      return pythonModule(options.values("-m")[0] ?? "", behindModule(call.args));
    if (script === undefined || script === "-" || script === "/dev/stdin") {
      return stdin && call.stdin !== "" ? [...effects, { kind: "code", text: call.stdin, language }] : effects;
    }
    return [...effects, ...scriptFile(script, rest, language)];
  };

const PYTHON = interpreter({ language: "python", code: "-c", options: "-m: -W: -X: -Q:", stdin: true });
const PERL = interpreter({ language: "perl", code: "-e -E", options: "-I: -M: -m: -F: -l -0 -i", stdin: true });
const RUBY = interpreter({ language: "ruby", code: "-e", options: "-I: -r: -C: -E: -F: -i", stdin: true });
const PHP = interpreter({ language: "php", code: "-r -B -R -E", options: "-d: -c: -f: -S: -t: -z:", stdin: true });

/** perl's letters cluster (`-pie`, `-ne`), so the code is the word behind a cluster that ends in e. */
const perl: Program = (call) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z0-9]*[eE]$/.test(arg) && !/^-[MImF]/.test(arg));
  if (at === -1) return PERL(call);
  const codes = call.args.flatMap((arg, index) =>
    /^-[a-zA-Z0-9]*[eE]$/.test(arg) && !/^-[MImF]/.test(arg) ? [call.args[index + 1] ?? ""] : [],
  );
  const modules = call.args
    .filter((arg) => /^-[Mm]/.test(arg))
    .map((arg) => `use ${arg.slice(2)};`)
    .join("");
  const inPlace = call.args.some((arg) => /^-[a-zA-Z0-9]*i(?:[.\w]*)?[eE]?$/.test(arg) && arg.includes("i"));
  const paths = call.args.slice(at + 2).filter((arg) => !arg.startsWith("-"));
  return [
    ...codes.map((text) => ({ kind: "code", text: `${modules} ${text}`, language: "perl" }) as const),
    ...paths.map((path) => (inPlace ? ({ kind: "writes", path } as const) : ({ kind: "reads", path } as const))),
  ];
};

const NODE_OPTIONS =
  "-r: --require: --import: --loader: --experimental-loader: --env-file: -C: --conditions: --test-name-pattern: --test-reporter: --max-old-space-size: --inspect-port:";
const nodeBase = interpreter({
  language: "javascript",
  code: "-e --eval -p --print -pe",
  options: NODE_OPTIONS,
  stdin: true,
});
const node: Program = (call) => {
  const { args } = call;
  const loaded = readOptions(args, NODE_OPTIONS, "first").values(
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
  );
  const code = args.findIndex((arg) => arg === "-pe" || arg === "-ep");
  const effects: Effect[] = loaded.filter((module) => /^[./~]/.test(module)).map((module) => file(module));
  return [
    ...effects,
    ...(code === -1 ? nodeBase(call) : [{ kind: "code", text: args[code + 1] ?? "", language: "javascript" } as const]),
  ];
};

const deno: Program = (call) => {
  const [command = "", ...args] = call.args;
  const operands = args.filter((arg) => !arg.startsWith("-"));
  if (command === "eval") return operands.map((text) => ({ kind: "code", text, language: "javascript" }));
  if (command === "run" || command === "x" || command === "serve") {
    const [script] = operands;
    if (script === undefined || script === "-")
      return call.stdin === "" ? [] : [{ kind: "code", text: call.stdin, language: "javascript" }];
    return /^https?:/.test(script)
      ? [acts("run-download"), { kind: "fetches", from: script }]
      : [file(script, operands.slice(1), "javascript")];
  }
  if (command === "install" && args.includes("-g")) return [acts("install-global")];
  if (command === "publish" || command === "deploy") return args.includes("--dry-run") ? [] : [acts("publish")];
  return [];
};

const bun: Program = (call) => {
  const [command = "", ...args] = call.args;
  if (/^(?:-e|--eval|-p|--print)$/.test(command))
    return [{ kind: "code", text: args[0] ?? "", language: "javascript" }];
  if (command === "x") return [{ kind: "runs", argv: ["npx", ...args] }];
  if (/^(?:publish)$/.test(command)) return [acts("publish")];
  if (/^(?:add|install|i|a)$/.test(command)) return [{ kind: "runs", argv: ["npm", "install", ...args] }];
  if (command === "run" && args[0] !== undefined && /^[./]/.test(args[0]))
    return [file(args[0], args.slice(1), "javascript")];
  return /^[./].*\.[cm]?[jt]sx?$/.test(command) ? [file(command, args, "javascript")] : [];
};

/** awk: the first operand is the program unless it comes from a file. */
const awk: Program = (call) => {
  const options = readOptions(
    call.args,
    "-F: -v: -f: --file: --assign: --field-separator: -i: --include: -l: --load: -e: --source: -E: --exec: -o: -p: -d:",
    "first",
  );
  if (options.has("--version", "--help")) return [];
  const given = options.values("-e", "--source");
  const files = options.values("-f", "--file", "-E", "--exec");
  const codes = given.length > 0 || files.length > 0 ? given : options.rest.slice(0, 1);
  const inputs = given.length > 0 || files.length > 0 ? options.rest : options.rest.slice(1);
  const written = files.flatMap((path) => call.scope.fileContent(path) ?? []);
  const namesOnly =
    options.values("-F", "--field-separator").includes("=") &&
    codes.every((code) => /^\s*(?:!?\/[^/]*\/\s*)?\{\s*print \$1;?\s*\}\s*$/.test(code));
  return [
    ...[...codes, ...written].map((text) => ({ kind: "code", text, language: "awk" }) as const),
    ...options.values("-l", "--load").map((path) => acts("loader-variable", path)),
    ...inputs.map((path) =>
      options.values("-i", "--include").includes("inplace")
        ? ({ kind: "writes", path } as const)
        : ({ kind: "reads", path, unseen: namesOnly } as const),
    ),
    ...(inputs.length > 0 ? [prints(FILE)] : []),
  ];
};

const evalOnly = (code: string, language: Language = "other", spec = ""): Program =>
  interpreter({ language, code, options: spec, stdin: true });

const pwsh: Program = ({ args, stdin }) => {
  const at = args.findIndex((arg) => /^[-/]e(?:n\w*|c)?$/i.test(arg));
  if (at !== -1) return [acts("run-decoded")];
  const code = args.findIndex((arg) => /^[-/]c(?:ommand)?$/i.test(arg));
  const text = code === -1 ? stdin : args.slice(code + 1).join(" ");
  const script = args.findIndex((arg) => /^[-/]f(?:ile)?$/i.test(arg));
  if (script !== -1) return [file(args[script + 1] ?? "", [], "other")];
  if (
    /Remove-Item|\brm\b|\bri\b|\bdel\b|Invoke-Expression|\biex\b|DownloadString|Stop-Computer|Format-Volume|Clear-Disk|Start-Process|Invoke-WebRequest|\biwr\b/i.test(
      text,
    )
  )
    return [acts("run-unknown-code")];
  return [];
};

/** Shells and languages that are given their program on the command line or on standard input. */
export const INTERPRETERS: Family = {
  ...same("sh bash dash zsh ksh ksh93 mksh ash fish yash rbash csh tcsh oil osh elvish xonsh nu posh", shellProgram),
  ...same("python pypy python2 python3 ipython micropython jython", PYTHON),
  perl,
  ruby: RUBY,
  irb: RUBY,
  jruby: RUBY,
  php: PHP,
  node,
  nodejs: node,
  "ts-node": evalOnly("-e --eval -p --print", "javascript", "-r: -P: --project:"),
  tsx: evalOnly("-e --eval -p --print", "javascript", "--tsconfig:"),
  esno: evalOnly("-e", "javascript"),
  deno,
  bun,
  ...same("lua luajit lua5 luau texlua", evalOnly("-e", "lua", "-l:")),
  ...same("awk gawk mawk nawk original-awk goawk", awk),
  ...same("tclsh wish jimsh", evalOnly("-c", "other")),
  expect: evalOnly("-c", "other", "-f: -D:"),
  ...same("guile racket scheme gosh csi chicken gsi mit-scheme", evalOnly("-c -e --eval", "other", "-l: -t: -r: -p:")),
  ...same("Rscript R littler r", evalOnly("-e", "other", "-f:")),
  ...same("julia octave octave-cli", evalOnly("-e --eval -E", "other")),
  ...same("elixir iex", evalOnly("-e --eval", "other", "-r: -S:")),
  erl: evalOnly("--eval", "other"),
  ...same("scala groovy kotlin jshell jrunscript clojure clj bb", evalOnly("-e", "other", "-cp:")),
  ghc: evalOnly("-e", "other"),
  ...same("gnuplot slsh pry chef-apply rake", evalOnly("-e", "other", "-f: -r: -I:")),
  ...same("maxima gp m4 tasksh sage", evalOnly("--batch-string -c", "other", "-q")),
  osascript: (call) => [
    ...evalOnly("-e", "other", "-l: -s:")(call),
    ...(/\btell\b|do shell script|load script/.test(call.args.join(" ") + call.stdin)
      ? [acts("run-unknown-code")]
      : []),
  ],
  ...same("sbcl clisp ecl", evalOnly("--eval -x", "other")),
  ocaml: evalOnly("-e", "other"),
  ...same("gdb lldb", debuggerCalls),
  ...same("pwsh powershell powershell.exe", pwsh),
  "cmd.exe": () => [acts("run-unknown-code")],
  cmd: ({ args }) => (args.some((arg) => /^\/[ckCK]$/.test(arg)) ? [acts("run-unknown-code")] : []),
};
