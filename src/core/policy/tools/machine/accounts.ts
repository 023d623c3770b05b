import { family, type Tool, tool } from "../tool-shape.ts";

/** Users, groups, passwords and capabilities of programs. */
export const ACCOUNTS: readonly Tool[] = family("verbs", [
  tool("chpasswd newusers chgpasswd vipw vigr pwconv pwunconv grpconv", {
    does: [{ without: "-c", is: "accounts" }],
    examples: { accounts: ["chpasswd < users.txt"], fine: ["chpasswd --help", "chpasswd -c"] },
  }),
  tool("visudo", {
    takes: "-f: -x:",
    does: [{ without: "-c --check", is: "accounts" }],
    examples: { accounts: ["visudo", "visudo -f x"], fine: ["visudo -cf sudoers.sample"] },
  }),
  tool("useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod gpasswd", {
    does: [{ with: "*", is: "accounts" }],
    examples: { accounts: ["useradd -m x", "useradd -c 'build user' x"], fine: ["useradd --help", "useradd"] },
  }),
  tool("authselect pam-auth-update authconfig realm faillock dscl sysadminctl dseditgroup", {
    does: [{ with: "*", without: "-h --help -c --check list read -read -list .", is: "accounts" }],
    examples: { accounts: ["authselect select minimal"], fine: ["authselect list", "authselect"] },
  }),
  tool("passwd", {
    does: [{ without: "-S --status", is: "accounts" }],
    examples: { accounts: ["passwd", "passwd -d root"], fine: ["passwd -S dev", "passwd --help"] },
  }),
  tool("chage", {
    does: [{ with: "*", without: "-l --list", is: "accounts" }],
    examples: { accounts: ["chage -E -1 dev"], fine: ["chage -l dev", "chage"] },
  }),
  tool("chsh chfn", {
    does: [{ with: "*", without: "-l --list-shells", is: "accounts" }],
    examples: { accounts: ["chsh -s /bin/zsh dev"], fine: ["chsh -l", "chsh"] },
  }),
  tool("setcap", {
    does: [{ is: "set-id-bit" }],
    examples: { "set-id-bit": ["setcap cap_net_raw+ep ./ping"], fine: ["setcap --help"] },
  }),
]);
