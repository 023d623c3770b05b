import { Fault } from "../base/fault.ts";
import { withoutCredentials } from "../base/without-credentials.ts";
import {
  HELPER_COMMANDS,
  INHERITED_ANYWAY,
  LOADED_ALWAYS,
  LOADED_FILES,
  LOADING_OPTIONS,
  ODD,
  PACKAGE_INDEXES,
  PROJECT_PATHS,
  PROMPTS,
  SEARCHED,
} from "../knowledge/loader-variables.ts";
import { nameList } from "../knowledge/name-list.ts";
import { nameSecrecy } from "../knowledge/secret-names.ts";

/** What a command gets of the host's environment. `set` beats `include`, which beats `exclude`. */
export type EnvironmentPolicy = {
  /** "all": everything but secrets and loader variables. "core": a short list of names. "none": nothing of the host's. */
  readonly inherit?: "all" | "core" | "none";
  /** Globs (`*`, `?`; letter case is ignored) of names to leave out. */
  readonly exclude?: readonly string[];
  /** Globs of the host's names to hand over although they look secret, are loader variables or were excluded. */
  readonly include?: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
};

/** Makes programs behave without a user and a terminal in front of them. */
export const NON_INTERACTIVE: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GH_PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  BAT_PAGER: "cat",
  AWS_PAGER: "",
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  SSH_ASKPASS_REQUIRE: "never",
  GH_PROMPT_DISABLED: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  CLICOLOR: "0",
  CARGO_TERM_COLOR: "never",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  NPM_CONFIG_FUND: "false",
  NPM_CONFIG_UPDATE_NOTIFIER: "false",
  COMPOSER_NO_INTERACTION: "1",
  TF_INPUT: "0",
};

/** Where bash itself would look without a PATH; set so that children get it too. */
const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Without a language programs take every byte above 127 for a character of its own. */
const DEFAULT_LANG = "C.UTF-8";

/**
 * The allow-list behind `inherit: "core"`: account and directories, language, toolchain homes, certificates, proxies,
 * registries.
 */
const CORE = globsOf([
  ...PACKAGE_INDEXES,
  ...nameList(`
    PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_* TZ TMPDIR CI NVM_DIR NVM_BIN VOLTA_HOME FNM_* BUN_INSTALL
    DENO_INSTALL DENO_DIR PNPM_HOME COREPACK_HOME PYENV_ROOT PYENV_SHELL VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV
    CARGO_HOME RUSTUP_HOME GOPATH GOROOT JAVA_HOME SDKMAN_DIR RBENV_ROOT ASDF_DIR ASDF_DATA_DIR ANDROID_HOME
    SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY NO_PROXY
    ALL_PROXY
  `),
]);

const INDEXES = globsOf(PACKAGE_INDEXES);

/** Variables that make a loader, a shell or an interpreter run or load something before the command itself. */
const LOADERS = globsOf(
  [LOADED_ALWAYS, SEARCHED, LOADED_FILES, PROJECT_PATHS, LOADING_OPTIONS, HELPER_COMMANDS, PROMPTS, ODD].flat(),
);
const INHERITED = globsOf(INHERITED_ANYWAY);

/** Whether a variable can make a program run or load something that no command names. */
const isLoaderName = (name: string): boolean => LOADERS.test(name) && !INHERITED.test(name);

/** What is known of the host's names: every shell asks, and the answer takes a hundred patterns. */
const keptBack = new Map<string, boolean>();

/** Whether a name looks secret or is a loader's. */
function isKeptBack(name: string): boolean {
  const known = keptBack.get(name);
  if (known !== undefined) return known;
  const answer = nameSecrecy(name) !== undefined || isLoaderName(name);
  keptBack.set(name, answer);
  return answer;
}

/** The environment a command starts with. */
export function childEnvironment(
  policy: EnvironmentPolicy = {},
  host: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const { inherit = "all", set = {}, exclude = [], include = [] } = policy;
  checkInherit(inherit);
  const excluded = globsOf(exclude);
  const included = globsOf(include);
  const known = Object.entries(host).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const env: Record<string, string> = Object.fromEntries([
    ...known
      .filter(([name]) => !excluded.test(name) && isInherited(name, inherit))
      .map(([name, value]) => [name, shownValue(name, value, inherit)]),
    ...Object.entries(NON_INTERACTIVE).filter(([name]) => !excluded.test(name)),
    ...known.filter(([name]) => included.test(name)),
  ]);
  const path = absoluteOnly(env["PATH"] ?? "");
  env["PATH"] = path === "" ? DEFAULT_PATH : path;
  if ((env["LANG"] ?? "") === "" && !excluded.test("LANG")) env["LANG"] = DEFAULT_LANG;
  for (const [name, value] of Object.entries(set)) env[checkedName(name, value)] = value;
  return env;
}

function checkInherit(inherit: string): void {
  if (["all", "core", "none"].includes(inherit)) return;
  throw new Fault(
    "CONFIG_INVALID",
    `environment.inherit is ${JSON.stringify(inherit)}; it must be "all", "core" or "none"`,
  );
}

/** A proxy's address may carry a password; so may a registry's, which is kept where commands have the user's other rights. */
const shownValue = (name: string, value: string, inherit: "all" | "core" | "none"): string =>
  /_PROXY$/i.test(name) || (inherit === "core" && INDEXES.test(name)) ? withoutCredentials(value) : value;

function isInherited(name: string, inherit: "all" | "core" | "none"): boolean {
  if (inherit === "none" || isKeptBack(name)) return false;
  return inherit === "all" || CORE.test(name);
}

/** An empty or relative entry of PATH would run a program from the current directory. */
const absoluteOnly = (path: string): string =>
  path
    .split(":")
    .filter((entry) => entry.startsWith("/"))
    .join(":");

function checkedName(name: string, value: string): string {
  if (name === "" || /[=\0]/.test(name) || value.includes("\0")) {
    throw new Fault(
      "CONFIG_INVALID",
      `environment.set cannot hold ${JSON.stringify(name)}: a name has no "=" and no NUL, a value no NUL`,
    );
  }
  return name;
}

/** One pattern for a list of globs; it never matches when the list is empty. */
function globsOf(globs: readonly string[]): RegExp {
  const sources = globs.map((glob) =>
    glob
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", "."),
  );
  return new RegExp(`^(?:${sources.length === 0 ? "(?!)" : sources.join("|")})$`, "is");
}

/** The host's own environment, as it is now. For one name of it, ask for that: Node copies each value anew. */
export const hostEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export const hostVariable = (name: string): string | undefined => process.env[name];
