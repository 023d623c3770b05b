import { family, type Tool, tool } from "../../tool-shape.ts";

/** Volumes over disks: encrypted, mapped, joined, shared between machines. */
export const VOLUMES: readonly Tool[] = family("verbs", [
  tool("cryptsetup", {
    does: [{ with: "*", without: "status luksDump isLuks luksUUID benchmark", is: "disk-tool" }],
    examples: { "disk-tool": ["cryptsetup luksFormat /dev/sdb"], fine: ["cryptsetup status x", "cryptsetup"] },
  }),
  tool("veracrypt bcachefs", {
    does: [{ with: "*", is: "disk-tool" }],
    examples: { "disk-tool": ["veracrypt --create x.hc"], fine: ["veracrypt", "veracrypt --version"] },
  }),
  tool("dmsetup", {
    does: [{ with: "*", without: "ls info status table version deps", is: "disk-tool" }],
    examples: { "disk-tool": ["dmsetup remove_all"], fine: ["dmsetup ls", "dmsetup"] },
  }),
  tool("losetup", {
    does: [{ with: "*", without: "-a --all -l --list -j", is: "disk-tool" }],
    examples: { "disk-tool": ["losetup -f disk.img"], fine: ["losetup -a", "losetup"] },
  }),
  tool(
    "lvremove lvreduce lvresize lvextend lvcreate lvconvert lvrename lvchange vgremove vgcreate vgreduce vgextend vgchange vgrename pvremove pvcreate pvmove pvresize",
    {
      does: [{ with: "*", is: "disk-tool" }],
      examples: { "disk-tool": ["lvremove -f vg0/root"], fine: ["lvremove", "lvremove --help"] },
    },
  ),
  tool("vgcfgrestore", {
    does: [{ with: "*", without: "list --output* -l", is: "system-change" }],
    examples: { "system-change": ["vgcfgrestore vg0"], fine: ["vgcfgrestore -l vg0", "vgcfgrestore"] },
  }),
  tool("mdadm", {
    does: [{ with: "*", without: "--detail -D --examine -E --query -Q", is: "disk-tool" }],
    examples: { "disk-tool": ["mdadm --stop /dev/md0"], fine: ["mdadm --detail /dev/md0", "mdadm"] },
  }),
  tool("zpool", {
    does: [{ with: "*", without: "list status history iostat get events", is: "disk-tool" }],
    examples: { "disk-tool": ["zpool destroy tank"], fine: ["zpool status", "zpool"] },
  }),
  tool("zfs", {
    does: [{ with: "*", without: "list get diff holds", is: "disk-tool" }],
    examples: { "disk-tool": ["zfs destroy -r tank/home"], fine: ["zfs list", "zfs"] },
  }),
  tool("btrfs", {
    does: [{ with: "*", without: "show list df usage status dump-tree", is: "disk-tool" }],
    examples: { "disk-tool": ["btrfs subvolume delete home"], fine: ["btrfs subvolume list .", "btrfs"] },
  }),
  tool(
    "ceph rbd rados radosgw-admin gluster drbdadm drbdsetup multipath iscsiadm targetcli nvmetcli tgtadm pcs crm corosync-cfgtool",
    {
      does: [
        {
          with: "*",
          without:
            "-l -ll ls list status show get-devices get-updates get-history health df info -s -h health-detail node osd-tree version",
          is: "system-change",
        },
      ],
      examples: { "system-change": ["ceph osd purge 1"], fine: ["ceph status", "ceph"] },
    },
  ),

  tool("mount", {
    takes: "-t: --types: -o: --options: -L: -U: -O:",
    does: [
      { on: "*", is: "system-change" },
      { with: "-a --all", is: "system-change" },
    ],
    examples: { "system-change": ["mount /dev/sdb1 /mnt", "mount -a"], fine: ["mount", "mount -t ext4"] },
  }),
  tool("umount fusermount swapoff pivot_root switch_root", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["umount /home"], fine: ["umount --help"] },
  }),
  tool("swapon", {
    does: [{ with: "*", without: "-s --show --summary", is: "system-change" }],
    examples: { "system-change": ["swapon ./swap"], fine: ["swapon --show", "swapon"] },
  }),
  tool("quotaon quotaoff setquota edquota", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["quotaon -a"], fine: ["quotaon --help"] },
  }),
]);
