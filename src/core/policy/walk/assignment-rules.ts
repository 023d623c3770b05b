import {
  HELPER_COMMANDS,
  LOADED_ALWAYS,
  LOADED_FILES,
  LOADING_OPTIONS,
  PACKAGE_SOURCES,
  PROJECT_PATHS,
  PROMPTS,
  SEARCHED,
} from "../../knowledge/loader-variables.ts";
import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { RuleId } from "../rules/all-rules.ts";
import { ANY, isKnown, type Text } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import type { Ground } from "../zones/judged-place.ts";
import { resolvePath, type Zone, zoneOf } from "../zones/zones.ts";
import { isTameValue } from "./tame-values.ts";
import type { Engine, Frame, Origin } from "./walk-types.ts";

/** A variable that a command sets and that later commands will trust; `value` is missing when it cannot be known. */
export type Setting = { readonly name: string; readonly value: string | undefined };

/** The variables a text sets, in order; what a loop sets at every turn is there once. */
export class SettingList {
  readonly #settings: Setting[] = [];

  get all(): readonly Setting[] {
    return this.#settings;
  }

  add(name: string, values: readonly Text[]): void {
    const [only = "", ...others] = values;
    const value = others.length === 0 && isKnown(only) ? only : undefined;
    const known = this.#settings.findIndex((one) => one.name === name && one.value === value);
    if (known !== -1) this.#settings.splice(known, 1);
    this.#settings.push({ name, value });
  }
}

/** What setting a variable means: a rule, text that will be run because of it, or both. */
export type AssignmentMeaning = { readonly rule?: RuleId; readonly code?: Text };

/** What a variable's value is to the program that reads it; the first kind that has the name counts. */
const KINDS = [
  { names: namesAs(SEARCHED), judge: searchPath },
  { names: namesAs(LOADED_FILES), judge: loadedFiles },
  { names: namesAs(PROJECT_PATHS), judge: projectPath },
  { names: namesAs(PROMPTS), judge: prompt },
  { names: namesAs(LOADING_OPTIONS), judge: optionsVariable },
  { names: namesAs(HELPER_COMMANDS), judge: helper },
  { names: namesAs([...LOADED_ALWAYS, ...PACKAGE_SOURCES]), judge: loader },
] as const;

/** One expression for a list of names, in which `*` is any run of letters. */
function namesAs(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join("|").replaceAll("*", ".*")})$`, "s");
}

/** Values of a helper that do nothing but show or accept. */
const TAME_HELPER = new RegExp(
  String.raw`^\s*(?:|cat(?: -[A-Za-z]+)?|less(?: -[A-Za-z+]+)*|more|true|:|delta|bat(?: --\S+)*|head(?: -n? ?\d+)?|vi|vim|nvim|nano|emacs|code(?: --wait| -w)?|echo|none|/?(?:usr/)?bin/(?:cat|less|more|true|vim?|nano)|(?:/?(?:usr/)?bin/)?${SHELL_NAME}|firefox|google-chrome|open|xdg-open|sccache|ccache|ssh(?: -i [\w./~-]+| -p \d+| -v| -4| -6| -T| -q| -o (?:IdentitiesOnly|StrictHostKeyChecking|UserKnownHostsFile|ConnectTimeout|BatchMode|LogLevel)=\S+)*)\s*$`,
);

/** Options in a value that load code from somewhere. */
const LOADS =
  /(?:^|\s)(?:--require|-r|--import|--loader|--experimental-loader|--preload|--inspect-brk|--inspect|-javaagent|-agentpath|-agentlib|-M|-I|-toolexec|--allow-natives|-e|--eval|-exec)(?=[=\s:./\w]|$)/;

/** Options of a compiler that name what it starts or links: the path in them. */
const LINKS = /(?:linker|link-args?|codegen-backend|sysroot|--extern)[=\s][^\s/~]*([/~]\S*)/g;

/** An assignment and where it is made. */
type Assignment = {
  readonly name: string;
  readonly values: readonly Text[];
  readonly scope: Scope;
  readonly ground: Ground;
};

/** What it means to set this variable, or `undefined` when it means nothing. */
export function assignmentRule(assignment: Assignment): AssignmentMeaning | undefined {
  const { name, values } = assignment;
  if (/^(?:https?_proxy|HTTPS?_PROXY|ALL_PROXY|all_proxy|FTP_PROXY|ftp_proxy)$/.test(name)) {
    return values.some((value) => value !== "" && !/^(?:\w+:\/\/)?(?:localhost|127\.|\[::1\])/.test(value))
      ? { rule: "helper-variable" }
      : undefined;
  }
  const forgets = name === "HISTFILE" || (/^HIST(?:FILE)?SIZE$/.test(name) && values.includes("0"));
  if (forgets || (name === "HISTIGNORE" && values.includes("*"))) return { rule: "blind-guard" };
  return KINDS.find(({ names }) => names.test(name))?.judge(assignment);
}

function prompt({ values }: Assignment): AssignmentMeaning | undefined {
  const code = values.find((value) => /\$\(|`/.test(value));
  return code === undefined ? undefined : { rule: "loader-variable", code: `: "${code}"` };
}

