import { type Entry, family, type Tool, tool } from "../tool-shape.ts";
import { dd } from "./dd.ts";
import { mktemp, rmdir, tee } from "./made-paths.ts";

/** A call that asks for help removes nothing. */
const REMOVES: Omit<Entry, "examples"> = {
  takes:
    "--recursive --force --interactive --no-preserve-root --preserve-root --dir --one-file-system --verbose --help --version",
  does: [{ with: "--help --version" }, { operands: "deletes" }],
  prints: "",
};

/** Tools that make, fill, empty and remove files and directories. */
export const MAKING_AND_REMOVING: readonly Tool[] = family("everything", [
  tool("rm rimraf del-cli del trash trash-put srm unlink", {
    ...REMOVES,
    examples: {
      "delete-vital": ["rm -rf /", "rm -rf -- / --help"],
      "delete-home": ["rm -rf ~"],
      "delete-unknown": ['rm -rf "$X"'],
      fine: ["rm -rf build", "rm --help /", 'rm -rf "$(rm -f x.log; echo build)"'],
    },
  }),
  tool("rmdir", { by: rmdir, examples: { "delete-vital": ["rmdir -p /usr/x/y"], fine: ["rmdir build"] } }),
  tool("gio", {
    does: [{ on: "trash remove move copy save", operands: "deletes" }],
    operands: "scripts",
    examples: {
      "delete-home": ["gio trash ~/Documents"],
      "run-foreign": ["gio open /tmp/x.desktop"],
      fine: ["gio list ~", "gio trash a.txt"],
    },
  }),
  tool("shred", {
    takes: "-n: --iterations: -s: --size: --random-source:",
    operands: ["writes", "deletes"],
    examples: {
      "write-device": ["shred -n 1 /dev/sda"],
      "delete-guarded": ["shred -u ~/.bashrc"],
      fine: ["shred -u a.txt"],
    },
  }),
  tool("wipe", {
    operands: ["writes", "deletes"],
    examples: {
      "write-device": ["wipe -q /dev/sda"],
      "delete-guarded": ["wipe -s ~/.bashrc"],
      fine: ["wipe -f a.txt"],
    },
  }),
  tool("mkdir mkfifo", {
    takes: "-m: --mode:",
    operands: "creates",
    prints: "",
    examples: {
      "write-vital": ["mkdir -p /etc/evil"],
      fine: ["mkdir -p .git/x", 'rm -rf "$(mkdir -p out && echo out)"'],
    },
  }),
  tool("touch", {
    takes: "-d: --date: -r: --reference: -t: --time:",
    operands: "creates",
    prints: "",
    examples: { "write-startup": ["touch ~/.bashrc"], fine: ["touch a.txt", 'rm -rf "$(touch a && echo out)"'] },
  }),
  tool("mknod", {
    takes: "-m: --mode: -Z: --context:",
    also: [{ is: "system-change" }],
    first: "writes",
    examples: {
      "system-change": ["mknod disk b 8 0"],
      "write-vital": ["mknod -m 666 /etc/disk b 8 0"],
      fine: ["mknod --help"],
    },
  }),
  tool("truncate", {
    takes: "-s: --size: -r: --reference:",
    options: { size: "-s --size" },
    operands: "empties",
    examples: {
      "write-startup": ["truncate -s 0 ~/.bashrc"],
      exhaust: ["truncate -s 900T x"],
      fine: ["truncate -s 0 a.log", "truncate -s 0 a.sh && cat a.sh | sh"],
    },
  }),
  tool("fallocate", {
    takes: "-l: --length: -o: --offset:",
    options: { size: "-l --length" },
    operands: "writes",
    examples: {
      "write-startup": ["fallocate -l 1M ~/.bashrc"],
      exhaust: ["fallocate -l 900G x"],
      fine: ["fallocate -l 10M x"],
    },
  }),
  tool("tee sponge", {
    by: tee,
    examples: {
      "write-startup": ["echo x | tee -a ~/.bashrc"],
      "delete-vital": ["echo 'rm -rf /' | tee a.sh | sh"],
      fine: ["echo x | tee a.txt"],
    },
  }),
  tool("dd dcfldd", {
    by: dd,
    examples: {
      "write-device": ["dd if=a.iso of=/dev/sda"],
      exhaust: ["dd if=/dev/zero of=x", "dd if=/dev/zero of=x bs=1G count=900"],
      "read-secret": ["dd if=/dev/sda of=disk.img"],
      fine: ["dd if=/dev/zero of=x bs=1M count=10"],
    },
  }),
  tool("mktemp tempfile", {
    by: mktemp,
    examples: {
      "write-vital": ["mktemp /etc/x.XXXX", "mktemp -p /etc"],
      fine: ['rm -rf "$(mktemp -d)"', 'd=$(mktemp -d /tmp/build.XXXXXX) && rm -rf "$d"'],
    },
  }),
  tool("split", {
    takes:
      "--filter: -b: --bytes: -l: --lines: -n: --number: -a: --suffix-length: -C: --line-bytes: --additional-suffix: -t: --separator:",
    options: { shell: "--filter" },
    first: "reads",
    operands: "writes",
    examples: {
      "read-secret": ["split ~/.ssh/id_rsa"],
      "write-vital": ["split big.txt /etc/part-"],
      "delete-vital": ["split --filter='rm -rf /' big.txt"],
      fine: ["split -b 10M big.bin part-"],
    },
  }),
  tool("csplit", {
    takes: "-f: --prefix: -b: --suffix-format: -n: --digits:",
    options: { writes: "-f --prefix" },
    first: "reads",
    examples: {
      "read-secret": ["csplit ~/.ssh/id_rsa 5"],
      "write-vital": ["csplit -f /etc/part- a.txt 5"],
      fine: ["csplit a.txt /BEGIN/ '{*}'"],
    },
  }),
  tool("patch", {
    takes:
      "-p: --strip: -i: --input: -d: --directory: -o: --output: -r: --reject-file: -B: --prefix: -F: --fuzz: -D: --ifdef: -z: --suffix: -Y: -V:",
    options: { writes: "-o --output -r --reject-file -d --directory -B --prefix" },
    first: "writes",
    examples: {
      "write-startup": ["patch ~/.bashrc evil.diff", "patch -o ~/.profile a.txt a.diff"],
      fine: ["patch -p1 -i ~/fix.diff", "patch a.txt ~/fix.diff"],
    },
  }),
]);
