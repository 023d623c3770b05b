import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

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
 * What of /etc programs need to work. A list of what is shown and not of what is hidden: root's own files are readable to
 * a sandbox that root starts, and nobody can list every secret that someone keeps in /etc.
 */
const ETC = (
  "alternatives bash.bashrc bindresvport.blacklist ca-certificates ca-certificates.conf crypto-policies debian_version default/locale " +
  "dpkg emacs fonts fedora-release gai.conf gitconfig glvnd gprofng.rc groff gss host.conf hosts ImageMagick-6 inputrc issue " +
  "java-8-openjdk java-11-openjdk java-17-openjdk java-21-openjdk java-25-openjdk ld.so.cache ld.so.conf ld.so.conf.d ld.so.preload " +
  "libnl locale.alias locale.conf locale.gen localtime login.defs lsb-release magic magic.mime mailcap manpath.config maven mime.types " +
  "netconfig networks npmrc nsswitch.conf OpenCL os-release perl php pip.conf pki/tls/certs pki/ca-trust pki/tls/cert.pem " +
  "pki/tls/openssl.cnf profile profile.d protocols python3 python3.11 python3.12 python3.13 redhat-release rpc ruby services sgml shells " +
  "skel ssl/cert.pem ssl/certs ssl/openssl.cnf static/ssl terminfo timezone vim wgetrc X11/rgb.txt xattr.conf xdg xml"
).split(" ");

/** Parts of /proc that act on the whole machine: read-only whoever the caller is. */
const PROC_READ_ONLY = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/scsi",
  "/proc/mtrr",
  "/proc/driver",
] as const;

/** Parts of /proc that tell about the whole machine and that nothing needs. */
const PROC_HIDDEN = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/key-users",
  "/proc/kmsg",
  "/proc/kpagecgroup",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/latency_stats",
  "/proc/timer_list",
  "/proc/sched_debug",
  "/proc/config.gz",
  "/proc/cmdline",
] as const;

/** bubblewrap's arguments for the system as a command sees it: programs and libraries, and of the rest what they need. */
export function systemView(): string[] {
  const args: string[] = [];
  for (const path of SYSTEM) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isSymbolicLink()) args.push("--symlink", readlinkSync(path), path);
    else args.push("--ro-bind", path, path);
  }
  for (const name of ETC) {
    const path = `/etc/${name}`;
    if (existsSync(path)) args.push("--ro-bind", realpathSync(path), path);
  }
  args.push(
    "--ro-bind-try",
    "/var/lib/dpkg",
    "/var/lib/dpkg",
    "--symlink",
    "/tmp",
    "/var/tmp",
    "--symlink",
    "/run",
    "/var/run",
  );
  args.push("--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu");
  return args;
}

/** Devices, processes and shared memory of the sandbox's own. `--dev` alone is a writable half of the machine's memory. */
export function kernelView(unreadableFile: string): string[] {
  const args = [
    "--dev",
    "/dev",
    "--perms",
    "1777",
    "--size",
    String(64 * 1024 * 1024),
    "--tmpfs",
    "/dev/shm",
    "--remount-ro",
    "/dev",
  ];
  args.push("--proc", "/proc");
  for (const path of PROC_READ_ONLY) if (existsSync(path)) args.push("--ro-bind", path, path);
  for (const path of PROC_HIDDEN) if (existsSync(path)) args.push("--ro-bind", unreadableFile, path);
  return args;
}

/** Name resolution, where the network is the host's: the file that resolv.conf really is. */
export function resolverView(): string[] {
  return existsSync("/etc/resolv.conf") ? ["--ro-bind", realpathSync("/etc/resolv.conf"), "/etc/resolv.conf"] : [];
}

/** Users and groups as seen inside: only the one who is there, so that `whoami` works and the host's accounts stay unknown. */
export function accounts(user: { readonly uid: number; readonly gid: number; readonly home: string }): {
  passwd: Buffer;
  group: Buffer;
} {
  const root = user.uid === 0 ? [] : ["root:x:0:0:root:/nonexistent:/bin/false"];
  return {
    passwd: Buffer.from(
      [
        ...root,
        `agent:x:${user.uid}:${user.gid}:agent:${user.home}:/bin/bash`,
        "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
        "",
      ].join("\n"),
    ),
    group: Buffer.from(
      [...(user.gid === 0 ? [] : ["root:x:0:"]), `agent:x:${user.gid}:`, "nogroup:x:65534:", ""].join("\n"),
    ),
  };
}
