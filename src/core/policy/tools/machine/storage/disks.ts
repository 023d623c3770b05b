import { family, type Tool, tool } from "../../tool-shape.ts";

/** Looking is fine; the tools below share the list. */
const LOOKING = "-l -p -i -I -n -N --list --print list id-ctrl smart-log show-regs -t -T -C";

/** Disks, partitions and the file systems on them. */
export const DISKS: readonly Tool[] = family("verbs", [
  tool("mkfs mke2fs mkdosfs mkntfs mkexfatfs mkudffs mkreiserfs mkswap newfs", {
    takes: "-L:",
    also: [{ with: "/dev/*", without: "/dev/shm/*", is: "disk-tool" }, { operands: "writes" }],
    examples: {
      "disk-tool": ["mkfs -t ext4 /dev/sdb1"],
      "write-vital": ["mkfs -t ext4 /etc/passwd"],
      fine: ["mkfs -t ext4 disk.img", "mkfs -t ext4 /dev/shm/disk.img"],
    },
  }),
  tool("bmaptool", {
    does: [{ on: "copy", operands: "writes" }],
    examples: {
      "write-device": ["bmaptool copy x.img /dev/sdb"],
      fine: ["bmaptool copy x.img y.img", "bmaptool create x.img"],
    },
  }),
  tool("newfs_hfs newfs_apfs", {
    does: [{ with: "*", is: "disk-tool" }],
    examples: { "disk-tool": ["newfs_hfs /dev/disk2"], fine: ["newfs_hfs"] },
  }),
  tool(
    "tune2fs e2label resize2fs xfs_growfs xfs_repair e2fsck fsck ntfsfix ntfsresize fatlabel dosfslabel btrfstune f2fs_io",
    {
      does: [{ with: "*", without: "-l -n -N", is: "disk-tool" }],
      examples: { "disk-tool": ["tune2fs -O ^has_journal /dev/sda1"], fine: ["tune2fs -l disk.img", "tune2fs"] },
    },
  ),
  tool("debugfs", {
    takes: "-R: -f: -b: -s: -d:",
    does: [
      { on: "*.img *.raw *.ext4", with: "stats stat* ls* cat* show_super_stats* params", without: "-w -f" },
      { with: "*", is: "disk-tool" },
    ],
    examples: {
      "disk-tool": [
        "debugfs -R 'cat x' /dev/sda1",
        "debugfs -w -R 'stat x' disk.img",
        "debugfs -R 'dump a b' disk.img",
      ],
      fine: ["debugfs -R 'stat x' disk.img"],
    },
  }),
  tool("fsfreeze", {
    does: [
      {
        with: "*",
        without:
          "-l -ll ls list status show get-devices get-updates get-history health df info -s -h health-detail node osd-tree version",
        is: "system-change",
      },
    ],
    examples: { "system-change": ["fsfreeze -f /"], fine: ["fsfreeze --help", "fsfreeze"] },
  }),

  tool("wipefs blkdiscard badblocks hdparm sdparm sg_format nvme", {
    does: [{ with: "*", without: LOOKING, is: "disk-tool" }],
    examples: { "disk-tool": ["wipefs -a /dev/sdb"], fine: ["wipefs -n disk.img", "wipefs"] },
  }),
  tool("ddrescue testdisk photorec partclone partimage clonezilla dc3dd flash_erase flashcp nandwrite", {
    does: [{ with: "*", without: LOOKING, is: "disk-tool" }],
    examples: { "disk-tool": ["ddrescue disk.img /dev/sdb map"], fine: ["ddrescue --version", "ddrescue"] },
  }),
  tool("nwipe", {
    does: [{ with: "*", without: LOOKING, is: "disk-tool" }],
    operands: "deletes",
    examples: { "disk-tool": ["nwipe --autonuke"], "delete-home": ["nwipe -l log ~"], fine: ["nwipe"] },
  }),
  tool("scrub", {
    does: [{ with: "*", without: "-s --show show", is: "disk-tool" }],
    operands: "deletes",
    examples: { "disk-tool": ["scrub -p dod secret.bin"], "delete-home": ["scrub -s 10 ~"], fine: ["scrub"] },
  }),
  tool("wipe-disk make-bcache bcache partx", {
    does: [{ with: "*", without: "-s --show show", is: "disk-tool" }],
    examples: { "disk-tool": ["wipe-disk /dev/sdb"], fine: ["wipe-disk --show", "wipe-disk"] },
  }),

  tool("blockdev", {
    does: [{ with: "--set* --flushbufs --rereadpt", is: "disk-tool" }],
    examples: { "disk-tool": ["blockdev --setro /dev/sda"], fine: ["blockdev --getsize64 /dev/sda"] },
  }),
  tool("sgdisk gdisk cgdisk cfdisk", {
    does: [{ with: "*", without: "-l -p -i --print --info --list", is: "disk-tool" }],
    examples: {
      "disk-tool": [
        "sgdisk /dev/sdb",
        "sgdisk --zap-all /dev/sdb",
        "sgdisk -n 1 /dev/sdb",
        "sgdisk -w -v -n 1 /dev/sdb",
      ],
      fine: ["sgdisk -p disk.img", "sgdisk"],
    },
  }),
  tool("fdisk sfdisk", {
    does: [{ with: "*", without: "-l --list -s -d --dump -J --json -V", is: "disk-tool" }],
    examples: { "disk-tool": ["fdisk /dev/sdb"], fine: ["fdisk -l", "fdisk"] },
  }),
  tool("parted", {
    does: [{ with: "*", without: "-l --list print", is: "disk-tool" }],
    examples: { "disk-tool": ["parted /dev/sdb mklabel gpt"], fine: ["parted -l", "parted"] },
  }),
  tool("gpart", {
    does: [{ with: "*", without: "show list status", is: "disk-tool" }],
    examples: { "disk-tool": ["gpart destroy -F ada0"], fine: ["gpart show", "gpart"] },
  }),
  tool("partprobe growpart kpartx", {
    does: [{ with: "*", is: "disk-tool" }],
    examples: { "disk-tool": ["partprobe /dev/sdb"], fine: ["partprobe", "partprobe --help"] },
  }),
  tool("diskutil", {
    does: [{ with: "*", without: "list info activity", is: "disk-tool" }],
    examples: { "disk-tool": ["diskutil eraseDisk APFS x disk2"], fine: ["diskutil list", "diskutil"] },
  }),
  tool("hdiutil", {
    does: [{ with: "*", without: "info imageinfo create attach verify", is: "disk-tool" }],
    examples: { "disk-tool": ["hdiutil burn x.dmg"], fine: ["hdiutil attach x.dmg", "hdiutil"] },
  }),
  tool("asr", {
    does: [{ with: "*", is: "disk-tool" }],
    examples: { "disk-tool": ["asr restore --source x.dmg --target /Volumes/x"], fine: ["asr"] },
  }),
]);
