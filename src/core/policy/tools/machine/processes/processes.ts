import { PARENT } from "../../../values/abstract-text.ts";
import { family, type Tool, tool } from "../../tool-shape.ts";
import { findByName, kill, killByName, listed } from "./signals.ts";

/** Processes: what ends them, finds them and looks into them. */
export const PROCESS_TOOLS: readonly Tool[] = family("verbs", [
  tool("kill", {
    does: [{ with: "-l -L --list --help --version --table" }, { by: kill }],
    examples: {
      "kill-guard": ["kill -9 -1", "kill $PPID", "kill -1", "kill -- -1", "kill $(pgrep claude)", "kill -s TERM 1"],
      "kill-process": ["kill 1234", "kill -0 x; kill -TERM -77", "kill $(pgrep node)"],
      fine: ["kill %1", "kill -0 1234", "sleep 9 & kill $!", "kill -l 1234", "kill -s 0 1234", "kill --signal 0 1234"],
    },
  }),
  tool("pkill killall skill", {
    by: killByName,
    examples: {
      "kill-guard": ["pkill -f mcp", "pkill -u dev", "pkill fish", "pkill -9 .", "pkill -9 -v x", "pkill -0 -9 ."],
      "kill-process": ["pkill -f vite", "pkill -F run.pid", 'pkill -0 "$X"'],
      fine: ["pkill --help", "pkill -P $$", "pkill -0 -F run.pid", "pkill -0 -x node"],
    },
  }),
  tool("killall5", {
    does: [{ is: "kill-guard" }],
    examples: { "kill-guard": ["killall5 -9"], fine: ["killall5 -h"] },
  }),
  tool("xkill renice", {
    does: [{ with: "-a -all", is: "kill-guard" }, { is: "kill-process" }],
    examples: { "kill-guard": ["xkill -a"], "kill-process": ["xkill -id 3"], fine: ["xkill --help"] },
  }),
  tool("slay", {
    does: [{ with: "*", without: "list status --list -l -a", is: "system-change" }],
    examples: { "system-change": ["slay dev"], fine: ["slay --help", "slay"] },
  }),
  tool("fuser", {
    takes: "-k",
    does: [
      { with: ["-k --kill*", "/ /home /usr /var /etc /bin /lib /dev /run /tmp"], is: "kill-guard" },
      { with: "-k --kill*", is: "kill-process" },
    ],
    examples: {
      "kill-guard": ["fuser -km /"],
      "kill-process": ["fuser -k 3000/tcp", "fuser -vk 3000/tcp", "fuser -km /mnt/usb"],
      fine: ["fuser 3000/tcp", "fuser -m /"],
    },
  }),

  tool("pgrep pidof", {
    by: findByName,
    examples: { "kill-guard": ["kill $(pgrep sshd)", "kill $(pgrep .)"], fine: ["pgrep -f vite"] },
  }),
  tool("ps", {
    takes:
      "-o: -O: -p: -u: -U: -C: -g: -G: -t: -s: -k: -q: --format: --sort: --pid: --ppid: --quick-pid: --sid: --tty: --user: --User: --group: --cols: --columns: --width:",
    does: [{ on: "*e*", is: "read-secret" }],
    also: [{ by: listed }],
    examples: {
      "read-secret": ["ps eww", "ps auxe"],
      "kill-guard": ["kill $(ps -o ppid= -p $$)", "kill -9 $(ps -e -o pid=)"],
      fine: ["ps aux", "ps -ef", "ps -eo pid,time --sort -time"],
    },
  }),
  tool("lsof", {
    examples: { fine: ["lsof -i :3000", "lsof -t -i:3000"] },
  }),

  tool("gcore gstack pstack reptyr memdump procdump", {
    does: [{ is: "trace-process" }],
    also: [{ with: `1 *${PARENT}*`, is: "read-secret" }],
    examples: {
      "trace-process": ["gcore 1234"],
      "read-secret": ["gcore 1", "gcore $PPID"],
      fine: ["gcore --help"],
    },
  }),
  tool("py-spy", {
    does: [{ with: "-p --pid", is: "trace-process" }],
    options: { writes: "-o --output" },
    operands: "loads",
    examples: {
      "trace-process": ["py-spy dump --pid 1234"],
      "run-foreign": ["py-spy record -- /tmp/x"],
      "write-guard": ["py-spy record -o .git/config -- python3 app.py"],
      fine: ["py-spy record -o /tmp/profile.svg -- python3 app.py", "py-spy record -- python3 app.py"],
    },
  }),
  tool("bpftrace sysdig systemtap stap dtrace execsnoop opensnoop", {
    does: [{ is: "trace-process" }],
    examples: { "trace-process": ["bpftrace -l"], fine: ["bpftrace --version"] },
  }),
]);
