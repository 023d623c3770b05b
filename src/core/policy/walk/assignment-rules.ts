import type { RuleId } from "../rules/all-rules.ts";
import { ANY, isKnown, type Text } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import type { Ground } from "../zones/judged-place.ts";
import { resolvePath, zoneOf } from "../zones/zones.ts";

/** A variable that a command sets and that later commands will trust; `value` is missing when it cannot be known. */
export type Setting = { readonly name: string; readonly value: string | undefined };

/** What setting a variable means: a rule, text that will be run because of it, or both. */
export type AssignmentMeaning = { readonly rule?: RuleId; readonly code?: Text };

/** Loaders: whoever sets them decides what every later program is. */
const LOADERS =
  /^(?:LD_PRELOAD|LD_AUDIT|LD_ELF_HINTS_PATH|DYLD_INSERT_LIBRARIES|DYLD_FRAMEWORK_PATH|DYLD_LIBRARY_PATH|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS0|PYTHONSTARTUP|PYTHONINSPECT|PYTHONHOME|PYTHONWARNINGS|PYTHONBREAKPOINT|PERL5OPT|PERL5DB|RUBYOPT|LUA_INIT(?:_\d_\d)?|VIMINIT|EXINIT|GVIMINIT|GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|RESOLV_HOST_CONF|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG(?:_GLOBAL|_SYSTEM|_COUNT|_PARAMETERS|_KEY_\d+|_VALUE_\d+)?|GIT_ALTERNATE_OBJECT_DIRECTORIES|GIT_PROXY_COMMAND|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|BASH_FUNC_.*|BASH_LOADABLES_PATH|SSH_ASKPASS|SUDO_ASKPASS|GIT_ASKPASS|npm_config_script_shell|NPM_CONFIG_SCRIPT_SHELL|npm_config_prefix|npm_config_registry|NPM_CONFIG_REGISTRY|NPM_CONFIG_PREFIX|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|TAR_OPTIONS|RSYNC_RSH|CVS_RSH|ZDOTDIR|FPATH|OPENSSL_CONF|OPENSSL_ENGINES|SSLKEYLOGFILE|NODE_REPL_EXTERNAL_MODULE|TCLLIBPATH|GUILE_LOAD_PATH|R_PROFILE(?:_USER)?|R_ENVIRON(?:_USER)?|JULIA_LOAD_PATH|PHPRC|PHP_INI_SCAN_DIR|ERL_FLAGS|ERL_AFLAGS|ERL_ZFLAGS|SCREENRC|INPUTRC)$/;

/** Programs that other programs start for people. */
const HELPERS =
  /^(?:PAGER|MANPAGER|GIT_PAGER|BAT_PAGER|SYSTEMD_PAGER|LESSOPEN|LESSCLOSE|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|FCEDIT|SUDO_EDITOR|KUBE_EDITOR|HGEDITOR|SVN_EDITOR|BROWSER|GIT_SSH|GIT_SSH_COMMAND|SVN_SSH|HG|SSH|RIPGREP_CONFIG_PATH|FZF_DEFAULT_COMMAND|GIT_EXTERNAL_DIFF|SHELL|TERMINAL|MAILER|VIMRUNTIME|AWS_CREDENTIAL_PROCESS|RUSTC_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER)$/;

/** Values of a helper that do nothing but show or accept. */
const TAME_HELPER =
  /^\s*(?:|cat(?: -[A-Za-z]+)?|less(?: -[A-Za-z+]+)*|more|true|:|delta|bat(?: --\S+)*|head(?: -n? ?\d+)?|vi|vim|nvim|nano|emacs|code(?: --wait| -w)?|echo|none|\/?(?:usr\/)?bin\/(?:cat|less|more|true|bash|zsh|sh|vim?|nano)|bash|zsh|sh|fish|firefox|google-chrome|open|xdg-open|sccache|ccache|ssh(?: -i [\w./~-]+| -p \d+| -v| -4| -6| -T| -q| -o (?:IdentitiesOnly|StrictHostKeyChecking|UserKnownHostsFile|ConnectTimeout|BatchMode|LogLevel)=\S+)*)\s*$/;

/** Options in a value that load code from somewhere. */
const LOADS =
  /(?:^|\s)(?:--require|-r|--import|--loader|--experimental-loader|--inspect-brk|--inspect|-javaagent|-agentpath|-agentlib|-M|-I|-toolexec|--allow-natives|-e|--eval|-exec)(?=[=\s:./\w]|$)/;

