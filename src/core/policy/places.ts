/** Where things lie that matter. Paths are written from the place named; `*` is one segment or a part of one. */

/** Whether a path is written as one in a directory where anybody may have put things. */
export const isBorrowed = (path: string): boolean => /^\/(?:tmp|var\/tmp|dev\/shm)\//.test(path);

/** Credentials, below the home directory. */
export const HOME_SECRETS: readonly string[] = `
.ssh .aws .azure .gnupg .kube .oci .ibmcloud .aliyun .config/Code/User/globalStorage .config/configstore .config/tea .config/glab-cli .config/linode-cli .config/argocd .argocd .circleci .travis .rancher .influxdbv2 .mongodb .supabase .config/turso .expo .jenkins .remmina .local/share/remmina .purple .local/share/jupyter/runtime .wakatime.cfg .irssi .config/hexchat .config/weechat .config/scw .config/flyctl .config/exercism .config/sentry .sentryclirc .config/atuin .local/share/atuin .keystore .config/mc .mc .config/b2 .config/oauth2l .config/firebase .config/wrangler .config/gcloud .config/gh .config/hub .config/doctl .config/hcloud .config/op .config/1Password
.config/rclone .config/heroku .config/netlify .config/.wrangler .wrangler .config/solana .config/filezilla .config/keepassxc
.config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi .config/opera .config/Slack .config/discord .config/Signal
.config/github-copilot .config/anthropic .config/openai .config/stripe .config/containers/auth.json .config/sops .config/age .config/Bitwarden* .config/supabase .config/vercel .config/ngrok
.mozilla .thunderbird .librewolf .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .config/git/credentials .docker/config.json .dockercfg
.password-store .local/share/keyrings .local/share/kwalletd .local/share/password-store .terraform.d/credentials.tfrc.json .terraformrc .vault-token
.cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config .composer/auth.json .config/composer/auth.json
.pgpass .my.cnf .mylogin.cnf .psqlrc .mongorc.js .dbshell .boto .s3cfg .databrickscfg .snowsql .pulumi/credentials.json .fly/config.yml .netlify
.bash_history .zsh_history .history .sh_history .python_history .mysql_history .psql_history .sqlite_history .node_repl_history .rediscli_history .lesshst .local/share/fish/fish_history
.claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .huggingface .cache/huggingface/token .kaggle .openai .anthropic .electrum .bitcoin .ethereum .monero .solana
.authinfo .authinfo.gpg .Xauthority .ICEauthority .subversion/auth .lftprc .msmtprc .mutt .muttrc .fetchmailrc .ansible_vault .config/sops/age .age .chef .ngrok2 .cloudflared .step .acme.sh .rediscli_auth .smbcredentials .vnc/passwd .rhosts .erlang.cookie
Library/Keychains Library/Cookies Library/Safari Library/Messages Library/Mail Library/Application\u0020Support/Google/Chrome Library/Application\u0020Support/Firefox Library/Application\u0020Support/1Password
`
  .trim()
  .split(/[ \n]+/)
  .map((path) => path.replaceAll("\\u0020", " "));

/** Credentials and memory of the system. */
export const SYSTEM_SECRETS: readonly string[] = `
/etc/shadow* /etc/gshadow* /etc/sudoers /etc/sudoers.d /etc/security/opasswd /etc/ssh/ssh_host_*_key /etc/ssl/private /etc/pki/tls/private /etc/krb5.keytab /etc/master.passwd
/etc/kubernetes /etc/rancher /etc/wireguard /etc/openvpn /etc/NetworkManager/system-connections /etc/mysql/debian.cnf /etc/ppp/chap-secrets /etc/letsencrypt /etc/postfix/sasl_passwd* /etc/freeradius /etc/*.credentials /var/lib/jenkins /var/spool/cron /etc/cloudflared /etc/vault.d /etc/consul.d /etc/docker/key.json /etc/machine-id-secret
/root /run/secrets /var/run/secrets /var/lib/kubelet /var/lib/docker /var/lib/rancher /var/lib/sss /var/lib/mysql /var/lib/postgresql /var/backups/shadow* /var/db/dslocal
/proc/*/environ /proc/*/mem /proc/kcore /proc/*/auxv /dev/mem /dev/kmem /dev/port /proc/*/task/*/environ /sys/firmware/efi/efivars
`
  .trim()
  .split(/[ \n]+/);

