import { LOCAL, OUTPUT } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Family, type Program, prints, same, shell } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

export const always =
  (rule: "power" | "system-change" | "accounts" | "blind-guard" | "set-id-bit"): Program =>
  ({ args }) =>
    isInfo(args) ? [] : [acts(rule)];

/** Changes the machine unless its arguments only look. */
export const unless =
  (looking: RegExp, rule: "system-change" | "accounts" | "blind-guard" | "system-install" = "system-change"): Program =>
  ({ args }) => {
    if (args.length === 0 || isInfo(args)) return [];
    return args.some((arg) => looking.test(arg)) ? [] : [acts(rule)];
  };

const systemctl: Program = ({ args }) => {
  const options = readOptions(
    args,
    "-n: --lines: -o: --output: -p: --property: -t: --type: -H: --host: -M: --machine: --state: --signal: -s: --kill-whom: --root:",
  );
  const [command = "", ...units] = options.rest;
  const user = options.has("--user");
  if (
    /^(?:poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|soft-reboot|emergency|rescue|exit|switch-root|isolate|default)$/.test(
      command,
    )
  )
    return [acts("power")];
  if (
    /^(?:enable|disable|mask|unmask|link|reenable|preset|preset-all|edit|set-default|import-environment|set-environment|unset-environment|add-wants|revert|daemon-reexec)$/.test(
      command,
    ) ||
    options.has("--now")
  )
    return [acts("persist")];
  if (
    /^(?:start|stop|restart|reload|try-restart|reload-or-restart|kill|reset-failed|daemon-reload|clean|freeze|set-property)$/.test(
      command,
    )
  ) {
    const vital = units.some((unit) =>
      /ssh|audit|firewall|nftables|apparmor|systemd|dbus|network|docker|cron|rsyslog|journal/.test(unit),
    );
    return [acts(!user && (vital || /^(?:stop|kill)$/.test(command)) ? "system-change" : "service-change")];
  }
  return [];
};

const service: Program = ({ args }) =>
  /^(?:status|--status-all)$/.test(args[1] ?? args[0] ?? "")
    ? []
    : args.length < 2
      ? []
      : [acts(/stop/.test(args[1] ?? "") ? "system-change" : "service-change")];

const mount: Program = ({ args }) => {
  const operands = readOptions(args, "-t: --types: -o: --options: -L: -U: -O:").rest;
  return args.length === 0 || isInfo(args) || (operands.length === 0 && !args.some((arg) => /^(?:-a|--all)$/.test(arg)))
    ? []
    : [acts("system-change")];
};

const sysctl: Program = ({ args }) =>
  args.some((arg) => /^-w|^--write|=|^-p|^--load|^--system/.test(arg)) ? [acts("system-change")] : [];

const ip: Program = ({ args }) => {
  const words = args.filter((arg) => !arg.startsWith("-"));
  return words.some((word) => /^(?:set|add|del|delete|flush|change|replace|append|exec|up|down|restore)$/.test(word))
    ? [acts("system-change")]
    : [prints(LOCAL)];
};

const ifconfig: Program = ({ args }) =>
  args.filter((arg) => !arg.startsWith("-")).length > 1 ? [acts("system-change")] : [prints(LOCAL)];

const iptables: Program = ({ args }) =>
  args.some((arg) =>
    /^-[AIDRFPXNEZ]$|^--(?:append|insert|delete|flush|policy|zero|replace|new-chain|delete-chain)/.test(arg),
  )
    ? [acts("system-change")]
    : [];

const dateTool: Program = ({ args }) =>
  args.some((arg) => /^(?:-s|--set)/.test(arg)) || args.some((arg) => /^\d{8,}$/.test(arg))
    ? [acts("system-change")]
    : [prints(OUTPUT)];

const hostname: Program = ({ args }) =>
  args.some((arg) => !arg.startsWith("-")) ? [acts("system-change")] : [prints(LOCAL)];

const init: Program = ({ args }) => (args.some((arg) => /^[0-6sSqQ]$/.test(arg)) ? [acts("power")] : []);

const journalctl: Program = ({ args }) =>
  args.some((arg) => /^--(?:vacuum|rotate|flush|relinquish|update-catalog|setup-keys)/.test(arg))
    ? [acts("blind-guard")]
    : [];

