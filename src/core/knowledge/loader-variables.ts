import { nameList } from "./name-list.ts";

/**
 * Variables that make a program load or run what no command names. No command inherits one from the host except
 * INHERITED_ANYWAY; the policy judges a command that sets one by the kind of its value. `*` is any run of letters.
 */

/** The program loads or runs something, whatever the value is. */
export const LOADED_ALWAYS: readonly string[] = nameList(`
  LD_PRELOAD LD_AUDIT LD_ELF_HINTS_PATH DYLD_INSERT_LIBRARIES DYLD_FRAMEWORK_PATH DYLD_LIBRARY_PATH GCONV_PATH LOCPATH
  NLSPATH HOSTALIASES RESOLV_HOST_CONF OPENSSL_CONF OPENSSL_ENGINES SSLKEYLOGFILE
  BASH_ENV ENV BASH_FUNC_* BASH_LOADABLES_PATH SHELLOPTS BASHOPTS PROMPT_COMMAND PS0 ZDOTDIR FPATH INPUTRC SCREENRC
  PYTHONSTARTUP PYTHONINSPECT PYTHONHOME PYTHONWARNINGS PYTHONBREAKPOINT PERL5OPT PERL5DB LUA_INIT* NODE_REPL_EXTERNAL_MODULE
  TCLLIBPATH GUILE_LOAD_PATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER JULIA_LOAD_PATH PHPRC PHP_INI_SCAN_DIR
  ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS
  VIMINIT EXINIT GVIMINIT LESSKEY LESSKEYIN LESSKEYIN_SYSTEM LESSKEY_SYSTEM LESSKEY_CONTENT TAR_OPTIONS RSYNC_RSH CVS_RSH
  GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS
  GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_* GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_PROXY_COMMAND GIT_ASKPASS SSH_ASKPASS
  SUDO_ASKPASS npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL
`);

/** Directories in which code is looked for, separated by `:`: the policy judges each by where it lies. */
export const SEARCHED: readonly string[] = nameList(`
  PATH CDPATH LD_LIBRARY_PATH PERL5LIB PERLLIB RUBYLIB PYTHONPATH NODE_PATH
`);

/** Files that are loaded: the policy judges each by where it lies, and asks where it cannot know. */
export const LOADED_FILES: readonly string[] = nameList("MAKEFILES DOTNET_STARTUP_HOOKS BUN_CONFIG_PRELOAD");

/** Code, settings and programs of a project: the policy judges only places it knows, because builds compute the others. */
export const PROJECT_PATHS: readonly string[] = nameList(`
  CLASSPATH BUNDLE_GEMFILE COMPILER_PATH GCC_EXEC_PREFIX GETCONF_DIR PYTHONUSERBASE PYTHONEXECUTABLE
  DYLD_FALLBACK_LIBRARY_PATH DYLD_FALLBACK_FRAMEWORK_PATH GIT_DIR GIT_COMMON_DIR GROFF_BIN_PATH
  CC CXX CPP LD AR RUSTC RUSTDOC
`);

/** Options of a program: the policy looks for those that load something. */
export const LOADING_OPTIONS: readonly string[] = nameList(`
  NODE_OPTIONS BUN_OPTIONS DENO_FLAGS RUBYOPT GOFLAGS MAKEFLAGS MFLAGS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS RUSTFLAGS
`);

/** A command that another program starts: the policy judges it as one. */
export const HELPER_COMMANDS: readonly string[] = nameList(`
  PAGER MANPAGER GIT_PAGER BAT_PAGER SYSTEMD_PAGER LESSOPEN LESSCLOSE EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR FCEDIT
  SUDO_EDITOR KUBE_EDITOR HGEDITOR SVN_EDITOR BROWSER GIT_SSH GIT_SSH_COMMAND SVN_SSH HG SSH RIPGREP_CONFIG_PATH
  FZF_DEFAULT_COMMAND GIT_EXTERNAL_DIFF SHELL TERMINAL MAILER VIMRUNTIME AWS_CREDENTIAL_PROCESS RUSTC_WRAPPER
  CARGO_BUILD_RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CC_WRAPPER RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND BORG_RSH
`);

/** Prompts: bash runs the substitutions in them. */
export const PROMPTS: readonly string[] = nameList("PS1 PS2 PS4");

/** Where packages come from and go to. */
export const PACKAGE_SOURCES: readonly string[] = nameList(`
  npm_config_registry NPM_CONFIG_REGISTRY npm_config_prefix NPM_CONFIG_PREFIX PIP_INDEX_URL PIP_EXTRA_INDEX_URL
`);

/** Where a user's packages come from, by package manager: without them a public registry would be asked for private names. */
export const PACKAGE_INDEXES: readonly string[] = nameList(`
  NPM_CONFIG_REGISTRY NPM_CONFIG_@*:REGISTRY YARN_REGISTRY YARN_NPM_REGISTRY_SERVER PIP_INDEX_URL PIP_EXTRA_INDEX_URL
  PIP_TRUSTED_HOST PIP_NO_INDEX UV_INDEX_URL UV_EXTRA_INDEX_URL UV_DEFAULT_INDEX UV_INDEX CARGO_REGISTRIES_*_INDEX
  CARGO_SOURCE_*_REGISTRY CARGO_SOURCE_*_REPLACE_WITH GOPROXY GOPRIVATE GONOPROXY GONOSUMDB GOSUMDB GOINSECURE
  BUNDLE_MIRROR__* RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT
`);

/**
 * They change how a program works, and load nothing by themselves. No command inherits them; the policy asks nothing when a
 * command sets one, because `FORCE_COLOR=1`, `LD_DEBUG=libs`, `IFS=,` and a `GIT_INDEX_FILE` in /tmp are ordinary work.
 */
export const ODD: readonly string[] = nameList(`
  LD_* DYLD_* MALLOC_* GLIBC_TUNABLES BASH_XTRACEFD IFS GLOBIGNORE POSIXLY_CORRECT ELECTRON_RUN_AS_NODE GREP_OPTIONS
  FORCE_COLOR CLICOLOR_FORCE GIT_CONFIG* GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_*
`);

/**
 * What a command inherits although the policy judges it when a command sets it: the user's shell and search path, prompts
 * that no program reads, compilers, how a backup gets its password, and the mirror without which packages would come from
 * elsewhere. Pagers and editors are set anew.
 */
export const INHERITED_ANYWAY: readonly string[] = [
  ...nameList("PATH SHELL PS1 PS2 TERMINAL MAILER HG SSH CC CXX CPP LD AR RUSTC RUSTDOC"),
  ...nameList("RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND BORG_RSH"),
  ...PACKAGE_SOURCES,
];

/** By these git means another repository, or other parts of it. */
export const GIT_MOVED: readonly string[] = nameList(
  "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_NAMESPACE GIT_INDEX_FILE",
);
