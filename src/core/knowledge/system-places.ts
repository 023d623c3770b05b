import { nameList } from "./name-list.ts";

/** Where the system lives: the policy calls it vital, no sandbox has a workspace or a writable path there. */
const SYSTEM_TREES = nameList(
  "bin sbin lib lib32 lib64 libx32 usr etc boot dev proc sys run lost+found System nix snap efi",
);

/** Trees that belong to the machine: everything in them is vital to the policy. */
export const VITAL_TREES: readonly string[] = [...SYSTEM_TREES, ...nameList("root var private cores")];

/** What package managers fetch again by themselves: an image build empties it. */
export const PACKAGE_CACHES: readonly string[] = nameList(
  "/var/lib/apt/lists /var/cache/apt /var/cache/apk /var/cache/yum /var/cache/dnf /var/cache/pacman /var/cache/debconf",
);

/** The same for a sandbox. Projects lie in `/root` and `/var/www`, so only the parts of `/var` that are the system's count. */
export const SYSTEM_DIRECTORIES: readonly string[] = [
  ...SYSTEM_TREES.map((tree) => `/${tree}`),
  "/var/lib",
  "/var/run",
];

/** Directories of other owners' files: they are vital themselves, what lies deeper is outside. */
export const VITAL_ROOTS: readonly string[] = nameList(
  "home Users opt srv mnt media Volumes Applications Library Network",
);

/** Parts of `/Library` that a Mac needs, or runs at its start. */
export const LIBRARY_VITAL: readonly string[] = nameList(
  "LaunchDaemons LaunchAgents StartupItems Preferences Extensions SystemExtensions Keychains Security",
);

/** Parts of a home directory that no user can afford to lose. */
export const HOME_VITAL: readonly string[] = [
  ...nameList(`
    Documents Desktop Pictures Downloads Music Videos Movies Public Library Photos Dropbox OneDrive GoogleDrive Nextcloud Sync Projects projects code Code src work workspace dev repos go .config .local .local/share .local/bin bin .ssh .gnupg .aws .kube .mozilla Applications Mail mail backup backups Backups
  `),
  "iCloud Drive",
];

/** Directories where every user and every program may put files. */
export const TEMP_ROOTS: readonly string[] = nameList("/tmp /var/tmp /dev/shm /private/tmp /var/folders");

/** A path written as one below them: what lies there may come from any program. */
export const IN_TEMP: RegExp = new RegExp(`^(?:${TEMP_ROOTS.join("|")})/`);

/** Devices that swallow or produce bytes and harm nothing; `fd` and `pts` are directories of them. */
const QUIET = "(?:null|zero|full|u?random|std(?:in|out|err)|tty|ptmx|(?:fd|pts)(?:/.*)?)";
export const QUIET_DEVICE: RegExp = new RegExp(`^/dev/${QUIET}$`);

/** Any other device, as a part of an expression: what is written there is lost, or goes to hardware. */
export const LOUD_DEVICE: string = `/dev/(?!${QUIET}(?:$|[^\\w/])|shm(?:/|$))`;

/** A device that holds a file system or the machine's memory, as a part of an expression. */
export const BLOCK_DEVICE: string =
  "/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk\\d|mapper/|md(?:\\d|/)|loop\\d|dm-|nbd|bcache|zd|zvol/|ada|da\\d|root|k?mem$|port$)";

/** Commands that a file in a personal `bin` must not shadow. */
export const SHADOWED: ReadonlySet<string> = new Set(
  nameList(`
    sh bash zsh dash ls cat cp mv rm ln cd sudo su doas ssh scp sftp git gpg node npm npx yarn pnpm python python3 pip pip3 ruby perl php make gcc cc curl wget docker kubectl vim vi nano less more man ps top kill grep find sed awk tar env login passwd code claude codex gemini nacre go cargo java mysql psql aws gcloud az gh which echo test true false
  `),
);
