import { nameList } from "./name-list.ts";

/**
 * Files that the user's tools run or obey by themselves. Paths are relative to the place named; `*` is one segment or a
 * part of one. Files that count only when the user runs something of the workspace (`package.json`,
 * `.pre-commit-config.yaml`, `Makefile`) and files that are only text for an agent or editor (`AGENTS.md`,
 * `.editorconfig`) are not listed.
 */

/** Settings of agents and of nacre in a workspace: the policy denies writing them, the sandbox seals them. */
const AGENT_SETTINGS = nameList(`
  .mcp.json .mcp .claude .codex .gemini .qwen .kiro .cursor .windsurf .continue .aider.conf.yml .roo .cline .clinerules
  .opencode opencode.json opencode.jsonc .crush.json crush.json .nacre nacre.config.json nacre.rules.json
`);

/** Settings of editors, hook runners and direnv: the sandbox seals them, the policy asks, because ordinary work touches them. */
const TOOL_SETTINGS = nameList(".husky lefthook.yml .lefthook.yml .envrc .envrc.local .direnv .vscode .idea .zed");

/** Those that run something as soon as an editor opens the directory: the policy denies writing them. */
const TOOL_SETTINGS_THAT_RUN = nameList(`
  .vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json .idea/workspace.xml
`);

/** Only text for an agent: the policy denies writing them, the sandbox leaves them open, because nothing runs. */
const AGENT_WORDS = nameList(".cursorrules .goosehints .github/copilot-instructions.md CLAUDE.md.lock");

/** An editor asks before it runs what these say: the policy asks, the sandbox leaves them open. */
const ASKED_FIRST = nameList(".devcontainer");

/** In a git directory: what makes git run something, and what makes git read its settings elsewhere. */
export const GUARDED_IN_GIT: readonly string[] = nameList("hooks config config.worktree commondir");

/** In a workspace and in every repository in it: what the sandbox seals. */
export const SEALED_NAMES: readonly string[] = [...AGENT_SETTINGS, ...TOOL_SETTINGS];

/** In a workspace: what the policy denies to write. `.git/info/attributes` runs nothing that `.gitattributes` could not. */
export const WORKSPACE_GUARDS: readonly string[] = [
  ...GUARDED_IN_GIT.map((name) => `.git/${name}`),
  ...nameList(".git/info/attributes .git/modules/*/hooks .git/modules/*/config"),
  ...AGENT_SETTINGS,
  ...TOOL_SETTINGS_THAT_RUN,
  ...AGENT_WORDS,
];

/** In a workspace: what the policy asks about before it is written. */
export const WORKSPACE_WATCHED: readonly string[] = [...TOOL_SETTINGS, ...ASKED_FIRST];

/** What a later login, shell, editor or tool runs by itself, below the home directory. */
export const HOME_STARTUP: readonly string[] = nameList(`
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv .zlogin .zlogout .oh-my-zsh .config/fish .kshrc .mkshrc .cshrc .tcshrc .login .inputrc .config/nushell .config/powershell .xonshrc
  .vimrc .vim .gvimrc .config/nvim .ideavimrc .emacs .emacs.d .config/emacs .nanorc .tmux.conf .config/tmux .screenrc .gitconfig .config/git .gitattributes .hgrc .ssh .npmrc .yarnrc .yarnrc.yml .pnpmrc .config/pnpm/rc .bunfig.toml .pip .config/pip .pypirc .condarc .cargo/config .cargo/config.toml .gemrc .irbrc .pryrc .pythonrc .pythonrc.py .Rprofile .Renviron .perldb .gdbinit .lldbinit .config/gdb .psqlrc .sqliterc .my.cnf .curlrc .wgetrc .lessfilter .lesskey .editrc .guile .ghci .octaverc .juliarc.jl .julia/config .config/direnv .config/kitty .config/alacritty .config/wezterm .config/starship.toml .config/mise .asdfrc .nvm/nvm.sh .cargo/env .ipython .config/matplotlib .config/ranger .mailcap .lesspipe .dircolors .config/pulse .pyenv/shims .local/share/nvim/site
  .config/systemd .config/autostart .config/environment.d .config/plasma-workspace .config/upstart .config/user-tmpfiles.d .pam_environment .xinitrc .xsession .xsessionrc .xprofile .Xresources .config/i3 .config/sway .config/hypr .config/openbox .config/awesome .local/share/systemd .local/share/dbus-1 .local/share/gnome-shell .local/share/applications .config/mimeapps.list .kde/Autostart .config/kdeconnect .fonts.conf .forward .procmailrc .selected_editor .anacron .crontab
  Library/LaunchAgents Library/LaunchDaemons Library/StartupItems Library/Preferences Library/Services Library/Scripts .launchd.conf .MacOSX/environment.plist .hammerspoon
  .local/lib/python*/site-packages Library/Python/*/lib/python/site-packages .node_modules .config/yarn/global .config/configstore .gnupg/gpg-agent.conf .gnupg/gpg.conf .docker/config.json .docker/cli-plugins .kube/config .kube/plugins .aws/config .aws/credentials .terraformrc .config/gh/config.yml .config/gh/extensions .ansible.cfg .config/containers .mozilla .config/chromium .config/google-chrome .git-templates .config/rclone .m2/settings.xml .gradle/init.gradle .gradle/init.d .sbt .ivy2 .lein .boot .config/helix .config/zed .config/Code/User .config/VSCodium .vscode/extensions .vscode-server/extensions
`);

/** The usual start files of a shell: the sandbox keeps them empty even in the private home, where nothing reads them. */
export const SHELL_START_FILES: readonly string[] = nameList(".bashrc .profile .zshrc");

/** What watches or steers the agent itself, below the home directory. */
export const HOME_GUARDS: readonly string[] = [
  ...nameList(`
    .claude .claude.json .codex .gemini .cursor .continue .aider* .config/opencode .config/goose .config/crush .config/amp .config/nacre .config/claude .config/Claude .config/zed/settings.json .windsurf .codeium .mcp.json .mcp .nacre .local/state/nacre .local/share/nacre .local/state/*/audit* .local/state/*/journal* .openclaw .roo .cline .kiro .copilot .config/github-copilot .qwen .junie .factory .bash_history .zsh_history .history .local/share/fish/fish_history .python_history .vscode
  `),
  "Library/Application Support/Claude",
  "Library/Application Support/Code",
];