function loader({ name, values }: Assignment): AssignmentMeaning {
  const [value = ""] = values;
  if (values.every((text) => isTameValue(name, text)))
    return name === "ENV" && value !== "" ? { code: `(. ./${value})` } : {};
  return { rule: "loader-variable", ...(/[\s;|&`$(]/.test(value) && isKnown(value) ? { code: value } : {}) };
}

function helper({ name, values }: Assignment): AssignmentMeaning {
  if (values.every((value) => isKnown(value) && TAME_HELPER.test(value))) return {};
  const code = values.map((value) => value.replace(/^\|+-?/, "")).find((value) => value !== "");
  const rule = name === "LESSOPEN" || name === "LESSCLOSE" ? "loader-variable" : "helper-variable";
  return code === undefined ? { rule } : { rule, code };
}

/** A directory where any program can put files must not come before the system's. */
function searchPath(assignment: Assignment): AssignmentMeaning {
  const bad = assignment.values.some((value) =>
    value.split(":").some((directory) => isUntrusted(directory, assignment)),
  );
  return bad ? { rule: "loader-variable" } : {};
}

/** Files in a list of any kind; one of several that is unknown is what was there before. */
const filesOf = (value: Text): readonly Text[] => {
  const files = value.split(/[:;,\s]+/).filter((file) => file !== "");
  return files.length > 1 ? files.filter((file) => file !== ANY) : files;
};

/** A file that is loaded must not lie where any program can put one, and must be known. */
function loadedFiles({ values, scope, ground }: Assignment): AssignmentMeaning {
  const zones = values.flatMap(filesOf).map((file) => zoneFrom(file, scope, ground));
  if (zones.some(isForeign)) return { rule: "loader-variable" };
  return zones.includes("unknown") ? { rule: "helper-variable" } : {};
}

/** A repository in a temporary directory is a reason to ask; code in one that other programs load is not to be allowed. */
function projectPath({ name, values, scope, ground }: Assignment): AssignmentMeaning {
  const isBad = values.flatMap(filesOf).some((file) => isForeign(zoneFrom(file, scope, ground)));
  return isBad ? { rule: name.startsWith("GIT_") ? "helper-variable" : "loader-variable" } : {};
}

const zoneFrom = (path: Text, scope: Scope, ground: Ground): Zone =>
  zoneOf(resolvePath(path.replace(/^~(?=\/|$)/, scope.home), scope.cwd[0] ?? ANY), ground);

/** Any program may have put there what lies there. */
const isForeign = (zone: Zone): boolean =>
  zone === "temp" || zone === "temp-root" || zone === "device" || zone === "network";

function isUntrusted(directory: Text, { name, scope, ground }: Assignment): boolean {
  if (directory === ANY || directory === "") return false; // what was there before, or the current directory for a library path
  if (directory === "." && name === "PATH") return false;
  const zone = zoneFrom(directory, scope, ground);
  if (zone === "unknown") return !/\/[\w./-]*(?:bin|lib|src|site-packages|node_modules)/.test(directory);
  return isForeign(zone) && zone !== "network";
}

function optionsVariable({ values, scope, ground }: Assignment): AssignmentMeaning {
  const links = values.flatMap((value) => [...value.matchAll(LINKS)].map(([, path = ""]) => path));
  if (links.some((path) => isForeign(zoneFrom(path, scope, ground)))) return { rule: "loader-variable" };
  if (!values.some((value) => LOADS.test(value))) return {};
  const inside = values.every((value) =>
    [...value.matchAll(/(?:^|\s)(?:--require|-r|--import|--loader|--experimental-loader|--preload)[=\s]*(\S+)/g)].every(
      ([, module = ""]) => {
        if (!/^[./~]/.test(module)) return true; // a package of the project
        const zone = zoneOf(resolvePath(module, scope.cwd[0] ?? ANY), ground);
        return zone === "workspace" || zone === "workspace-root";
      },
    ),
  );
  return inside && !values.some((value) => /-javaagent|-agent|-toolexec|-exec|--eval|-e\b/.test(value))
    ? {}
    : { rule: "loader-variable" };
}

/** A variable the session holds that will make later programs run or load something. */
export type Poison = {
  readonly variable: string;
  readonly code: Text | undefined;
  /** Whether it is a finding by itself, or what it makes programs run decides. */
  readonly isFinding: boolean;
  /** Whether this program looks at it. */
  readonly reach: (program: string) => boolean;
};

/** Who reads a helper variable; loaders reach everybody. */
const READERS: readonly { readonly name: RegExp; readonly programs: RegExp }[] = [
  { name: /^GIT_|^SSH_ASKPASS$/, programs: /^(?:git|hub|gh|jj|ssh)$/ },
  {
    name: /PAGER$|^LESS/,
    programs: /^(?:git|man|less|more|systemctl|journalctl|psql|mysql|gh|bat|aws|perldoc|pydoc)$/,
  },
  { name: /EDITOR$|^VISUAL$/, programs: /^(?:git|crontab|kubectl|visudo|sudoedit|less|svn|hg|gh|npm|systemctl)$/ },
  { name: /^BROWSER$/, programs: /^(?:xdg-open|gh|python\d?|npm|git|aws|gcloud|man)$/ },
  { name: /^NODE_|^npm_|^NPM_/, programs: /^(?:node|npm|npx|pnpm|yarn|tsc|tsx|vitest|jest|eslint|bun)$/ },
  { name: /^PYTHON|^PIP_/, programs: /^(?:python\d?|pip\d?|pytest|uv|poetry|ipython|ansible.*)$/ },
  { name: /^ENV$/, programs: new RegExp(`^${SHELL_NAME}$`) },
  { name: /^PERL/, programs: /^(?:perl|git|cpan)$/ },
  { name: /^RUBY/, programs: /^(?:ruby|gem|bundle|rake|rails|irb)$/ },
  { name: /^(?:RUST|CARGO)/, programs: /^(?:cargo|rustc|rustdoc|maturin|wasm-pack)$/ },
  { name: /^M(?:AKE)?F(?:LAGS|ILES)$/, programs: /^(?:g?make|cmake|configure|npm|pnpm|yarn|cargo|pip\d?)$/ },
  { name: /^BUN_/, programs: /^bunx?$/ },
  { name: /^BUNDLE_/, programs: /^(?:ruby|gem|bundle|rake|rails|irb)$/ },
  { name: /^DOTNET_/, programs: /^(?:dotnet|msbuild|nuget|pwsh)$/ },
  {
    name: /^(?:CLASSPATH|SBT|JAVA|_JAVA|JDK|MAVEN|GRADLE)/,
    programs: /^(?:java|mvn|gradle|gradlew|sbt|kotlin|scala|javac)$/,
  },
];

/** What the session's variables mean for the commands to come. */
export function poisonOf(variables: ReadonlyMap<string, string>, scope: Scope, ground: Ground): readonly Poison[] {
  return [...variables].flatMap(([variable, value]) => {
    const meaning = assignmentRule({ name: variable, values: [value], scope, ground });
    if (meaning === undefined || (meaning.rule === undefined && meaning.code === undefined)) return [];
    const readers = READERS.find(({ name }) => name.test(variable));
    return [
      {
        variable,
        code: meaning.code,
        isFinding: meaning.rule !== undefined,
        reach: (program: string) => readers === undefined || readers.programs.test(program),
      },
    ];
  });
}

/** Says which variables, set earlier in the session, this program will trust, and walks what they make it run. */
export function trustPoison(
  poison: readonly Poison[],
  program: string,
  { engine, frame, origin }: { readonly engine: Engine; readonly frame: Frame; readonly origin: Origin },
): void {
  for (const { variable, code, isFinding, reach } of poison) {
    if (!reach(program)) continue;
    if (isFinding) engine.report("helper-variable", origin, `${variable}, set earlier in this session`);
    if (code !== undefined && !frame.calls.includes(variable))
      engine.code(code, { ...frame, scope: frame.scope.fork(), calls: [...frame.calls, variable] }, origin);
  }
}
