import { nameList } from "./name-list.ts";

/** Where secrets lie. Paths are relative to the place named; `*` is one segment or a part of one. */

/** Where ssh keeps keys and known hosts. */
export const SSH_DIRECTORY = ".ssh";

/** Credentials below a home: the policy denies reading them, the sandbox hides them. */
export const HOME_SECRETS: readonly string[] = [
  ...nameList(`
    .ssh .aws .azure .gnupg .kube .oci .ibmcloud .aliyun .config/Code/User/globalStorage .config/configstore .config/tea .config/glab-cli .config/linode-cli .config/argocd .argocd .circleci .travis .rancher .influxdbv2 .mongodb .supabase .config/turso .expo .jenkins .remmina .local/share/remmina .purple .local/share/jupyter/runtime .wakatime.cfg .irssi .config/hexchat .config/weechat .config/scw .config/flyctl .config/exercism .config/sentry .sentryclirc .config/atuin .local/share/atuin .keystore .config/mc .mc .config/b2 .config/oauth2l .config/firebase .config/wrangler .config/gcloud .config/gh .config/hub .config/doctl .config/hcloud .config/op .config/1Password
    .config/rclone .config/heroku .config/netlify .config/.wrangler .wrangler .config/solana .config/filezilla .config/keepassxc
    .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi .config/opera .config/Slack .config/discord .config/Signal
    .config/github-copilot .config/anthropic .config/openai .config/stripe .config/containers/auth.json .config/sops .config/age .config/Bitwarden* .config/supabase .config/vercel .vercel .config/ngrok
    .mozilla .thunderbird .librewolf .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .config/git/credentials .docker/config.json .dockercfg
    .password-store .local/share/keyrings .local/share/kwalletd .local/share/password-store .terraform.d/credentials.tfrc.json .terraformrc .vault-token
    .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config .composer/auth.json .config/composer/auth.json
    .pgpass .my.cnf .mylogin.cnf .psqlrc .mongorc.js .dbshell .boto .s3cfg .databrickscfg .snowsql .pulumi/credentials.json .fly/config.yml .netlify
    .bash_history .zsh_history .history .sh_history .python_history .mysql_history .psql_history .sqlite_history .node_repl_history .rediscli_history .lesshst .local/share/fish/fish_history
    .claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .huggingface .cache/huggingface/token .kaggle .openai .anthropic .electrum .bitcoin .ethereum .monero .solana
    .authinfo .authinfo.gpg .Xauthority .ICEauthority .subversion/auth .lftprc .msmtprc .mutt .muttrc .fetchmailrc .ansible_vault .age .chef .ngrok2 .cloudflared .step .acme.sh .rediscli_auth .smbcredentials .vnc/passwd .rhosts .erlang.cookie
    Library/Keychains Library/Cookies Library/Safari Library/Messages Library/Mail
  `),
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Firefox",
  "Library/Application Support/1Password",
];

/**
 * Directories that hold a credential beside files of ordinary work: the sandbox hides them whole, because a tool may put
 * the next credential under any name. The policy names the credentials alone (above): reading `~/.claude/CLAUDE.md` or
 * running `~/.fly/bin/flyctl` is no reason for a question.
 */
export const HOME_PRIVATE: readonly string[] = nameList(`
  .docker .terraform.d .fly .claude .claude.json .codex .gemini .config/containers .config/nacre .local/state/nacre
`);

/** Names of HOME_SECRETS that projects use too: in code, without a home in front, such a path belongs to the project. */
export const ALSO_IN_PROJECTS: readonly string[] = nameList(`
  .circleci .travis .netlify .vercel .wrangler .expo .supabase .mongodb .jenkins .chef .step .yarnrc.yml .keystore .history .mc
`);

/** What the policy lets a command read in a place of HOME_SECRETS. */
export const HARMLESS_IN_HOME_SECRETS: RegExp =
  /^\.ssh\/(?:known_hosts|config)$|\.pub$|^\.aws\/config$|^\.yarnrc\.yml$|^\.psqlrc$/;

/** Credentials and memory of the system. */
export const SYSTEM_SECRETS: readonly string[] = nameList(`
  /etc/shadow* /etc/gshadow* /etc/sudoers /etc/sudoers.d /etc/security/opasswd /etc/ssh/ssh_host_*_key /etc/ssl/private /etc/pki/tls/private /etc/krb5.keytab /etc/master.passwd
  /etc/kubernetes /etc/rancher /etc/wireguard /etc/openvpn /etc/NetworkManager/system-connections /etc/mysql/debian.cnf /etc/ppp/chap-secrets /etc/letsencrypt /etc/postfix/sasl_passwd* /etc/freeradius /etc/*.credentials /var/lib/jenkins /var/spool/cron /etc/cloudflared /etc/vault.d /etc/consul.d /etc/docker/key.json /etc/machine-id-secret
  /root /run/secrets /var/run/secrets /var/lib/kubelet /var/lib/docker /var/lib/rancher /var/lib/sss /var/lib/mysql /var/lib/postgresql /var/backups/shadow* /var/db/dslocal
  /proc/*/environ /proc/*/mem /proc/kcore /proc/*/auxv /dev/mem /dev/kmem /dev/port /proc/*/task/*/environ /sys/firmware/efi/efivars
`);

/** Files that hold secrets by custom wherever they lie: the policy asks, the sandbox hides them in the workspace. */
const HIDDEN_FILES: readonly string[] = [".netrc", ".pypirc", ".git-credentials"];

/**
 * File names that hold a key or a password wherever they lie. The policy asks about them all. The sandbox hides only
 * `.env` files and HIDDEN_FILES: with every `*.pem` and `prod.env` hidden, the tests of a project would fail.
 */
export const SECRET_FILE_NAMES: readonly string[] = [
  ...nameList(`
    id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk id_ecdsa_sk *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.kdb *.ppk *.asc.key *.gpg-key *.ovpn
    .env .env.* *.env .envrc.local .pgpass .htpasswd credentials.json credentials.yml credentials.yaml credentials.csv credentials.toml service-account*.json serviceaccount*.json *-credentials.json *_credentials.json
    secrets.yml secrets.yaml secrets.json secrets.toml secrets.env secret.yml secret.yaml secret.json .secrets *.secret *.secrets master.key credentials.yml.enc vault_pass* .vault_pass* .vault-password* kubeconfig *.kubeconfig *.tfstate *.tfvars.secret wallet.dat *.agekey
  `),
  ...HIDDEN_FILES,
];

/** Last parts of the name of an `.env` file without secrets. */
const PUBLIC_ENV = nameList("example sample template tmpl dist default defaults schema");

/** Names that look like secret files and hold no secret. */
export const PUBLIC_FILE_NAMES: readonly string[] = [
  ...PUBLIC_ENV.flatMap((ending) => [`.env.${ending}`, `.env.*.${ending}`]),
  ...nameList(`
    *.example *.sample *.template *.pub *.pub.pem public*.pem *public*.pem *.crt.pem ca.pem cacert.pem fullchain.pem *chain.pem cert.pem *.cert.pem *cert.pem *csr.pem *certificate.pem *-ca.pem example.env sample.env template.env
  `),
];

/** The name of a file that the sandbox hides in a workspace. */
export const HIDDEN_FILE_NAME: RegExp = new RegExp(
  `^(?:${HIDDEN_FILES.map((name) => name.replaceAll(".", "\\.")).join("|")}|\\.env(?:\\.(?!(?:.*\\.)?(?:${PUBLIC_ENV.join("|")})$).+)?)$`,
  "s",
);
