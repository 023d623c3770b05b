import { PARENT } from "../../values/abstract-text.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { running } from "./running.ts";

/** Tools that run the rest of their arguments with another priority, or within limits of time and memory. */
export const PROCESS_LIMITS: readonly Tool[] = family("everything", [
  tool("numactl", {
    ...running("-i: -m: -N: -C: -l -p: --interleave: --membind: --cpunodebind: --physcpubind: --preferred:"),
    examples: {
      "delete-vital": ["numactl -i 1 rm -rf /usr"],
      fine: ["numactl -i 1 ls"],
    },
  }),
  tool("timeout", {
    ...running("-s: --signal: -k: --kill-after:", 1),
    examples: {
      "delete-vital": ["timeout -s 1 10 rm -rf /usr"],
      fine: ["timeout -s 1 10 ls"],
    },
  }),
  tool("cpulimit", {
    ...running("-l: -p: -e: -c: --limit: --pid: --exe:"),
    examples: {
      "delete-vital": ["cpulimit -l 1 rm -rf /usr"],
      fine: ["cpulimit -l 1 ls"],
    },
  }),
  tool("softlimit", {
    ...running("-a: -c: -d: -f: -l: -m: -o: -p: -r: -s: -t:"),
    examples: {
      "delete-vital": ["softlimit -a 1 rm -rf /usr"],
      fine: ["softlimit -a 1 ls"],
    },
  }),
  tool("chpst", {
    ...running("-u: -U: -b: -e: -/: -n: -l: -L: -m: -d: -o: -p: -f: -c:"),
    examples: {
      "delete-vital": ["chpst -u 1 rm -rf /usr"],
      fine: ["chpst -u 1 ls"],
    },
  }),
  tool("cgexec", {
    ...running("-g:"),
    examples: {
      "delete-vital": ["cgexec -g 1 rm -rf /usr"],
      fine: ["cgexec -g 1 ls"],
    },
  }),
  tool("schedtool", {
    ...running("-n: -a: -p: -e"),
    examples: {
      "delete-vital": ["schedtool -n 1 rm -rf /usr"],
      fine: ["schedtool -n 1 ls"],
    },
  }),
  tool("choom", {
    ...running("-n: -p:"),
    examples: {
      "delete-vital": ["choom -n 1 rm -rf /usr"],
      fine: ["choom -n 1 ls"],
    },
  }),
  tool("ionice", {
    ...running("-c: --class: -n: --classdata: -p: --pid:"),
    also: [{ with: "-p --pid", is: "trace-process" }],
    examples: {
      "delete-vital": ["ionice -c 3 rm -rf /usr"],
      "trace-process": ["ionice -c 3 -p 77"],
      fine: ["ionice -c 3 mkdir -p build"],
    },
  }),
  tool("taskset", {
    ...running("-p: --pid:", 1),
    also: [{ with: "-p --pid", is: "trace-process" }],
    examples: {
      "delete-vital": ["taskset 0x1 rm -rf /usr"],
      "trace-process": ["taskset -p 77"],
      fine: ["taskset 0x1 mkdir -p build"],
    },
  }),
  tool("chrt", {
    ...running("-T: -P: -D: -p:", 1),
    also: [{ with: "-p", is: "trace-process" }],
    examples: {
      "delete-vital": ["chrt 5 rm -rf /usr"],
      "trace-process": ["chrt -p 77"],
      fine: ["chrt 5 ls"],
    },
  }),
  tool("prlimit", {
    ...running("--pid: -p: -o:"),
    also: [
      { with: "-p --pid", is: "trace-process" },
      { with: `*${PARENT}*`, is: "kill-guard" },
    ],
    examples: {
      "kill-guard": ["prlimit --pid $PPID --nofile=0"],
      "delete-vital": ["prlimit rm -rf /usr"],
      "trace-process": ["prlimit --pid 77"],
      fine: ["prlimit ls"],
    },
  }),
]);
