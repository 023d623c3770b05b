import { PARENT } from "../../values/abstract-text.ts";
import { runs } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";
import { debuggerCalls } from "./debuggers.ts";
import { running } from "./running.ts";

const SCRIPTS = "-x --command -s --source -S -iex~source -ex~source";

/** Tools that run a command and trace it, or trace one that already runs. */
export const TRACERS: readonly Tool[] = [
  ...family("everything", [
    tool("strace", {
      ...running("-e: -o: -p: -s: -a: -E: -P: -I: -O: -S: -u: -U: -X: -b: --trace: --output:"),
      also: [
        { with: "-p --pid", is: "trace-process" },
        { with: `*${PARENT}*`, is: "kill-guard" },
      ],
      options: { shell: "-o~| -o~!", writes: "-o --output" },
      examples: {
        "kill-guard": ["strace -p $PPID"],
        "delete-vital": ["strace -e open rm -rf /usr"],
        "trace-process": ["strace -p 77"],
        power: ["strace -o '|reboot' ls"],
        "write-vital": ["strace -o /etc/passwd ls"],
        fine: ["strace -o out.txt mkdir -p build"],
      },
    }),
    tool("ltrace", {
      ...running("-e: -o: -p: -s: -a: -n: -l: -x: -u: -D: -F: --output:"),
      also: [{ with: "-p --pid", is: "trace-process" }],
      options: { writes: "-o --output", reads: "-F" },
      examples: {
        "read-secret": ["ltrace -F /etc/shadow ls"],
        "delete-vital": ["ltrace -e open rm -rf /usr"],
        "trace-process": ["ltrace -p 77"],
        "write-vital": ["ltrace -o /etc/passwd ls"],
        fine: ["ltrace -o out.txt ls"],
      },
    }),
    tool("dtruss", {
      ...running("-p: -n:"),
      also: [{ with: "-p --pid", is: "trace-process" }],
      examples: {
        "delete-vital": ["dtruss rm -rf /usr"],
        "trace-process": ["dtruss -p 77"],
        fine: ["dtruss ls"],
      },
    }),
    tool("valgrind", {
      ...running(""),
      options: { writes: "--log-file --xml-file --callgrind-out-file --massif-out-file --cachegrind-out-file" },
      examples: {
        "delete-vital": ["valgrind rm -rf /usr"],
        "write-vital": ["valgrind --log-file=/etc/passwd ls"],
        fine: ["valgrind --log-file=out.txt build/app"],
      },
    }),
    tool("perf", {
      ...running("-e: -o: -F: -p: -g --pid: --output:", 1),
      also: [{ with: "-p --pid", is: "trace-process" }],
      options: { writes: "-o --output" },
      commands: family("everything", [
        tool("record stat trace top lock sched kmem mem", {
          takes: "-e: -o: -F: -p: -g -c: -C: -t: -u: --event: --output: --pid: --freq: --cpu: --tid:",
          stopsAtWord: true,
          also: [{ with: "-p --pid -t --tid", is: "trace-process" }],
          options: { writes: "-o --output" },
          examples: {
            "trace-process": ["perf record -p 77"],
            "write-vital": ["perf record -o /etc/passwd ls"],
            fine: ["perf record mkdir -p build"],
          },
        }),
      ]),
      examples: {
        "delete-vital": ["perf stat rm -rf /usr"],
        "trace-process": ["perf -p 77 stat"],
        "write-vital": ["perf -o /etc/passwd stat ls"],
        fine: ["perf stat ls", "perf report"],
      },
    }),
    tool("heaptrack", {
      ...running("-o: -p: -d: --data:"),
      options: { writes: "-d --data -o" },
      examples: {
        "delete-vital": ["heaptrack rm -rf /usr"],
        "write-vital": ["heaptrack -o /etc/passwd ls"],
        fine: ["heaptrack build/app"],
      },
    }),
    tool("rr", {
      does: [
        { on: "record", runs: 0 },
        { on: "replay dump ps ls pack mv cpufeatures buildid traceinfo rerun sources attach" },
        { on: "*", by: ({ args }) => [runs(args.filter((arg, at) => at > 0 || !arg.startsWith("-")))] },
      ],
      also: [{ with: "attach VM.system_properties GC.heap_dump Thread.print JVMTI.agent_load", is: "trace-process" }],
      options: { loads: SCRIPTS },
      examples: {
        "delete-vital": ["rr rm -rf /usr"],
        power: ["rr record reboot"],
        "trace-process": ["rr attach"],
        "run-foreign": ["rr replay -x /tmp/evil"],
        fine: ["rr record build/app", "rr ps reboot"],
      },
    }),
  ]),
  ...family("usual", [
    tool("gdb lldb", {
      by: debuggerCalls,
      also: [
        { with: "attach", is: "trace-process" },
        { with: `*${PARENT}*`, is: "kill-guard" },
      ],
      options: { loads: SCRIPTS },
      examples: {
        "kill-guard": ["gdb -p $PPID -batch -ex detach"],
        "delete-vital": ["gdb -ex '!rm -rf /usr'"],
        "trace-process": ["gdb -p 77", "gdb attach 77"],
        "run-foreign": ["gdb -x /tmp/evil"],
        fine: ["gdb build/app"],
      },
    }),
  ]),
];
