import { family, type Tool, tool } from "../tool-shape.ts";

/** Virtual machines and containers of the system. */
export const VIRTUAL_MACHINES: readonly Tool[] = family("verbs", [
  tool("virsh vboxmanage VBoxManage qm pct vmrun", {
    does: [
      {
        with: "*",
        without:
          "list help *list dominfo dumpxml *-info dom*stat nodeinfo showvminfo status version uri config domstate",
        is: "system-change",
      },
    ],
    examples: { "system-change": ["virsh destroy web"], fine: ["virsh list --all", "virsh help start", "virsh"] },
  }),
  tool("limactl xl xm esxcli prlctl vmware-cmd govc vim-cmd bhyvectl vmctl orb colima", {
    does: [
      {
        with: "*",
        without: "list ls info status version top dmesg ssh shell start template",
        is: "system-change",
      },
    ],
    examples: { "system-change": ["limactl delete default"], fine: ["limactl list", "limactl"] },
  }),
  tool("lxc-attach lxc-start lxc-destroy", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["lxc-attach -n web"], fine: ["lxc-attach --help"] },
  }),
  tool("qemu-img", {
    takes: "-f: -F: -O: -o: -b:",
    does: [
      {
        on: "convert create resize rebase commit amend dd bitmap snapshot",
        options: { writes: "of=" },
        operands: "writes",
      },
    ],
    examples: {
      "write-device": [
        "qemu-img convert -O raw disk.qcow2 /dev/sda",
        "qemu-img dd if=disk.img of=/dev/sda",
        "qemu-img resize --shrink /dev/sda 1G",
      ],
      fine: ["qemu-img create -f qcow2 disk.qcow2 10G", "qemu-img info /dev/sda"],
    },
  }),
]);
