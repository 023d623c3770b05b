import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that shut the machine down, restart it, put it to sleep or exhaust it. */
export const POWER: readonly Tool[] = family("verbs", [
  tool("shutdown reboot poweroff halt pm-suspend pm-hibernate pm-powersave rtcwake kexec", {
    does: [{ is: "power" }],
    examples: { power: ["shutdown", "shutdown -r now"], fine: ["shutdown --help"] },
  }),
  tool("openrc-shutdown shutdown-all xe-toolstack-restart gnome-session-quit systemsetup", {
    does: [{ is: "power" }],
    examples: { power: ["openrc-shutdown --poweroff now"], fine: ["openrc-shutdown --help"] },
  }),
  tool("init telinit", {
    does: [{ with: "0 1 2 3 4 5 6 s S q Q", is: "power" }],
    examples: { power: ["init 0", "init 6", "init S"], fine: ["init --version"] },
  }),
  tool("softwareupdate pmset", {
    does: [{ with: "*", without: "-l --list -g", is: "system-change" }],
    examples: { "system-change": ["softwareupdate -i -a"], fine: ["softwareupdate --list", "softwareupdate"] },
  }),
  tool("stress stress-ng memtester cpuburn bonnie++", {
    does: [{ is: "exhaust" }],
    examples: { exhaust: ["stress --cpu 8"], fine: ["stress --version"] },
  }),
  tool("xmrig minerd cgminer bfgminer ethminer cpuminer t-rex nbminer lolMiner phoenixminer ccminer xmr-stak", {
    does: [{ is: "exhaust" }],
    examples: { exhaust: ["xmrig -o pool.example:3333"], fine: ["xmrig --version"] },
  }),
]);
