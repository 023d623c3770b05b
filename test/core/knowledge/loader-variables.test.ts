import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { childEnvironment } from "../../../src/core/process/environment.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string): string => judge(command, PLACE).decision;

/** Known to the environment first: the policy let a command set them to a file where any program may write. */
const PLANTED = [
  "export MAKEFILES=/tmp/evil.mk",
  'export MAKEFILES="Makefile.local /tmp/evil.mk"',
  "MAKEFILES=/tmp/evil.mk make",
  "export DOTNET_STARTUP_HOOKS=/tmp/evil.dll",
  "export BUN_CONFIG_PRELOAD=/tmp/evil.ts",
  "export BUN_OPTIONS=--preload=/tmp/evil.ts",
  "export CLASSPATH=/tmp/evil.jar",
  "export CLASSPATH=lib/a.jar:/tmp/evil.jar",
  "export GIT_DIR=/tmp/evil/.git",
  "GIT_DIR=/tmp/evil/.git git status",
  "GIT_COMMON_DIR=/tmp/evil/.git git status",
  'export RUSTFLAGS="-C linker=/tmp/evil"',
  "RUSTFLAGS=-Clinker=/tmp/evil cargo build",
  'RUSTFLAGS="-C link-arg=-fuse-ld=/tmp/evil" cargo build',
  "export GCC_EXEC_PREFIX=/tmp/evil/",
  "export COMPILER_PATH=/tmp/evil",
  "export BUNDLE_GEMFILE=/tmp/evil/Gemfile",
  "export PERLLIB=/tmp/evil",
  "export PYTHONUSERBASE=/tmp/evil",
  "export GETCONF_DIR=/tmp/evil",
  "export LESSKEYIN=/tmp/evil.lesskey",
  "export DYLD_FALLBACK_LIBRARY_PATH=/tmp/evil",
  'export SBT_OPTS="-javaagent:/tmp/evil.jar"',
  'export MFLAGS="--eval=x:;/tmp/evil"',
  "export CC_WRAPPER=/tmp/evil",
];
test.each(PLANTED)("the policy does not let a command plant %s", (command) => {
  expect(decisionOf(command)).not.toBe("allow");
});

/** The same variables with the values of ordinary work. */
const ORDINARY = [
  "export CLASSPATH=lib/a.jar:build/classes",
  'export CLASSPATH="$CLASSPATH:target/classes"',
  "CLASSPATH=. java Main",
  "GIT_DIR=.git git status",
  "GIT_DIR=/home/dev/app/.git git log -1",
  "GIT_WORK_TREE=. git status",
  "GIT_INDEX_FILE=/tmp/index git read-tree HEAD",
  'RUSTFLAGS="-D warnings" cargo build',
  'export RUSTFLAGS="-C target-cpu=native -C link-arg=-fuse-ld=lld"',
  'RUSTFLAGS="-Cprofile-use=/tmp/pgo/merged.profdata" cargo build --release',
  "RUSTFLAGS='-C linker=clang' cargo build",
  "MAKEFILES=build/extra.mk make",
  "MAKEFLAGS=-j8 make",
  "BUNDLE_GEMFILE=gemfiles/rails7.gemfile bundle exec rake",
  "BUNDLE_GEMFILE=$PWD/Gemfile bundle install",
  "BUN_OPTIONS=--silent bun test",
  "DOTNET_STARTUP_HOOKS= dotnet test",
  'SBT_OPTS="-Xmx2G" sbt test',
  "LD_DEBUG=libs ./build/x",
  "LD_BIND_NOW=1 ./build/x",
  "MALLOC_ARENA_MAX=2 node x.js",
  "FORCE_COLOR=1 npm test",
  "ELECTRON_RUN_AS_NODE=1 npm test",
  "GIT_CONFIG_NOSYSTEM=1 git status",
  "POSIXLY_CORRECT=1 df",
  "CC_WRAPPER=ccache make",
];
test.each(ORDINARY)("and asks nothing at %s", (command) => expect(decisionOf(command)).toBe("allow"));

/** Known to the policy first: a command inherited them. */
const WITHHELD = (
  "GVIMINIT RESOLV_HOST_CONF PYTHONWARNINGS npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL OPENSSL_CONF OPENSSL_ENGINES " +
  "SSLKEYLOGFILE TCLLIBPATH GUILE_LOAD_PATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER JULIA_LOAD_PATH ERL_FLAGS " +
  "ERL_AFLAGS ERL_ZFLAGS SCREENRC INPUTRC FCEDIT SUDO_EDITOR KUBE_EDITOR HGEDITOR SVN_EDITOR RIPGREP_CONFIG_PATH " +
  "FZF_DEFAULT_COMMAND VIMRUNTIME AWS_CREDENTIAL_PROCESS CARGO_BUILD_RUSTC_WRAPPER JAVA_OPTS DENO_FLAGS GIT_COMMON_DIR"
).split(" ");
test.each(WITHHELD)("no command inherits %s", (name) => {
  expect(childEnvironment({}, { [name]: "canary" })).not.toHaveProperty(name);
});

/** What the user's own shell set for every program, and without which programs would look elsewhere. */
const INHERITED = (
  "SHELL HTTP_PROXY https_proxy NO_PROXY PIP_INDEX_URL PIP_EXTRA_INDEX_URL NPM_CONFIG_REGISTRY npm_config_registry " +
  "NPM_CONFIG_PREFIX npm_config_prefix"
).split(" ");
test.each(INHERITED)("a command inherits %s", (name) => {
  expect(childEnvironment({}, { [name]: "x" })).toHaveProperty(name, "x");
});
