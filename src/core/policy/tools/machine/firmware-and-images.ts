import { family, type Tool, tool } from "../tool-shape.ts";

/** Boot keys, disks under test, images of machines. */
export const FIRMWARE_AND_IMAGES: readonly Tool[] = family("options", [
  tool("mokutil", {
    also: [
      {
        with: "--disable-validation --enable-validation --import --delete --reset --password --clear-password -i -d",
        is: "system-change",
      },
    ],
    examples: {
      "system-change": ["mokutil --disable-validation"],
      fine: ["mokutil src/a"],
    },
  }),
  tool("smartctl", {
    also: [{ with: "-s -t -S -o --smart --test", is: "system-change" }],
    examples: {
      "system-change": ["smartctl -s"],
      fine: ["smartctl -a /dev/null"],
    },
  }),
  tool("qemu-system-x86_64 qemu-system-aarch64 qemu kvm", {
    options: {
      reads: "-kernel -initrd",
      writes: "-drive~file= -hda -hdb -pflash",
      helper: "-netdev~user -chardev~exec=",
    },
    examples: {
      "read-workspace-secret": ["qemu-system-x86_64 -kernel id_rsa"],
      "write-vital": ["qemu-system-x86_64 -drive file=/etc/passwd"],
      "run-helper": ["qemu-system-x86_64 -netdev 'usertouch x'"],
      fine: ["qemu-system-x86_64 src/a"],
    },
  }),
  tool("debootstrap pacstrap dnf-bootstrap mkosi", {
    operands: "writes",
    examples: {
      "write-vital": ["debootstrap /etc/passwd"],
      fine: ["debootstrap src/a"],
    },
  }),
  tool("mkfile xfs_mkfile", {
    also: [{ is: "exhaust" }],
    examples: {
      exhaust: ["mkfile x"],
      fine: ["mkfile --version"],
    },
  }),
]);
