import type { RuleId } from "../../rules/all-rules.ts";
import { FILE, PROCESSES } from "../../values/abstract-text.ts";
import { acts, type Family, type Program, prints, reads, same } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { always, unless } from "./machine.ts";

/** Does what the rule says whenever one of its arguments is such a word. */
const when =
  (word: RegExp, rule: RuleId): Program =>
  ({ args }) =>
    args.some((arg) => word.test(arg)) ? [acts(rule)] : [];

const dmesg: Program = ({ args }) =>
  args.some((arg) => /^-\w*[CcDEn]|^--(?:clear|read-clear|console)/.test(arg)) ? [acts("blind-guard")] : [];

/** `ps e` shows the environment of other processes; `ps -e` only lists them. */
const ps: Program = ({ args }) => {
  const [first = ""] = args;
  return /^[a-df-zA-Z]*e[a-zA-Z]*$/.test(first) ? [acts("read-secret")] : [prints(PROCESSES)];
};

const getent: Program = ({ args }) => {
  const [base = "", ...names] = args.filter((arg) => !arg.startsWith("-"));
  if (/^g?shadow$/.test(base)) return [acts("read-secret")];
  return /^(?:a?hosts(?:v[46])?|services|networks)$/.test(base)
    ? names.filter((host) => /[^\w.-]|\./.test(host)).map((from) => ({ kind: "sends", to: from, data: "" }))
    : [];
};

const outlets =
  (rule: RuleId): Program =>
  ({ args }) =>
    isInfo(args) ? [] : [acts(rule)];