/** System package managers: asking is fine, installing is a question, tearing out is not. */
const packages = (call: Call): readonly Effect[] => {
  const { args } = call;
  const words = readOptions(
    args,
    "-o: -c: -t: --option: --config-file: --root: --repo: --installroot: -C: -r: -b:",
  ).rest;
  const [command = ""] = words;
  if (isInfo(args) || args.length === 0) return [];
  if (
    /^(?:list|search|show|info|policy|depends|rdepends|changelog|cache|provides|repoquery|repolist|history|check-update|check|outdated|deps|uses|leaves|doctor|config|home|cat|desc|log|--prefix|--cache|--cellar|--repository|download|source|madison|why|query|files|owns|whatprovides|view)$/.test(
      command,
    ) ||
    args.some((arg) => /^(?:-s|--simulate|--dry-run|--just-print|--no-act|--print-uris|--assumeno)$/.test(arg))
  )
    return [];
  if (/^(?:-Q|-Ss|-Si|-Ql|-F)/.test(args[0] ?? "")) return [];
  const removes =
    /^(?:purge|remove|autoremove|erase|del|-R\w*|uninstall|dist-upgrade|full-upgrade)$/.test(command) ||
    args.some((arg) => /^-R|^--purge$/.test(arg));
  const vital = words.some((word) =>
    /^(?:libc6?|glibc|bash|coreutils|dpkg|apt|rpm|systemd|sudo|openssh.*|login|passwd|util-linux|kernel.*|linux-image.*|python3|base-files|base-passwd|init|pacman|zypper|dnf|yum|busybox|musl)$/.test(
      word,
    ),
  );
  const forced = args.some((arg) => /essential|--nodeps|--force-all|--force-remove|--force-depends|-dd\b/.test(arg));
  return [acts(removes && (vital || forced) ? "system-change" : "system-install")];
};

const dpkg: Program = ({ args }) => {
  if (
    args.some((arg) =>
      /^-(?:l|L|s|S|p|c|I|x|X|e|f|W)$|^--(?:list|status|search|print-avail|contents|info|get-selections|print-architecture|version|help|compare-versions|verify|audit|listfiles|extract)/.test(
        arg,
      ),
    )
  )
    return [];
  return [
    acts(
      args.some((arg) => /^--(?:purge|remove|force|unpack-fail)|^-[rP]$/.test(arg))
        ? "system-change"
        : "system-install",
    ),
  ];
};

const rpm: Program = ({ args }) =>
  args.some((arg) => /^-q|^--query|^-V|^--version|^--eval|^-K/.test(arg))
    ? readOptions(args, "--pipe: --eval: -E: --define: -D:").values("--pipe").map(shell)
    : [acts(args.some((arg) => /^-e|^--erase/.test(arg)) ? "system-change" : "system-install")];

const ldconfig: Program = ({ args }) =>
  args.includes("-p") || args.includes("--print-cache") || isInfo(args) ? [] : [acts("system-change")];

/** Asking for a name sends that name; anything with more words sets something. */
const resolvectl: Program = ({ args }) => {
  const [command = "", ...names] = args.filter((arg) => !arg.startsWith("-"));
  if (command === "query") return names.map((to) => ({ kind: "sends", to, data: "" }));
  return names.length < 2 && !/^(?:flush-caches|reset.*|revert)$/.test(command) ? [] : [acts("system-change")];
};

const passwd: Program = ({ args }) =>
  isInfo(args) || args.includes("-S") || args.includes("--status") ? [] : [acts("accounts")];

const stress: Program = ({ args }) => (isInfo(args) ? [] : [acts("exhaust")]);

