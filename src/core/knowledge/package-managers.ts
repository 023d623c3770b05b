/** How a family of systems installs a package. */
export type PackageManager = {
  /** What `ID` or `ID_LIKE` of /etc/os-release says; for a system without the file, what Node calls it. */
  readonly systems: readonly string[];
  readonly install: string;
  /** Whether only root can use it. */
  readonly needsRoot: boolean;
  /** Packages that have another name than most systems give them. */
  readonly names?: Readonly<Record<string, string>>;
};

export const PACKAGE_MANAGERS: readonly PackageManager[] = [
  { systems: ["debian", "ubuntu"], install: "apt-get install", needsRoot: true, names: { perl: "perl-base" } },
  { systems: ["fedora", "rhel", "centos", "amzn"], install: "dnf install", needsRoot: true },
  { systems: ["alpine"], install: "apk add", needsRoot: true },
  { systems: ["arch"], install: "pacman -S", needsRoot: true, names: { python3: "python" } },
  { systems: ["suse", "opensuse"], install: "zypper install", needsRoot: true },
  { systems: ["darwin"], install: "brew install", needsRoot: false, names: { python3: "python" } },
];
