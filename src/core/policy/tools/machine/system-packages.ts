import { type Program, runs } from "../effect.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";

/** Verbs that only query. */
const ASKS =
  "list search show info policy depends rdepends changelog cache provides repoquery repolist history check-update check outdated deps uses leaves doctor config home cat desc log download source madison why query files owns whatprovides view remote-info remote-ls remotes ps status describe";
const PRETENDS = "--simulate --dry-run --just-print --no-act --print-uris --assumeno";

/** Packages without which the machine does not start or cannot be repaired, and options that remove any package. */
const VITAL =
  "libc libc6 glibc bash coreutils dpkg apt rpm systemd sudo openssh* login passwd util-linux kernel* linux-image* python3 base-files base-passwd init pacman zypper dnf yum busybox musl base core core18 core20 core22 core24 ~n* ~i*";
const FORCED = "*essential* *--nodeps* *--force-all* *--force-remove* *--force-depends* *-dd";
const TORN_OUT = `${VITAL} ${FORCED}`;

/** Removing a vital package is denied. Any other verb installs or removes something. */
const TEARS_OUT: Row = {
  on: "purge remove rm autoremove erase del uninstall dist-upgrade full-upgrade",
  with: TORN_OUT,
  is: "system-change",
};
const CHANGES: readonly Row[] = [
  { with: ["-R* --purge", TORN_OUT], is: "system-change" },
  { with: "*", is: "system-install" },
];

/** An environment for one command, which stands behind `--`. */
const runsBehindDashes: Program = ({ args }) => (args.includes("--") ? [runs(args.slice(args.indexOf("--") + 1))] : []);

/** Package managers of the system, and what keeps their sources. */
export const SYSTEM_PACKAGES: readonly Tool[] = family("verbs", [
  tool(
    "apt-get apt aptitude dnf yum zypper apk emerge snap pkg pkg_add microdnf xbps-install xbps-remove opkg tdnf nix-env flatpak eopkg swupd pkgin mas",
    {
      takes: "-o: -c: -t: --option: --config-file: --root: --repo: --installroot: -C: -r: -b:",
      // `-s*` and not `-s`, which would also be found inside `-Dsnap` of pkg_add.
      does: [{ on: ASKS }, { with: `-s* ${PRETENDS}` }, TEARS_OUT, ...CHANGES],
      examples: {
        "system-change": [
          "apt-get remove -y openssh-server",
          "apt-get purge --allow-remove-essential less",
          "apt-get install --purge bash",
          "apt-get rm glibc",
        ],
        "system-install": ["apt-get install -y jq", "apt-get -Dsnap install jq", "apt-get -o Debug=1 remove jq"],
        fine: ["apt-get -s upgrade", "apt-get download jq", "apt-get"],
      },
    },
  ),
  tool("guix", {
    does: [
      { on: "shell environment", by: runsBehindDashes },
      { on: `${ASKS} build lint size graph` },
      { with: PRETENDS },
      ...CHANGES,
    ],
    examples: {
      "delete-vital": ["guix shell python -- rm -rf /usr"],
      "system-change": ["guix install --purge bash"],
      "system-install": ["guix install jq"],
      fine: ["guix shell -m manifest.scm -- make check", "guix build -f guix.scm", "guix install --dry-run jq"],
    },
  }),
  // For these `-s` is no dry run: brew, port and urpmi build from the source.
  tool("brew port urpmi slackpkg choco cinst winget scoop", {
    does: [{ on: ASKS }, { with: PRETENDS }, TEARS_OUT, ...CHANGES],
    examples: {
      "system-change": ["brew uninstall bash", "brew install --purge bash"],
      "system-install": ["brew install jq", "brew install -s jq"],
      fine: ["brew list", "brew install --dry-run jq", "brew"],
    },
  }),
  tool("pacman yay paru", {
    does: [{ with: `-Q* -Ss* -Si* -F* -s ${PRETENDS}` }, ...CHANGES],
    examples: {
      "system-change": ["pacman -R glibc"],
      "system-install": ["pacman -S jq", "pacman -R jq"],
      fine: ["pacman -Qi jq", "pacman -Ss jq", "pacman -F bin/jq", "pacman"],
    },
  }),
  tool("dpkg", {
    does: [
      {
        with: "-l -L -s -S -p -c -I -x -X -e -f -W --list* --status* --search* --print-avail* --contents* --info* --get-selections* --print-architecture* --version* --help* --compare-versions* --verify* --audit* --extract*",
      },
      { with: "--purge* --remove* --force* --unpack-fail* -r -P", is: "system-change" },
      { is: "system-install" },
    ],
    examples: {
      "system-change": ["dpkg --remove bash", "dpkg -P jq"],
      "system-install": ["dpkg -i ./app.deb"],
      fine: ["dpkg -l", "dpkg --listfiles jq"],
    },
  }),
  tool("dpkg-deb", {
    takes: "-Z: -z: -S:",
    does: [{ on: "*", with: "-x -X -R --extract --raw-extract --vextract", operands: "writes" }],
    examples: { "write-vital": ["dpkg-deb -x app.deb /"], fine: ["dpkg-deb -x app.deb out", "dpkg-deb -c app.deb"] },
  }),
  tool("dpkg-reconfigure", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["dpkg-reconfigure -f noninteractive tzdata"], fine: ["dpkg-reconfigure --help"] },
  }),
  tool("dpkg-divert dpkg-statoverride do-release-upgrade", {
    does: [{ with: "*", without: "list status --list -l -a", is: "system-change" }],
    examples: { "system-change": ["dpkg-divert --rename /bin/ls"], fine: ["dpkg-divert --list", "dpkg-divert"] },
  }),
  tool("update-alternatives", {
    does: [{ with: "*", without: "--list --display --query --get-selections", is: "system-change" }],
    examples: {
      "system-change": ["update-alternatives --set editor /usr/bin/vim"],
      fine: ["update-alternatives --display editor", "update-alternatives"],
    },
  }),
  tool("alternatives", {
    does: [{ with: "*", without: "--list --display --query", is: "system-change" }],
    examples: {
      "system-change": ["alternatives --set java /usr/bin/java"],
      fine: ["alternatives --display java", "alternatives"],
    },
  }),
  tool("rpm", {
    does: [
      { with: "-q* --query* -V* --version* --eval* -K*", options: { shell: "--pipe", other: "--eval -E" } },
      { with: "-e* --erase*", is: "system-change" },
      { is: "system-install" },
    ],
    examples: {
      "delete-vital": ["rpm -qa --pipe 'rm -rf /'", "rpm --eval '%(rm -rf /)'"],
      "system-change": ["rpm -e bash"],
      "system-install": ["rpm -i app.rpm"],
      fine: ["rpm -qa", "rpm -qa --pipe head"],
    },
  }),
  tool("apt-key add-apt-repository apt-add-repository rpmkeys dnf-3 subscription-manager eselect layman", {
    does: [{ without: "list --list -l finger status -L", is: "persist", because: "package sources" }],
    examples: { persist: ["apt-key add key.gpg"], fine: ["apt-key list"] },
  }),
  tool("nix-collect-garbage", {
    does: [{ with: "*", without: "list --output* -l", is: "system-change" }],
    examples: { "system-change": ["nix-collect-garbage -d"], fine: ["nix-collect-garbage --help"] },
  }),
  tool("update-ca-certificates update-ca-trust trust", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["update-ca-certificates --fresh"], fine: ["update-ca-certificates --help"] },
  }),
]);