/** The machine itself: power, kernel, network, mounts, clock, accounts, packages. */
export const MACHINE: Family = {
  ...same(
    "shutdown reboot poweroff halt pm-suspend pm-hibernate pm-powersave rtcwake kexec systemsetup",
    always("power"),
  ),
  ...same("init telinit", init),
  systemctl,
  loginctl: unless(/^(?:list-.*|show.*|.*status)$/),
  service,
  "rc-service": service,
  ...same("rc-update update-rc.d chkconfig insserv", () => [acts("persist")]),
  sv: ({ args }) => (args[0] === "status" ? [] : [acts("service-change")]),
  initctl: unless(/^(?:list|status|version)$/),
  mount,
  umount: always("system-change"),
  fusermount: always("system-change"),
  swapoff: always("system-change"),
  swapon: unless(/^(?:-s|--show|--summary)$/),
  pivot_root: always("system-change"),
  switch_root: always("system-change"),
  ...same(
    "insmod rmmod modprobe depmod dkms kextload kextunload",
    unless(/^(?:-n|--dry-run|-c|--showconfig|--show-depends|-V|status)$/),
  ),
  kmod: unless(/^(?:list|static-nodes|help)$/),
  sysctl,
  ...same(
    "dbus-send busctl gdbus qdbus",
    unless(/^(?:list|tree|introspect|monitor|get-property|status|--help|--session|--user)$/),
  ),
  bpftool: unless(/^(?:show|list|dump|version|help)$/),
  ...same("iptables ip6tables ebtables arptables", iptables),
  ...same("iptables-restore ip6tables-restore", always("system-change")),
  nft: unless(/^(?:list|-c|--check)$/),
  ufw: unless(/^(?:status|show|version)$/),
  "firewall-cmd": unless(/^--(?:list|get|state|query|info)/),
  pfctl: unless(/^-s/),
  ip,
  ifconfig,
  route: unless(/^-n$|^get$/),
  ...same("ifdown ifup brctl tunctl ovs-vsctl wg-quick wg openvpn", unless(/^(?:show|list|status)$/)),
  nmcli: unless(/^(?:show|status|list|monitor)$/),
  networksetup: unless(/^-(?:get|list)/),
  ...same("iw iwconfig rfkill ethtool", unless(/^(?:list|dev|info|show|link|scan|-i|-S)$/)),
  resolvectl,
  scutil: unless(/^--(?:get|dns|proxy|nwi)/),
  tc: unless(/^show$/),
  date: dateTool,
  hwclock: unless(/^(?:-r|--show|--get|-v)$/),
  timedatectl: unless(/^(?:status|show|list-timezones|timesync-status)$/),
  ...same("ntpdate chronyd rdate", always("system-change")),
  hostname,
  hostnamectl: unless(/^(?:status|show)$/),
  localectl: unless(/^(?:status|list-.*)$/),
  domainname: hostname,
  ...same("newusers chpasswd chgpasswd vipw vigr visudo pwconv pwunconv grpconv", ({ args }) =>
    isInfo(args) || args.includes("-c") ? [] : [acts("accounts")],
  ),
  ...same(
    "useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod gpasswd dscl sysadminctl dseditgroup faillock pam-auth-update authconfig authselect realm",
    unless(/^(?:-h|--help|-c|--check|list|read|-read|-list|\.)$/, "accounts"),
  ),
  passwd,
  chage: unless(/^(?:-l|--list)$/, "accounts"),
  ...same("chsh chfn", unless(/^(?:-l|--list-shells)$/, "accounts")),
  setcap: always("set-id-bit"),
  "aa-teardown": always("blind-guard"),
  ...same(
    "setenforce aa-disable aa-complain apparmor_parser setsebool semanage semodule auditctl augenrules spctl csrutil tccutil fdesetup nvram santactl falcoctl",
    unless(/^(?:-s|-l|--status|status|list)$/, "blind-guard"),
  ),
  journalctl,
  logrotate: unless(/^(?:-d|--debug)$/, "blind-guard"),
  ...same("utmpdump", always("blind-guard")),
  ...same(
    "apt apt-get aptitude dnf yum zypper pacman yay paru apk emerge snap brew port pkg pkg_add microdnf xbps-install xbps-remove opkg tdnf nix-env guix flatpak slackpkg eopkg swupd urpmi pkgin mas",
    packages,
  ),
  dpkg,
  "dpkg-deb": ({ args }) =>
    /^(?:-x|-X|-R|--extract|--raw-extract|--vextract)$/.test(args[0] ?? "")
      ? [{ kind: "writes", path: `${args[2] ?? "."}/` }]
      : [],
  "dpkg-reconfigure": always("system-change"),
  "update-alternatives": unless(/^--(?:list|display|query|get-selections)$/),
  rpm,
  ...same(
    "update-grub grub-mkconfig grub2-mkconfig update-initramfs dracut mkinitcpio mkinitrd grub-set-default grub-reboot grubby kernelstub installkernel",
    always("system-change"),
  ),
  ldconfig,
  ...same("update-ca-certificates update-ca-trust trust", always("system-change")),
  ...same("ipcrm quotaon quotaoff setquota edquota prelink tmpreaper", always("system-change")),
  ...same("stress stress-ng memtester cpuburn bonnie++", stress),
  ...same(
    "xmrig minerd cgminer bfgminer ethminer cpuminer t-rex nbminer lolMiner phoenixminer ccminer xmr-stak",
    () => [acts("exhaust")],
  ),
  ...same("setserial loadkeys chvt vbetool", always("system-change")),
  ...same(
    "virsh vboxmanage VBoxManage qm pct vmrun",
    unless(/^(?:list|dominfo|showvminfo|status|version|config|domstate)$/),
  ),
  ...same("cgset cgdelete cgclassify lxc-attach lxc-start lxc-destroy", always("system-change")),
  defaults: unless(/^(?:read|read-type|domains|find|help)$/),
  ...same("softwareupdate pmset", unless(/^(?:-l|--list|-g)$/)),
};
