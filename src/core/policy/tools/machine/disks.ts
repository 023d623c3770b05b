import { LOUD_DEVICE } from "../../../knowledge/system-places.ts";
import { acts, type Effect, type Family, type Program, same, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";

const DEVICE = new RegExp(`^${LOUD_DEVICE}`);

/** Tools that write a file system or a label onto what they are given; an image file is fine. */
const onTarget: Program = ({ args }) => {
  if (isInfo(args)) return [];
  const targets = args.filter((arg) => !arg.startsWith("-"));
  const effects: Effect[] = targets.filter((arg) => arg.includes("/") || arg.includes(".")).map((path) => writes(path));
  return targets.some((arg) => DEVICE.test(arg)) ? [acts("disk-tool"), ...effects] : effects;
};

/** Tools for disks only: listing is fine, anything else is not. */
const unlessListing =
  (listing: RegExp): Program =>
  ({ args }) => {
    if (args.length === 0 || isInfo(args) || args.some((arg) => listing.test(arg))) return [];
    return [acts("disk-tool")];
  };

const always: Program = ({ args }) => (args.length === 0 || isInfo(args) ? [] : [acts("disk-tool")]);

/** Disks, partitions, volumes and file systems. */
export const DISKS: Family = {
  "qemu-img": ({ args }) =>
    /^(?:convert|create|resize|rebase|commit|amend|dd|bitmap|snapshot)$/.test(args[0] ?? "")
      ? args.filter((arg) => arg.includes("/")).map((path) => ({ kind: "writes", path: path.replace(/^of=/, "") }))
      : [],
  ...same("mkfs mke2fs mkdosfs mkntfs mkexfatfs mkudffs mkreiserfs mkswap newfs", onTarget),
  ...same(
    "e2label tune2fs resize2fs xfs_growfs xfs_repair debugfs e2fsck fsck ntfsfix ntfsresize fatlabel dosfslabel btrfstune f2fs_io",
    unlessListing(/^-[lnN]$/),
  ),
  ...same(
    "wipefs blkdiscard sgdisk gdisk cgdisk cfdisk hdparm badblocks nwipe nvme sg_format sdparm ddrescue testdisk photorec partclone partimage clonezilla dc3dd flash_erase flashcp nandwrite",
    unlessListing(/^(?:-l|-p|-i|-I|-[nN]|--list|--print|list|id-ctrl|smart-log|show-regs|-t|-T|-C)$/),
  ),
  ...same("fdisk sfdisk", unlessListing(/^(?:-l|--list|-s|-d|--dump|-J|--json|-V)$/)),
  parted: unlessListing(/^(?:-l|--list|print)$/),
  ...same("scrub partx make-bcache bcache wipe-disk", unlessListing(/^(?:-s|--show|show)$/)),
  partprobe: always,
  flashrom: unlessListing(/^(?:-r|--read|-L|--list-supported|-v|--verify)$/),
  growpart: always,
  cryptsetup: unlessListing(/^(?:status|luksDump|isLuks|luksUUID|benchmark)$/),
  veracrypt: always,
  dmsetup: unlessListing(/^(?:ls|info|status|table|version|deps)$/),
  losetup: unlessListing(/^(?:-a|--all|-l|--list|-j)$/),
  kpartx: always,
  ...same(
    "lvremove lvreduce lvresize lvextend lvcreate lvconvert lvrename lvchange vgremove vgcreate vgreduce vgextend vgchange vgrename pvremove pvcreate pvmove pvresize",
    always,
  ),
  mdadm: unlessListing(/^(?:--detail|-D|--examine|-E|--query|-Q)$/),
  zpool: unlessListing(/^(?:list|status|history|iostat|get|events)$/),
  zfs: unlessListing(/^(?:list|get|diff|holds)$/),
  btrfs: unlessListing(/^(?:show|list|df|usage|status|dump-tree)$/),
  bcachefs: always,
  diskutil: unlessListing(/^(?:list|info|activity)$/),
  asr: always,
  hdiutil: unlessListing(/^(?:info|imageinfo|create|attach|verify)$/),
  newfs_hfs: always,
  newfs_apfs: always,
  gpart: unlessListing(/^(?:show|list|status)$/),
  "grub-install": always,
  "grub2-install": always,
  extlinux: always,
  syslinux: always,
  lilo: always,
  efibootmgr: unlessListing(/^(?:-v|--verbose)$/),
  bootctl: unlessListing(/^(?:status|list)$/),
};
