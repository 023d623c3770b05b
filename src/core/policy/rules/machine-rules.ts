import type { Rule } from "./rule.ts";

/** The ids of these rules. */
export type MachineRule =
  | "power"
  | "system-change"
  | "disk-tool"
  | "accounts"
  | "raise-privilege"
  | "privilege"
  | "system-install"
  | "persist"
  | "blind-guard"
  | "users-act"
  | "kill-guard"
  | "kill-process"
  | "trace-process"
  | "service-change"
  | "container-escape"
  | "container-change";

/** Rules about what a command does to the machine, its processes and its users. */
export const MACHINE_RULES: Readonly<Record<MachineRule, Rule>> = {
  power: {
    decision: "deny",
    reason: "This shuts the machine down or restarts it.",
    suggestion: "Say that a restart is needed, and why.",
    examples: { caught: ["shutdown -h now", "systemctl reboot"], fine: ["shutdown --help", "man reboot"] },
  },
  "system-change": {
    decision: "deny",
    reason: "This reconfigures the machine: services, kernel, network, mounts, clock or packages it needs.",
    suggestion: "Describe the change to the user.",
    examples: {
      caught: ["iptables -F", "mount -o remount,rw /", "systemctl stop sshd"],
      fine: ["systemctl status nginx", "mount"],
    },
  },
  "disk-tool": {
    decision: "deny",
    reason: "This formats, partitions, wipes or works on a whole disk, past the files on it.",
    suggestion: "Work on an image file in the workspace.",
    examples: { caught: ["mkfs.ext4 /dev/sda1", "wipefs -a /dev/sdb"], fine: ["mkfs.ext4 ./disk.img", "lsblk"] },
  },
  accounts: {
    decision: "deny",
    reason: "This changes users, passwords or who may do what.",
    suggestion: "Describe the account that is needed to the user.",
    examples: { caught: ["useradd x", "passwd root"], fine: ["id", "whoami"] },
  },
  "raise-privilege": {
    decision: "deny",
    reason: "This opens a shell or an editor with the rights of another user.",
    suggestion: "Name the one command that needs the right, so that it can be judged.",
    examples: { caught: ["sudo -i", "sudo su -"], fine: ["sudo --version"] },
  },
  privilege: {
    decision: "ask",
    reason: "This runs with more rights than the agent has.",
    suggestion: "Find a way that needs no more rights: install into the project, use a port above 1024.",
    examples: { caught: ["sudo apt-get install -y jq", "sudo ls"], fine: ["apt-cache show jq"] },
  },
  "system-install": {
    decision: "ask",
    reason: "This installs or removes software of the machine.",
    suggestion: "Install it in the project: `npm install`, `pip install -r requirements.txt`.",
    examples: { caught: ["apt-get install -y jq"], fine: ["apt list"] },
  },
  persist: {
    decision: "deny",
    reason: "This makes something run later, outside the session and its guard.",
    suggestion: "Run it now, or ask the user to schedule it.",
    examples: { caught: ["crontab x", "systemctl enable x", "at now"], fine: ["crontab -l"] },
  },
  "blind-guard": {
    decision: "deny",
    reason: "This weakens or blinds what guards or records the agent's work.",
    suggestion: "Leave the guard as it is, and say what it stops.",
    examples: { caught: ["history -c", "setenforce 0"], fine: ["history"] },
  },
  "users-act": {
    decision: "deny",
    reason:
      "This is the user's own act: nacre's rules, answers, tokens, client settings and repairs are not the agent's.",
    suggestion: "Say what is needed and why, and let the user do it.",
    examples: {
      caught: ["nacre allow 'Bash(*)' --user", "npx nacre answer x once"],
      fine: ["nacre rules", "nacre check ls"],
    },
  },
  "kill-guard": {
    decision: "deny",
    reason: "This ends or stops the process that runs the agent, or the whole system.",
    suggestion: "End the process you started by its pid or job number.",
    examples: { caught: ["kill -9 -1", "kill $PPID"], fine: ["kill %1"] },
  },
  "kill-process": {
    decision: "ask",
    reason: "This ends processes that the agent may not own.",
    suggestion: "End what you started by its job, or by the pid that this session got: `kill %1`, `kill $!`.",
    examples: { caught: ["pkill node", "kill 1234"], fine: ["kill $!"] },
  },
  "trace-process": {
    decision: "ask",
    reason: "This looks into or steers another process.",
    suggestion: "Start the program under the tool instead: `strace ./app`, `gdb ./app`.",
    examples: { caught: ["strace -p 1234"], fine: ["strace ls"] },
  },
  "service-change": {
    decision: "ask",
    reason: "This starts or stops a service.",
    suggestion: "Start the program in this session: `npm run dev &`.",
    examples: { caught: ["systemctl --user restart app"], fine: ["systemctl status app"] },
  },
  "container-escape": {
    decision: "deny",
    reason: "This gives a container the host's files, devices, namespaces or rights.",
    suggestion: "Mount only the workspace, without `--privileged`.",
    examples: {
      caught: ["docker run -v /:/h alpine", "nsenter -t 1 -a"],
      fine: ["docker run --rm -v $PWD:/app alpine"],
    },
  },
  "container-change": {
    decision: "ask",
    reason: "This stops, removes or fetches containers, images or volumes.",
    suggestion: "Look first: `docker ps -a`, `docker images`, `docker volume ls`.",
    examples: { caught: ["docker system prune -af", "docker pull alpine"], fine: ["docker ps"] },
  },
};
