import { family, type Tool, tool } from "../tool-shape.ts";

/** The kernel, what it loads and keeps, and how it is started. */
export const KERNEL: readonly Tool[] = family("verbs", [
  tool("modprobe insmod rmmod depmod dkms kextload kextunload", {
    does: [{ with: "*", without: "-n --dry-run -c --showconfig --show-depends -V status", is: "system-change" }],
    examples: { "system-change": ["modprobe -v evil"], fine: ["modprobe --show-depends loop", "modprobe"] },
  }),
  tool("kmod", {
    does: [{ with: "*", without: "list static-nodes help", is: "system-change" }],
    examples: { "system-change": ["kmod insert x.ko"], fine: ["kmod list", "kmod"] },
  }),
  tool("kpatch livepatch klp", {
    does: [{ with: "*", without: "list status --list -l -a", is: "system-change" }],
    examples: { "system-change": ["kpatch load x.ko"], fine: ["kpatch list", "kpatch"] },
  }),
  tool("sysctl", {
    does: [{ with: "-w* --write* *=* -p* --load* --system*", is: "system-change" }],
    examples: {
      "system-change": ["sysctl -w net.ipv4.ip_forward=1", "sysctl kernel.panic=1", "sysctl -p"],
      fine: ["sysctl -a", "sysctl kernel.panic"],
    },
  }),
  tool("bpftool", {
    does: [{ with: "*", without: "show list dump version help", is: "system-change" }],
    examples: { "system-change": ["bpftool prog load x.o y"], fine: ["bpftool prog show", "bpftool"] },
  }),
  tool("ldconfig", {
    does: [{ without: "-p --print-cache", is: "system-change" }],
    examples: { "system-change": ["ldconfig"], fine: ["ldconfig -p"] },
  }),
  tool("cgset cgdelete cgclassify ipcrm prelink", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["cgset -r cpu.shares=1 app"], fine: ["cgset --help"] },
  }),

  tool(
    "update-grub grub-mkconfig grub2-mkconfig grub-set-default grub-reboot grubby update-initramfs dracut mkinitcpio mkinitrd kernelstub installkernel",
    {
      does: [{ is: "system-change" }],
      examples: { "system-change": ["update-grub"], fine: ["update-grub --help"] },
    },
  ),
  tool("grub-install grub2-install extlinux syslinux lilo", {
    does: [{ with: "*", is: "disk-tool" }],
    examples: { "disk-tool": ["grub-install /dev/sda"], fine: ["grub-install --version", "grub-install"] },
  }),
  tool("bless", {
    does: [{ with: "*", without: "list status --list -l -a", is: "system-change" }],
    examples: { "system-change": ["bless --mount /Volumes/x --setBoot"], fine: ["bless --help", "bless"] },
  }),
  tool("efibootmgr", {
    does: [{ with: "*", without: "-v --verbose", is: "disk-tool" }],
    examples: { "disk-tool": ["efibootmgr -b 0 -B"], fine: ["efibootmgr -v", "efibootmgr"] },
  }),
  tool("bootctl", {
    does: [{ with: "*", without: "status list", is: "disk-tool" }],
    examples: { "disk-tool": ["bootctl install"], fine: ["bootctl status", "bootctl"] },
  }),
]);