/** What lies below the operating system or beside it: boards, buses, virtual machines, services, repositories. */
export const HARDWARE: Family = {
  ...same("openrc-shutdown shutdown-all xe-toolstack-restart", always("power")),
  ...same("ipmitool ipmi-power ipmi-chassis racadm ilorest", unless(/^(?:status|list|print|info|sdr|sel|sensor|fru)$/)),
  ...same(
    "slay chcpu chmem wrmsr i2cset setpci bless dpkg-divert dpkg-statoverride do-release-upgrade kpatch livepatch klp",
    unless(/^(?:list|status|--list|-l|-a)$/),
  ),
  ...same("devmem devmem2 memtool ioport outb outw outl phytool mii-tool isadump i2cdump", unless(/^(?:-v|--list)$/)),
  ...same(
    "fsfreeze fwupdmgr fwupdtool multipath drbdadm drbdsetup ceph rbd rados radosgw-admin gluster pcs crm corosync-cfgtool iscsiadm targetcli nvmetcli tgtadm",
    unless(
      /^(?:-l|-ll|ls|list|status|show|get-devices|get-updates|get-history|health|df|info|-s|-h|health-detail|node|osd-tree|version)$/,
    ),
  ),
  ...same(
    "xl xm esxcli prlctl vmware-cmd govc vim-cmd bhyvectl vmctl limactl orb colima",
    unless(/^(?:list|ls|info|status|version|top|dmesg|ssh|shell|start|template)$/),
  ),
  ...same(
    "ipset ipvsadm conntrack xtables-multi shorewall csf fail2ban-client nft-restore netplan wpa_cli dhclient dhcpcd vconfig bridge teamdctl ifenslave vtysh birdc",
    unless(/^(?:list|-L|-l|status|get|show|ping|version|save|-S|--list|generate)$/),
  ),
  ...same(
    "osqueryctl auditbeat filebeat wazuh-control ossec-control freshclam clamdscan chkrootkit aide tripwire falconctl mdatp sentinelctl cbagentd",
    when(/^(?:stop|disable|uninstall|remove|unload|config|passive|exclusion|shutdown)$/, "blind-guard"),
  ),
  ...same("chcon restorecon setfattr runcon fixfiles", ({ args }) =>
    args.filter((arg) => arg.includes("/")).map((path) => ({ kind: "opens-access", path, recursive: true })),
  ),
  ...same(
    "add-apt-repository apt-add-repository apt-key rpmkeys dnf-3 subscription-manager eselect layman",
    ({ args }) =>
      isInfo(args) || args.some((arg) => /^(?:list|--list|-l|finger|status|-L)$/.test(arg))
        ? []
        : [acts("persist", "package sources")],
  ),
  ...same(
    "dconf gsettings xfconf-query kwriteconfig5 kwriteconfig6 xdg-settings",
    when(/^(?:write|set|load|reset|-s|--set|--key|import)$/, "persist"),
  ),
  "xdg-mime": when(/^(?:default|install)$/, "persist"),
  ...same(
    "krew at-spi rc-config runit-init s6-rc-bundle dinitctl sc sysv-rc-conf ntsysv systemd-sysext",
    unless(/^(?:list|search|info|status|query)$/, "system-install"),
  ),
  ...same(
    "fastboot heimdall esptool esptool.py avrdude dfu-util openocd st-flash JLinkExe nrfjprog tegrarcm rkdeveloptool",
    unless(/^(?:devices|version|read|read_flash|chip_id|flash_id|--list|-l|getvar)$/),
  ),
  ...same(
    "cpupower nvidia-smi rocm-smi x86_energy_perf_policy tuned-adm powertop",
    when(/^(?:frequency-set|set|--?gpu-?reset|-r|-pl|-pm|-lgc|profile|off|\d+|--auto-tune)$/, "system-change"),
  ),
  ...same(
    "usbreset uhubctl eject zramctl sg_reset sg_write_buffer vgcfgrestore nix-collect-garbage",
    unless(/^(?:list|--output.*|-l)$/),
  ),
  "gnome-session-quit": always("power"),
  alternatives: unless(/^--(?:list|display|query)$/),
  ...same("faillog lastlog lastb", when(/^(?:-r|--reset|-C|--clear|-S|--set|-m)$/, "blind-guard")),
  wevtutil: when(/^(?:cl|clear-log|sl)$/, "blind-guard"),
  ...same("icacls nfs4_setfacl xattr chflags cacls", ({ args }) =>
    args.filter((arg) => arg.includes("/")).map((path) => ({ kind: "opens-access", path, recursive: true })),
  ),
  mkcert: when(/^-(?:install|uninstall)$/, "persist"),
  ...same("crond cron busybox-crond mcron cronie", always("system-change")),
  ...same("mimipenguin lazagne linpeas linpeas.sh pspy laudanum mimikatz LinEnum.sh unshadow", outlets("read-secret")),
  ...same("ipfs syncthing lsyncd csync2 resilio-sync btsync", ({ args }) =>
    isInfo(args) || /^(?:cat|ls|id|version|help|get)$/.test(args[0] ?? "") ? [] : [acts("network")],
  ),
  dmesg,
  ps,
  getent,
  ...same(
    "docker-credential-desktop docker-credential-secretservice docker-credential-pass docker-credential-osxkeychain docker-credential-wincred docker-credential-ecr-login docker-credential-gcloud git-credential-manager git-credential-libsecret git-credential-osxkeychain",
    outlets("read-secret"),
  ),
  ...same("atuin mcfly hstr", when(/^(?:search|history|export|dump|stats)$/, "read-secret")),
  ...same(
    "cryptcat dbd stunnel stunnel4 sshd dropbear upterm teleport rustcat rcat pwncat pwncat-cs reverse-ssh sliver-client evil-winrm xrdp x11vnc vncserver Xvnc krfb x0vncserver in.telnetd telnetd inetd xinetd rshd code-server",
    outlets("remote-shell"),
  ),
  ...same("restic borg duplicity duplicacy kopia bup rdiff-backup attic zbackup tarsnap", ({ args }) => [
    ...args
      .filter((arg) => /:\/\/|^s?ftp:|^\w+:[\w.-]+[:/]|@[\w.-]+:/.test(arg) && !arg.startsWith("file:"))
      .map(
        (to) =>
          ({
            kind: "sends",
            to: /:\/\//.test(to) ? to : to.replace(/^(?:sftp|rest|s3|b2|gs|azure|rclone):/, ""),
            data: FILE,
          }) as const,
      ),
    ...args.filter((arg) => /^(?:forget|prune|delete|purge|unlock)$/.test(arg)).map(() => acts("destroy-remote")),
  ]),
  ...same("mosquitto_pub mqttx nats kcat kafkacat amqp-publish slackcat irccat", ({ args, stdin }) => [
    ...args.flatMap((arg, index) => (/^(?:-f|--file|-l)$/.test(args[index - 1] ?? "") ? [reads(arg)] : [])),
    {
      kind: "sends",
      to: args[args.findIndex((arg) => /^(?:-h|--host|-b|-s|--server)$/.test(arg)) + 1] ?? "",
      data: stdin,
    },
  ]),
};
