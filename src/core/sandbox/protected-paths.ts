/**
 * Below the workspace and below every repository in it: what a person's tools run or obey without asking, when a directory
 * is merely opened or entered. What only counts once a person runs something of the workspace (`package.json`, `.npmrc`,
 * `.pre-commit-config.yaml`, `Makefile`), what is asked about first (`.devcontainer`, `mise.toml`, `.exrc`) and what is
 * only words (`AGENTS.md`, `.editorconfig`) is not among it.
 */
export const GUARDED_NAMES: readonly string[] = (
  ".husky .envrc .mcp.json .vscode .idea .cursor .claude .codex .gemini " +
  // an .envrc that a person has allowed goes on to load these
  ".envrc.local .direnv " +
  // editors and agents that start the servers, hooks, plugins or commands named there
  ".zed .windsurf .continue .roo .clinerules .kiro .qwen .opencode opencode.json opencode.jsonc crush.json .crush.json " +
  ".aider.conf.yml " +
  // what commands may do, as `nacre init` writes it
  "nacre.config.json nacre.rules.json"
).split(" ");

/** Inside a git directory: what makes git run something, and what makes it read its configuration elsewhere. */
export const GUARDED_IN_GIT: readonly string[] = ["hooks", "config", "config.worktree", "commondir"];

/** The usual shell start files: unwritable even in the private home, where nothing reads them. */
export const SHELL_RC: readonly string[] = [".bashrc", ".profile", ".zshrc"];

/** Below home: credentials, keys, histories, browsers, agents' own settings. */
export const HOME_SECRETS: readonly string[] = (
  ".ssh .aws .gnupg .azure .kube .docker .netrc .npmrc .pypirc .git-credentials .pgpass .my.cnf .mylogin.cnf .s3cfg .boto " +
  ".vault-token .password-store .terraformrc .terraform.d .fly .netlify .vercel .databrickscfg .oci .bitcoin .ethereum .electrum " +
  ".mozilla .thunderbird .claude .claude.json .codex .gemini .config/gh .config/hub .config/gcloud .config/git/credentials " +
  ".config/op .config/rclone .config/doctl .config/heroku .config/sops .config/containers .config/google-chrome " +
  ".config/chromium .config/BraveSoftware .config/nacre .cargo/credentials .cargo/credentials.toml .gem/credentials " +
  ".m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .local/share/keyrings .local/state/nacre " +
  ".bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .lesshst"
).split(" ");

/** Files in a workspace that hold secrets by custom; examples and templates do not. */
export function isSecretFile(name: string): boolean {
  if (/^\.env(?:\..+)?$/.test(name)) return !/\.(?:example|sample|template|tmpl|dist|defaults?|schema)$/.test(name);
  return name === ".netrc" || name === ".pypirc" || name === ".git-credentials";
}

/** Where the system lives: nothing in there is a workspace, and nothing in there is made writable. */
export const SYSTEM_DIRECTORIES: readonly string[] =
  "/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /nix /proc /run /sbin /sys /usr /var/lib /var/run".split(" ");
