import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that look into other processes and programs. */
export const INSPECTORS: readonly Tool[] = family("options", [
  tool("objdump readelf size addr2line c++filt dwarfdump otool lipo", {
    knows: "everything",
    operands: "reads",
    examples: { "read-secret": ["objdump -s /etc/shadow"], fine: ["objdump -f /tmp/app"] },
  }),
  tool("gdb-multiarch", {
    also: [{ with: "attach -p --pid", is: "trace-process" }],
    options: { loads: "-x --command -s --source -S -iex~source -ex~source" },
    examples: {
      "run-foreign": ["gdb-multiarch -x /tmp/evil"],
      "trace-process": ["gdb-multiarch attach"],
      fine: ["gdb-multiarch src/a"],
    },
  }),
  tool("cgdb", {
    options: { loads: "-x --command -s --source -S -iex~source -ex~source" },
    examples: {
      "run-foreign": ["cgdb -x /tmp/evil"],
      fine: ["cgdb src/a"],
    },
  }),
  tool("r2 radare2 rizin", {
    options: { shell: "-c~!", loads: "-i" },
    examples: {
      power: ["r2 -c '!reboot'"],
      "run-foreign": ["r2 -i /tmp/evil"],
      fine: ["r2 src/a"],
    },
  }),
  tool("uftrace", {
    options: { writes: "-d --data -o" },
    examples: {
      "write-vital": ["uftrace -d /etc/passwd"],
      fine: ["uftrace src/a"],
    },
  }),
  tool("jstack jinfo jdb jhsdb nethogs iftop bandwhich", {
    also: [{ is: "trace-process" }],
    examples: {
      "trace-process": ["jstack x"],
      fine: ["jstack --version"],
    },
  }),
  tool("jmap", {
    also: [{ with: "-dump*", is: "trace-process" }],
    examples: { "trace-process": ["jmap -dump:live,file=x.hprof 1"], fine: ["jmap -histo 1"] },
  }),
  tool("jcmd", {
    also: [{ with: "attach VM.system_properties GC.heap_dump JVMTI.agent_load", is: "trace-process" }],
    examples: {
      "trace-process": ["jcmd attach"],
      fine: ["jcmd src/a"],
    },
  }),
  tool("adb", {
    also: [
      {
        with: "uninstall reboot root remount sideload disable-verity flash flashall erase format oem rm wipe",
        is: "change-remote",
      },
      { with: ["pm", "clear disable*"], is: "change-remote" },
    ],
    examples: {
      "change-remote": ["adb uninstall", "adb shell pm clear com.x"],
      fine: ["adb devices"],
    },
  }),
]);
