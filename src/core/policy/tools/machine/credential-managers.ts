import { shell } from "../effect.ts";
import { behindDashes } from "../run/running.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";

/** Every call but these words shows a secret. */
const unless = (harmless: string): readonly Row[] => [{ bare: true }, { on: harmless }, { is: "read-secret" }];

/** Tools that store secrets and print them on request. */
export const CREDENTIAL_MANAGERS: readonly Tool[] = family("everything", [
  tool("pass gopass passage", {
    does: unless("ls list version help find search git"),
    examples: { "read-secret": ["pass show mail", "pass mail"], fine: ["pass ls", "pass"] },
  }),
  tool("op", {
    does: unless("whoami account"),
    examples: { "read-secret": ["op read op://x/y"], fine: ["op whoami", "op"] },
  }),
  tool("bw lpass keepassxc-cli kpcli rbw dashlane dcli chamber", {
    does: unless("status help sync config"),
    examples: { "read-secret": ["bw get password x"], fine: ["bw status", "bw"] },
  }),
  tool("vault", {
    does: [
      { on: ["policy", "delete write"], is: "change-remote" },
      ...unless("status version server path-help policy"),
    ],
    examples: {
      "read-secret": ["vault kv get secret/x"],
      "change-remote": ["vault policy delete app"],
      fine: ["vault status", "vault", "vault policy list"],
    },
  }),
  tool("security", {
    does: unless("list-keychains default-keychain help"),
    examples: { "read-secret": ["security find-generic-password -w"], fine: ["security list-keychains", "security"] },
  }),
  tool("secret-tool kwallet-query gnome-keyring keyring keyctl", {
    does: unless("show-root"),
    examples: { "read-secret": ["secret-tool lookup user me"], fine: ["secret-tool show-root", "secret-tool"] },
  }),
  tool("sops ansible-vault git-crypt age rage", {
    does: [{ with: "-d --decrypt decrypt view unlock exec-env exec-file edit", is: "read-workspace-secret" }],
    also: [{ on: "exec-env exec-file", by: ({ args }) => args.slice(-1).map(shell) }],
    examples: {
      "read-workspace-secret": ["sops -d secrets.yml"],
      "delete-vital": ["sops exec-env x.enc 'rm -rf /'"],
      fine: ["sops --encrypt a.yml"],
    },
  }),
  tool("aws-vault saml2aws aws-sso gimme-aws-creds okta-aws", {
    does: [{ on: "list" }, { on: "exec", is: "read-secret", by: behindDashes }, { is: "read-secret" }],
    examples: {
      "read-secret": ["aws-vault login dev", "aws-vault exec dev"],
      "delete-vital": ["aws-vault exec dev -- rm -rf /"],
      fine: ["aws-vault list"],
    },
  }),
  tool("mimikatz lazagne truffleHog trufflehog hashdump unshadow pypykatz", {
    knows: "verbs",
    does: [{ is: "read-secret" }],
    examples: { "read-secret": ["mimikatz", "mimikatz git ."], fine: ["mimikatz --version"] },
  }),
]);

/** Tools that make and show keys, and hand them to an agent. */
export const KEY_TOOLS: readonly Tool[] = family("everything", [
  tool("keytool", {
    does: [
      { with: "-gen* -import*", options: { writes: "-keystore -destkeystore", counts: "-srckeystore" } },
      { with: "-list -exportcert", options: { counts: "-keystore", writes: "-file" } },
      { with: "-keystore", options: { reads: "-keystore" } },
    ],
    examples: {
      "write-startup": ["keytool -genkeypair -keystore ~/.ssh/id_rsa"],
      "read-secret": ["keytool -storepasswd -keystore ~/.ssh/id_rsa", "keytool -list -keystore ~/.ssh/id_rsa"],
      fine: ["keytool -genkeypair -keystore src/test/test.p12", "keytool -list -keystore src/test/test.p12", "keytool"],
    },
  }),
  tool("ssh-keygen", {
    takes: "-f: -t: -b: -C: -N: -P: -m: -O: -s: -I: -n: -V: -D: -w: -F: -R:",
    does: [
      { bare: true },
      { with: "-l -F -B -e -H -r -Q -i" },
      { with: "-y", options: { reads: "-f" } },
      { with: "-f", options: { writes: "-f" } },
      { is: "write-startup", because: "~/.ssh" },
    ],
    also: [{ with: "-D -w", is: "loader-variable" }],
    examples: {
      "write-startup": ["ssh-keygen -t ed25519", "ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519"],
      "read-secret": ["ssh-keygen -yf ~/.ssh/id_rsa"],
      "loader-variable": ["ssh-keygen -D ./x.so"],
      fine: ["ssh-keygen", "ssh-keygen -lf ~/.ssh/id_rsa", "ssh-keygen -t ed25519 -f deploy_key"],
    },
  }),
  tool("ssh-add", {
    takes: "-s: -t: -e: -E: -h: -H: -S:",
    does: [{ with: "-l -L" }, { is: "read-secret" }],
    also: [{ with: "-s", is: "loader-variable" }],
    examples: {
      "read-secret": ["ssh-add", "ssh-add ~/.ssh/id_rsa"],
      "loader-variable": ["ssh-add -s ./pkcs11.so"],
      fine: ["ssh-add -l"],
    },
  }),
  tool("ssh-agent", {
    takes: "-a: -t: -E: -O: -P:",
    stopsAtWord: true,
    wraps: 0,
    examples: { "delete-vital": ["ssh-agent -t 60 rm -rf /"], fine: ["ssh-agent -s", "ssh-agent make"] },
  }),
]);
