import { runs } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { running } from "./running.ts";
import { su, sudo } from "./sudo.ts";

/** Tools that run a command as another user, or with other rights. */
export const PRIVILEGE: readonly Tool[] = family("everything", [
  tool("systemd-nspawn", {
    ...running("-D: -M: -b --directory: --machine: --bind:"),
    does: [{ is: "container-escape" }],
    examples: {
      "container-escape": ["systemd-nspawn -D 1 ls"],
      "delete-vital": ["systemd-nspawn -D 1 rm -rf /usr"],
      fine: ["systemd-nspawn --help"],
    },
  }),
  tool("chroot", {
    ...running("--userspec: --groups: -u: -g:", 1),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["chroot --userspec 1 /srv/x ls"],
      "delete-vital": ["chroot --userspec 1 /srv/x rm -rf /usr"],
      fine: ["chroot --help"],
    },
  }),
  tool("unshare", {
    ...running(
      "-w: --wd: -R: --root: -S: -G: --setuid: --setgid: --propagation: --setgroups: --map-user: --map-group: --map-users: --map-groups:",
    ),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["unshare -w 1 ls"],
      "delete-vital": ["unshare -w 1 rm -rf /usr"],
      fine: ["unshare --help"],
    },
  }),
  tool("pkexec", {
    ...running("-u: --user:"),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["pkexec -u 1 ls"],
      "delete-vital": ["pkexec -u 1 rm -rf /usr"],
      fine: ["pkexec --help"],
    },
  }),
  tool("gksu gksudo kdesu kdesudo beesu", {
    ...running("-u: --user: -m: --message: -D: --description:"),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["gksu -u root ls"],
      "delete-vital": ["gksu -u root rm -rf /usr"],
      fine: ["gksu --help"],
    },
  }),
  tool("run0", {
    ...running("-u: --user: -g: --group: -D: --chdir: --setenv: --property: --slice: --nice: --unit:"),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["run0 -u 1 ls"],
      "delete-vital": ["run0 -u 1 rm -rf /usr"],
      fine: ["run0 --help"],
    },
  }),
  tool("gosu su-exec sg", {
    ...running("", 1),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["gosu app ls"],
      "delete-vital": ["gosu app rm -rf /usr"],
      fine: ["gosu --help"],
    },
  }),
  tool("runuser", {
    ...running("-u: --user: -g: -G: -s: -w:"),
    does: [{ is: "privilege" }],
    examples: {
      privilege: ["runuser -u 1 ls"],
      "delete-vital": ["runuser -u 1 rm -rf /usr"],
      fine: ["runuser --help"],
    },
  }),
  tool("capsh", {
    does: [{ is: "privilege" }],
    also: [{ with: "--", by: ({ args }) => [runs(["bash", ...args.slice(args.indexOf("--") + 1)])] }],
    examples: { privilege: ["capsh --print"], "delete-vital": ["capsh -- -c 'rm -rf /'"], fine: ["capsh --help"] },
  }),
  tool("sudo doas", {
    by: sudo,
    examples: {
      privilege: ["sudo ls"],
      "delete-vital": ["sudo -u app rm -rf /usr"],
      "raise-privilege": ["sudo -i"],
      fine: ["sudo --version"],
    },
  }),
  tool("su", {
    by: su,
    examples: {
      privilege: ["su app -c ls"],
      "raise-privilege": ["su"],
      "delete-vital": ["su -c 'rm -rf /usr'"],
      fine: ["su --help"],
    },
  }),
  tool("newgrp", {
    does: [{ is: "privilege" }],
    options: { shell: "stdin" },
    examples: {
      privilege: ["newgrp docker"],
      "delete-vital": ["echo 'rm -rf /usr' | newgrp docker"],
      fine: ["newgrp --help"],
    },
  }),
  tool("sudoedit", {
    does: [{ is: "raise-privilege" }],
    examples: { "raise-privilege": ["sudoedit notes.txt"], fine: ["sudoedit --help"] },
  }),
  tool("nsenter", {
    ...running("-t: --target: -S: --setuid: -G: --setgid: -r --root -w --wd"),
    does: [{ is: "container-escape" }],
    examples: {
      "container-escape": ["nsenter -t 1 -m"],
      "delete-vital": ["nsenter -t 1 rm -rf /usr"],
      fine: ["nsenter --help"],
    },
  }),
  tool("systemd-run", {
    ...running(
      "-p: --property: -u: --unit: -M: --machine: -H: --host: --slice: --description: --uid: --gid: --nice: -E: --setenv: --on-active: --on-boot: --on-calendar: --working-directory:",
    ),
    also: [{ with: "--on-* --timer*", is: "persist" }],
    examples: {
      "delete-vital": ["systemd-run -u x rm -rf /usr"],
      persist: ["systemd-run --on-calendar=daily ls"],
      fine: ["systemd-run --user ls"],
    },
  }),
]);
