import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { makeDirectory } from "../../files/make-directory.ts";
import { UNREADABLE_INSIDE } from "./seal.ts";

/** Directories that are the system itself; on merged systems most of them are links into /usr. */
const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/nix/var/nix/profiles",
] as const;

/**
 * What programs need of /etc. It lists what is shown, not what is hidden: a sandbox that root starts can read root's
 * own files, and no list names every secret that an operator keeps in /etc. Files are copied, because a mount for each
 * would take most of the start's time; large directories without secrets are mounted.
 */
const ETC_FILES = (
  "bash.bashrc bindresvport.blacklist ca-certificates.conf crypto-policies/config debian_version default/locale fedora-release gai.conf " +
  "gitconfig host.conf hosts inputrc issue ld.so.cache ld.so.conf ld.so.preload locale.alias locale.conf localtime login.defs " +
  "lsb-release magic magic.mime mailcap manpath.config mime.types netconfig networks npmrc nsswitch.conf os-release pip.conf " +
  "pki/tls/cert.pem pki/tls/openssl.cnf protocols python3/debian_config redhat-release rpc services shells ssl/cert.pem " +
  "ssl/openssl.cnf timezone wgetrc xattr.conf gemrc nanorc papersize screenrc tigrc tmux.conf"
).split(" ");

/** Small directories, copied whole; of Java and Python there may be several. */
const ETC_COPIED =
  /^(?:fonts|gdb|groff|ImageMagick-\d|java-\d+-openjdk|maven|mercurial|perl|postgresql-common|python3\.\d+|subversion|terminfo|vim)$/;

/**
 * The start file of login shells. The session has what the machine's own makes of the environment already, and more: the
 * user's. The machine's would set PATH back.
 */
const PROFILE = "# A login shell has the environment of its session.\n";

/** Large directories, mounted. */
const ETC_MOUNTED = "alternatives pki/tls/certs pki/ca-trust ssl/certs static".split(" ");

/**
 * Parts of /proc that act on the whole machine and that root owns: a sandbox that root starts could write them.
 * bubblewrap itself covers sysrq-trigger, irq and bus; the rest needs capabilities that no process has inside.
 */
const ROOTS_PROC = ["/proc/fs", "/proc/acpi", "/proc/scsi"];

/**
 * The memory of the first process inside, bubblewrap's own. A command that writes it could make that process forget
 * that it dies with its parent, and outlive the host.
 */
const FIRST_PROCESS = ["/proc/1/mem", "/proc/1/task/1/mem"];

/** bubblewrap's arguments for the system as a command sees it: programs and libraries, and of the rest what they need. */
export function systemView(etc: string): string[] {
  const args: string[] = [];
  for (const path of SYSTEM) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isSymbolicLink()) args.push("--symlink", readlinkSync(path), path);
    else args.push("--ro-bind", path, path);
  }
  args.push("--ro-bind", etc, "/etc");
  for (const name of ETC_MOUNTED)
    if (existsSync(join(etc, name))) args.push("--ro-bind", `/etc/${name}`, `/etc/${name}`);
  args.push("--ro-bind-try", "/var/lib/dpkg", "/var/lib/dpkg");
  args.push("--symlink", "/tmp", "/var/tmp", "--symlink", "/run", "/var/run");
  return args;
}

/**
 * Makes the /etc of a sandbox. Copies only what every user may read, also when root is the caller; links stay links and
 * lead to a path inside.
 */
export function writeEtc(etc: string, user: Account): void {
  mkdirSync(etc, { mode: 0o755 });
  const copied = readdirSync("/etc").filter((name) => ETC_COPIED.test(name));
  for (const name of [...ETC_FILES, ...copied]) copyForEveryone(join("/etc", name), join(etc, name));
  for (const name of ETC_MOUNTED) {
    if (existsSync(`/etc/${name}`)) makeDirectory(join(etc, name), 0o755);
  }
  const { passwd, group } = accounts(user);
  writeFileSync(join(etc, "passwd"), passwd, { mode: 0o644 });
  writeFileSync(join(etc, "group"), group, { mode: 0o644 });
  writeFileSync(join(etc, "profile"), PROFILE, { mode: 0o644 });
  writeFileSync(join(etc, basename(UNREADABLE_INSIDE)), "", { mode: 0o000 });
  // A file to mount the real one on, which changes with the network.
  writeFileSync(join(etc, "resolv.conf"), "", { mode: 0o644 });
}

/** Makes a file or directory to mount the operator's path in /etc on. */
export function makePlaceInEtc(etc: string, path: string): void {
  const place = join(etc, relative("/etc", path));
  if (existsSync(place)) return;
  if (lstatSync(path).isDirectory()) makeDirectory(place, 0o755);
  else {
    makeDirectory(dirname(place), 0o755);
    writeFileSync(place, "", { mode: 0o644 });
  }
}

function copyForEveryone(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return;
  makeDirectory(dirname(to), 0o755);
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stat.isDirectory() && (stat.mode & 0o005) === 0o005) {
    for (const name of readdirSync(from)) copyForEveryone(join(from, name), join(to, name));
  } else if (stat.isFile() && (stat.mode & 0o004) !== 0) copyFileSync(from, to);
}

/**
 * The sandbox's own devices, processes and shared memory. `--dev` alone lets commands fill half of the machine's
 * memory.
 */
export function kernelView(unreadableFile: string, isRoot: boolean): string[] {
  const args = ["--dev", "/dev", "--perms", "1777", "--size", String(64 * 1024 * 1024), "--tmpfs", "/dev/shm"];
  args.push("--remount-ro", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys");
  for (const path of isRoot ? ROOTS_PROC : []) if (existsSync(path)) args.push("--ro-bind", path, path);
  for (const path of ["/proc/keys", ...FIRST_PROCESS]) args.push("--ro-bind", unreadableFile, path);
  return args;
}

/** Mounts the file behind resolv.conf, where the network is the host's. */
export function resolverView(): string[] {
  return existsSync("/etc/resolv.conf") ? ["--ro-bind", realpathSync("/etc/resolv.conf"), "/etc/resolv.conf"] : [];
}

/** The account of commands, as they see it. */
export type Account = { readonly uid: number; readonly gid: number; readonly home: string };

/**
 * The users and groups inside: only the commands' own account, so that `whoami` works and the host's accounts stay
 * unknown.
 */
function accounts({ uid, gid, home }: Account): { passwd: string; group: string } {
  const root = uid === 0 ? [] : ["root:x:0:0:root:/nonexistent:/bin/false"];
  const nobody = "nobody:x:65534:65534:nobody:/nonexistent:/bin/false";
  return {
    passwd: [...root, `agent:x:${uid}:${gid}:agent:${home}:/bin/bash`, nobody, ""].join("\n"),
    group: [...(gid === 0 ? [] : ["root:x:0:"]), `agent:x:${gid}:`, "nogroup:x:65534:", ""].join("\n"),
  };
}