/** File names that hold a key or a password wherever they lie. */
export const SECRET_NAMES: readonly string[] = `
id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk id_ecdsa_sk *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.kdb *.ppk *.asc.key *.gpg-key *.ovpn
.env .env.* *.env .envrc.local .netrc .pgpass .htpasswd .git-credentials credentials.json credentials.yml credentials.yaml credentials.csv credentials.toml service-account*.json serviceaccount*.json *-credentials.json *_credentials.json
secrets.yml secrets.yaml secrets.json secrets.toml secrets.env secret.yml secret.yaml secret.json .secrets *.secret *.secrets master.key credentials.yml.enc vault_pass* .vault_pass* .vault-password* kubeconfig *.kubeconfig *.tfstate *.tfvars.secret wallet.dat *.agekey
`
  .trim()
  .split(/[ \n]+/);

/** Names that look like one of those and are there to be read. */
export const PUBLIC_NAMES: readonly string[] = `
.env.example .env.sample .env.template .env.dist .env.defaults .env.schema .env.*.example .env.*.sample .env.*.template *.example *.sample *.template *.pub *.pub.pem public*.pem *public*.pem *.crt.pem ca.pem cacert.pem fullchain.pem *chain.pem cert.pem *.cert.pem *cert.pem *csr.pem *certificate.pem *-ca.pem example.env sample.env template.env
`
  .trim()
  .split(/[ \n]+/);

/** Files that a later login, shell, editor or tool runs by itself, below the home directory. */
export const HOME_STARTUP: readonly string[] = `
.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv .zlogin .zlogout .oh-my-zsh .config/fish .kshrc .mkshrc .cshrc .tcshrc .login .inputrc .config/nushell .config/powershell .xonshrc
.vimrc .vim .gvimrc .config/nvim .ideavimrc .emacs .emacs.d .config/emacs .nanorc .tmux.conf .config/tmux .screenrc .gitconfig .config/git .gitattributes .hgrc .ssh .npmrc .yarnrc .yarnrc.yml .pnpmrc .config/pnpm/rc .bunfig.toml .pip .config/pip .pypirc .condarc .cargo/config .cargo/config.toml .gemrc .irbrc .pryrc .pythonrc .pythonrc.py .Rprofile .Renviron .perldb .gdbinit .lldbinit .config/gdb .psqlrc .sqliterc .my.cnf .curlrc .wgetrc .lessfilter .lesskey .editrc .guile .ghci .octaverc .juliarc.jl .julia/config .config/direnv
.config/systemd .config/autostart .config/environment.d .config/plasma-workspace .config/upstart .config/user-tmpfiles.d .pam_environment .xinitrc .xsession .xsessionrc .xprofile .Xresources .config/i3 .config/sway .config/hypr .config/openbox .config/awesome .local/share/systemd .local/share/dbus-1 .local/share/gnome-shell .local/share/applications .config/mimeapps.list .kde/Autostart .config/kdeconnect .fonts.conf .forward .procmailrc .selected_editor .anacron .crontab
Library/LaunchAgents Library/LaunchDaemons Library/StartupItems Library/Preferences Library/Services Library/Scripts .launchd.conf .MacOSX/environment.plist .hammerspoon
.local/lib/python*/site-packages Library/Python/*/lib/python/site-packages .node_modules .config/yarn/global .config/configstore .gnupg/gpg-agent.conf .gnupg/gpg.conf .docker/config.json .docker/cli-plugins .kube/config .kube/plugins .aws/config .aws/credentials .terraformrc .config/gh/config.yml .config/gh/extensions .ansible.cfg .config/containers .mozilla .config/chromium .config/google-chrome .git-templates .config/rclone .m2/settings.xml .gradle/init.gradle .gradle/init.d .sbt .ivy2 .lein .boot .config/helix .config/zed .config/Code/User .config/VSCodium .vscode/extensions .vscode-server/extensions
`
  .trim()
  .split(/[ \n]+/);