/** What it means to set this variable, or `undefined` when it means nothing. */
export function assignmentRule(
  name: string,
  values: readonly Text[],
  scope: Scope,
  ground: Ground,
): AssignmentMeaning | undefined {
  if (
    name === "PATH" ||
    name === "LD_LIBRARY_PATH" ||
    name === "PERL5LIB" ||
    name === "RUBYLIB" ||
    name === "PYTHONPATH" ||
    name === "NODE_PATH" ||
    name === "CDPATH"
  ) {
    return searchPath(name, values, scope, ground);
  }
  if (name === "PS4" || name === "PS1" || name === "PS2") {
    const code = values.find((value) => /\$\(|`/.test(value));
    return code === undefined ? undefined : { rule: "loader-variable", code: `: "${code}"` };
  }
  if (name === "IFS") return undefined;
  if (
    name === "NODE_OPTIONS" ||
    name === "RUBYOPT" ||
    name === "GOFLAGS" ||
    name === "MAKEFLAGS" ||
    name === "JAVA_OPTS" ||
    name === "MAVEN_OPTS" ||
    name === "GRADLE_OPTS" ||
    name === "DENO_FLAGS" ||
    name === "BUN_OPTIONS"
  ) {
    return optionsVariable(values, scope, ground);
  }
  if (/^(?:https?_proxy|HTTPS?_PROXY|ALL_PROXY|all_proxy|FTP_PROXY|ftp_proxy)$/.test(name)) {
    return values.some((value) => value !== "" && !/^(?:\w+:\/\/)?(?:localhost|127\.|\[::1\])/.test(value))
      ? { rule: "helper-variable" }
      : undefined;
  }
  const forgets = name === "HISTFILE" || (/^HIST(?:FILE)?SIZE$/.test(name) && values.includes("0"));
  if (forgets || (name === "HISTIGNORE" && values.includes("*"))) return { rule: "blind-guard" };
  if (HELPERS.test(name)) return helper(name, values);
  return LOADERS.test(name) ? loader(values) : undefined;
}

const loader = (values: readonly Text[]): AssignmentMeaning => {
  const [value = ""] = values;
  return values.every((text) => text === "")
    ? {}
    : { rule: "loader-variable", ...(/[\s;|&`$(]/.test(value) && isKnown(value) ? { code: value } : {}) };
};

function helper(name: string, values: readonly Text[]): AssignmentMeaning {
  if (values.every((value) => isKnown(value) && TAME_HELPER.test(value))) return {};
  const code = values.map((value) => value.replace(/^\|+-?/, "")).find((value) => value !== "");
  const rule = name === "LESSOPEN" || name === "LESSCLOSE" ? "loader-variable" : "helper-variable";
  return code === undefined ? { rule } : { rule, code };
}

/** A directory where anybody can put programs must not come before the system's. */
function searchPath(
  name: string,
  values: readonly Text[],
  scope: Scope,
  ground: Ground,
): AssignmentMeaning | undefined {
  const bad = values.some((value) => value.split(":").some((directory) => isUntrusted(name, directory, scope, ground)));
  return bad ? { rule: "loader-variable" } : {};
}

function isUntrusted(name: string, directory: Text, scope: Scope, ground: Ground): boolean {
  if (directory === ANY || directory === "") return false; // what was there before, or the current directory for a library path
  if (directory === "." && name === "PATH") return false;
  const resolved = resolvePath(directory.replace(/^~(?=\/|$)/, scope.home), scope.cwd[0] ?? ANY);
  const zone = zoneOf(resolved, ground);
  if (zone === "temp" || zone === "temp-root" || zone === "unknown")
    return zone !== "unknown" || !/\/[\w./-]*(?:bin|lib|src|site-packages|node_modules)/.test(directory);
  return zone === "device";
}

function optionsVariable(values: readonly Text[], scope: Scope, ground: Ground): AssignmentMeaning | undefined {
  if (!values.some((value) => LOADS.test(value))) return {};
  const inside = values.every((value) =>
    [...value.matchAll(/(?:^|\s)(?:--require|-r|--import|--loader|--experimental-loader)[=\s]*(\S+)/g)].every(
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
  { name: /^PERL/, programs: /^(?:perl|git|cpan)$/ },
  { name: /^RUBY/, programs: /^(?:ruby|gem|bundle|rake|rails|irb)$/ },
  { name: /^(?:JAVA|_JAVA|JDK|MAVEN|GRADLE)/, programs: /^(?:java|mvn|gradle|gradlew|sbt|kotlin|scala|javac)$/ },
];

/** What the session's variables mean for the commands to come. */
export function poisonOf(
  variables: ReadonlyMap<string, string> | undefined,
  scope: Scope,
  ground: Ground,
): readonly Poison[] {
  return [...(variables ?? [])].flatMap(([variable, value]) => {
    const meaning = assignmentRule(variable, [value], scope, ground);
    if (meaning?.rule === undefined) return [];
    const readers = READERS.find(({ name }) => name.test(variable));
    return [
      {
        variable,
        code: meaning.code,
        reach: (program: string) => readers === undefined || readers.programs.test(program),
      },
    ];
  });
}
