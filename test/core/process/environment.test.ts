import fc from "fast-check";
import { expect, test } from "vitest";
import { nameSecrecy } from "../../../src/core/knowledge/secret-names.ts";
import { childEnvironment, hostEnvironment, hostVariable } from "../../../src/core/process/environment.ts";

/** What programs are told so that they ask nobody and page nothing; and the language where the host has none. */
const UNASKED = {
  LANG: "C.UTF-8",
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

const SECRETS = (
  "API_KEY OPENAI_API_KEY ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN NPM_TOKEN " +
  "npm_config__authToken DB_PASSWORD DB_PASS PGPASSWORD MYSQL_PWD MYSQL_ROOT_PASSWORD SECRET_KEY_BASE DJANGO_SECRET SLACK_BOT_TOKEN " +
  "STRIPE_SECRET_KEY GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET SSH_PRIVATE_KEY SENTRY_DSN DATABASE_URL REDIS_URL MONGODB_URI " +
  "JWT_SIGNING_KEY apiKey clientSecret APIKEY MYAPIKEY AUTHTOKEN ENCRYPTION_KEY GPG_PASSPHRASE COOKIE_SECRET BASIC_AUTH VAULT_TOKEN " +
  "AZURE_STORAGE_CONNECTION_STRING HF_TOKEN SLACK_WEBHOOK_URL PGPASSFILE PASSWORDS CREDENTIALS_FILE ADMIN_PASSWD GITLAB_PAT"
).split(" ");

const PLAIN = (
  "KEYBOARD KEYBOARD_LAYOUT MONKEY_PATCH TOKENIZERS_PARALLELISM PATH HOME PWD OLDPWD LANG EDITOR GOPATH COMPASS AUTHOR PATTERN " +
  "SSH_AUTH_SOCK SECTION XDG_SESSION_ID HOTKEY PATIENT BYPASS_CACHE DISPLAY KEYMAP TOKENS_PER_SECOND_LABELX NODE_ENV XAUTHORITY"
)
  .split(" ")
  .filter((name) => !name.startsWith("TOKENS_"));

const LOADERS = (
  "LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV BASH_FUNC_ls%% PROMPT_COMMAND PS4 SHELLOPTS BASHOPTS " +
  "NODE_OPTIONS PYTHONSTARTUP PYTHONPATH PERL5OPT PERL5LIB RUBYOPT RUBYLIB GIT_SSH_COMMAND GIT_SSH GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 " +
  "GIT_CONFIG_GLOBAL GIT_EXEC_PATH LESSOPEN JAVA_TOOL_OPTIONS RUSTC_WRAPPER MAKEFLAGS TAR_OPTIONS GIT_DIR CDPATH IFS"
).split(" ");

test.each(SECRETS)("%s is a secret by its name", (name) => expect(nameSecrecy(name)).toBeDefined());
test.each(PLAIN)("%s is no secret", (name) => expect(nameSecrecy(name)).toBeUndefined());
test.each(LOADERS)("%s is a loader variable: no command inherits it", (name) =>
  expect(Object.values(childEnvironment({}, { [name]: "canary" }))).not.toContain("canary"),
);

test("secrets and loader variables are not inherited, whatever is", () => {
  const host = Object.fromEntries([...SECRETS, ...LOADERS].map((name) => [name, "canary"]));
  for (const inherit of ["all", "core", "none"] as const) {
    expect(Object.values(childEnvironment({ inherit }, host))).not.toContain("canary");
  }
});

test("by default everything ordinary is inherited and programs are told that nobody is there", () => {
  expect(childEnvironment({}, { PATH: "/usr/bin", FOO: "bar", TERM: "xterm" })).toEqual({
    ...UNASKED,
    PATH: "/usr/bin",
    FOO: "bar",
  });
});

test("core inherits a short list only", () => {
  const env = childEnvironment(
    { inherit: "core" },
    { HOME: "/h", FOO: "bar", LC_ALL: "C", PYENV_ROOT: "/p", EXTRA: "1", PATH: "/bin" },
  );
  expect(env).toEqual({ ...UNASKED, HOME: "/h", LC_ALL: "C", PYENV_ROOT: "/p", PATH: "/bin" });
});

test("none inherits nothing, and a PATH is there all the same", () => {
  expect(childEnvironment({ inherit: "none" }, { HOME: "/h", FOO: "bar" })).toEqual({
    ...UNASKED,
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  });
});

test("include brings a name back, also a secret one and an excluded one", () => {
  const host = { MY_TOKEN: "t", LD_PRELOAD: "x", FOO: "f", PATH: "/bin", TERM: "xterm" };
  expect(childEnvironment({ include: ["my_*", "TERM", "FOO"], exclude: ["FOO"] }, host)).toEqual({
    ...UNASKED,
    MY_TOKEN: "t",
    FOO: "f",
    PATH: "/bin",
    TERM: "xterm",
  });
});

test("exclude leaves names out by glob, forced ones too", () => {
  const env = childEnvironment({ exclude: ["FOO*", "B?R", "NO_COLOR"] }, { FOO: "1", FOOD: "2", BAR: "3", BAAR: "4" });
  expect(env).toMatchObject({ BAAR: "4" });
  for (const name of ["FOO", "FOOD", "BAR", "NO_COLOR"]) expect(env).not.toHaveProperty(name);
});

test("set beats everything", () => {
  expect(
    childEnvironment({ set: { PAGER: "less", GITHUB_TOKEN: "t", PATH: "/x:." }, exclude: ["PAGER"] }, {}),
  ).toMatchObject({
    PAGER: "less",
    GITHUB_TOKEN: "t",
    PATH: "/x:.",
  });
});

test("a host without a language has UTF-8; one with a language keeps it", () => {
  expect(childEnvironment({}, {})["LANG"]).toBe("C.UTF-8");
  expect(childEnvironment({}, { LANG: "" })["LANG"]).toBe("C.UTF-8");
  expect(childEnvironment({ inherit: "core" }, { LANG: "de_DE.UTF-8" })["LANG"]).toBe("de_DE.UTF-8");
  expect(childEnvironment({ set: { LANG: "C" } }, {})["LANG"]).toBe("C");
  expect(childEnvironment({ exclude: ["LANG"] }, {})).not.toHaveProperty("LANG");
});

test("a name or a value that no environment can hold is a fault", () => {
  expect(() => childEnvironment({ set: { "A=B": "x" } }, {})).toThrow(/environment.set cannot hold "A=B"/);
  expect(() => childEnvironment({ set: { A: "x\0" } }, {})).toThrow(/CONFIG|configuration/);
  expect(() => childEnvironment({ set: { "": "x" } }, {})).toThrow(/no "="/);
});

test("an inherited PATH loses its entries that mean the current directory", () => {
  expect(childEnvironment({}, { PATH: ".:/usr/bin::bin:/bin:" })["PATH"]).toBe("/usr/bin:/bin");
});

test("a proxy's address is inherited without its password", () => {
  const env = childEnvironment({}, { https_proxy: "http://u:p@proxy:1", HTTP_PROXY: "http://proxy:1" });
  expect(env).toMatchObject({ HTTP_PROXY: "http://proxy:1", https_proxy: "http://proxy:1" });
});

test("the process's own environment is the host by default", () => {
  expect(childEnvironment()).toMatchObject({ PAGER: "cat", HOME: process.env["HOME"] });
});

test("no name of the host's that looks secret survives, whatever surrounds the word", () => {
  const word = fc.constantFrom("KEY", "SECRET", "TOKEN", "PASSWORD", "CREDENTIAL", "CREDENTIALS");
  const part = fc.stringMatching(/^[A-Z][A-Z0-9]{0,6}$/);
  fc.assert(
    fc.property(part, word, part, fc.boolean(), (before, secret, after, lower) => {
      const name = `${before}_${secret}_${after}`;
      const host = { [lower ? name.toLowerCase() : name]: "canary" };
      return !Object.values(childEnvironment({ inherit: "all" }, host)).includes("canary");
    }),
  );
});

test("the core has the user's registries without credentials, and a named one as it is", () => {
  const host = {
    npm_config_registry: "https://u:p@npm.example.org/",
    PIP_INDEX_URL: "https://u:p@pip.example.org/simple",
    GOPROXY: "https://u:p@go.example.org,direct",
    UV_INDEX_CORP_PASSWORD: "p",
    CARGO_REGISTRIES_CORP_INDEX: "sparse+https://cargo.example.org/",
    CARGO_REGISTRIES_CORP_TOKEN: "p",
  };
  const env = childEnvironment({ inherit: "core", include: ["PIP_INDEX_URL"] }, host);
  expect(env).toMatchObject({
    npm_config_registry: "https://npm.example.org/",
    PIP_INDEX_URL: host.PIP_INDEX_URL,
    GOPROXY: "https://go.example.org,direct",
    CARGO_REGISTRIES_CORP_INDEX: host.CARGO_REGISTRIES_CORP_INDEX,
  });
  expect(Object.keys(env).filter((name) => /PASSWORD|TOKEN/.test(name))).toEqual([]);
});

test("one variable of the host is the same as in the whole, as it is now", () => {
  process.env["NACRE_TEST_ONE"] = "first";
  expect([hostVariable("NACRE_TEST_ONE"), hostEnvironment()["NACRE_TEST_ONE"]]).toEqual(["first", "first"]);
  delete process.env["NACRE_TEST_ONE"];
  expect([hostVariable("NACRE_TEST_ONE"), hostEnvironment()["NACRE_TEST_ONE"]]).toEqual([undefined, undefined]);
});