/** What watches or steers the agent itself, below the home directory. */
export const HOME_GUARDS: readonly string[] = `
.claude .claude.json .codex .gemini .cursor .continue .aider* .config/opencode .config/goose .config/crush .config/amp .config/nacre .config/claude .config/Claude .config/zed/settings.json .windsurf .codeium .mcp.json .mcp .nacre .local/state/nacre .local/share/nacre .local/state/*/audit* .local/state/*/journal* .openclaw .roo .cline .copilot .config/github-copilot .qwen .junie .factory .bash_history .zsh_history .history .local/share/fish/fish_history .python_history .vscode Library/Application\u0020Support/Claude Library/Application\u0020Support/Code
`
  .trim()
  .split(/[ \n]+/)
  .map((path) => path.replaceAll("\\u0020", " "));

/** The same inside the workspace: what a host, an editor or git will run without asking anybody. */
export const WORKSPACE_GUARDS: readonly string[] = `
.git/hooks .git/config .git/config.worktree .git/info/attributes .git/modules/*/hooks .git/modules/*/config .mcp.json .mcp .claude .codex .gemini .cursor .cursorrules .windsurf .continue .aider.conf.yml .roo .cline .clinerules .nacre nacre.config.json nacre.rules.json .vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json .idea/workspace.xml .opencode opencode.json .crush.json .goosehints .github/copilot-instructions.md CLAUDE.md.lock
`
  .trim()
  .split(/[ \n]+/);

/** Inside the workspace too, but ordinary work touches them now and then: a person is asked. */
export const WORKSPACE_WATCHED: readonly string[] = `
.husky .envrc .vscode .idea .devcontainer .lefthook.yml lefthook.yml .direnv
`
  .trim()
  .split(/[ \n]+/);

/** Parts of a home directory nobody can lose. */
export const HOME_VITAL: readonly string[] = `
Documents Desktop Pictures Downloads Music Videos Movies Public Library Photos Dropbox OneDrive GoogleDrive Nextcloud Sync Projects projects code Code src work workspace dev repos go .config .local .local/share .local/bin bin .ssh .gnupg .aws .kube .mozilla Applications iCloud\u0020Drive Mail mail backup backups Backups
`
  .trim()
  .split(/[ \n]+/)
  .map((path) => path.replaceAll("\\u0020", " "));

/** System trees: everything in them belongs to the machine. */
export const VITAL_TREES: readonly string[] = `
bin sbin lib lib32 lib64 libx32 usr etc boot dev proc sys root var run lost+found System private cores nix snap efi
`
  .trim()
  .split(/[ \n]+/);

/** Roots of other people's things: vital themselves, what lies deeper is merely outside. */
export const VITAL_ROOTS: readonly string[] = `home Users opt srv mnt media Volumes Applications Library Network`.split(
  " ",
);

/** Devices that swallow or produce bytes and hurt nobody. */
export const QUIET_DEVICES: RegExp =
  /^\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|tty|ptmx|fd(?:\/.*)?|pts(?:\/.*)?)$/;

/** Commands a file in a personal `bin` must not shadow. */
export const SHADOWED: ReadonlySet<string> = new Set(
  "sh bash zsh dash ls cat cp mv rm ln cd sudo su doas ssh scp sftp git gpg node npm npx yarn pnpm python python3 pip pip3 ruby perl php make gcc cc curl wget docker kubectl vim vi nano less more man ps top kill grep find sed awk tar env login passwd code claude codex gemini nacre go cargo java mysql psql aws gcloud az gh which echo test true false".split(
    " ",
  ),
);
