import { family, type Tool, tool } from "../tool-shape.ts";

/** Boards, buses, devices and what lies on their chips. */
export const HARDWARE: readonly Tool[] = family("verbs", [
  tool("ipmitool ipmi-power ipmi-chassis racadm ilorest", {
    does: [{ with: "*", without: "status list print info sdr sel sensor fru", is: "system-change" }],
    examples: { "system-change": ["ipmitool chassis power off"], fine: ["ipmitool sdr", "ipmitool"] },
  }),
  tool("setpci chcpu chmem wrmsr i2cset", {
    does: [{ with: "*", without: "list status --list -l -a", is: "system-change" }],
    examples: { "system-change": ["setpci -s 00:1f.0 4.w=0"], fine: ["setpci --help", "setpci"] },
  }),
  tool("devmem devmem2 memtool ioport outb outw outl phytool mii-tool isadump i2cdump", {
    does: [{ with: "*", without: "-v --list", is: "system-change" }],
    examples: { "system-change": ["devmem 0x1000 w 1"], fine: ["devmem --help", "devmem"] },
  }),
  tool("fwupdmgr fwupdtool", {
    does: [
      {
        with: "*",
        without:
          "-l -ll ls list status show get-devices get-updates get-history health df info -s -h health-detail node osd-tree version",
        is: "system-change",
      },
    ],
    examples: { "system-change": ["fwupdmgr update"], fine: ["fwupdmgr get-devices", "fwupdmgr"] },
  }),
  tool("fastboot", {
    does: [
      {
        with: "*",
        without: "devices version read read_flash chip_id flash_id --list -l getvar",
        is: "system-change",
      },
    ],
    also: [
      {
        with: "uninstall reboot root remount sideload disable-verity flash flashall erase format oem rm wipe",
        is: "change-remote",
      },
    ],
    examples: {
      "system-change": ["fastboot boot kernel.img"],
      "change-remote": ["fastboot erase userdata"],
      fine: ["fastboot devices", "fastboot"],
    },
  }),
  tool("esptool esptool.py heimdall avrdude dfu-util st-flash JLinkExe nrfjprog tegrarcm rkdeveloptool", {
    does: [
      {
        with: "*",
        without: "devices version read read_flash chip_id flash_id --list -l getvar",
        is: "system-change",
      },
    ],
    examples: { "system-change": ["esptool erase_flash"], fine: ["esptool chip_id", "esptool"] },
  }),
  tool("openocd", {
    does: [{ with: "*program* *flash* *erase* *write* *lock*", is: "system-change" }],
    examples: {
      "system-change": ["openocd -f board.cfg -c 'program app.elf verify reset exit'"],
      fine: ["openocd -f board.cfg -c 'init; reset halt; exit'"],
    },
  }),
  tool("cpupower tuned-adm powertop", {
    does: [{ with: "frequency-set idle-set set profile off --auto-tune", is: "system-change" }],
    examples: {
      "system-change": ["cpupower frequency-set -g performance"],
      fine: ["cpupower -c 0 frequency-info"],
    },
  }),
  tool("x86_energy_perf_policy", {
    does: [{ with: "*", without: "-r", is: "system-change" }],
    examples: {
      "system-change": ["x86_energy_perf_policy performance"],
      fine: ["x86_energy_perf_policy -r", "x86_energy_perf_policy"],
    },
  }),
  tool("nvidia-smi", {
    does: [
      {
        with: "-r -pl -pm -lgc -rgc -lmc -rmc -ac -rac -c -e -p -mig -gom -dm --gpu-reset* --power-limit* --persistence-mode* --lock-*-clocks* --reset-* --applications-clocks* --compute-mode* --ecc-config* --multi-instance-gpu*",
        is: "system-change",
      },
    ],
    examples: {
      "system-change": ["nvidia-smi -i 0 -pl 200", "nvidia-smi --gpu-reset -i 0"],
      fine: ["nvidia-smi", "nvidia-smi -l 1", "nvidia-smi -i 0 -q"],
    },
  }),
  tool("rocm-smi", {
    does: [{ with: "-r --set* --reset* --gpureset*", is: "system-change" }],
    examples: { "system-change": ["rocm-smi --setperflevel low"], fine: ["rocm-smi -d 0 --showtemp"] },
  }),
  tool("eject usbreset uhubctl zramctl sg_reset sg_write_buffer", {
    does: [{ with: "*", without: "list --output* -l", is: "system-change" }],
    examples: { "system-change": ["eject /dev/sr0"], fine: ["eject --help", "eject"] },
  }),
  tool("setserial loadkeys chvt vbetool", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["setserial /dev/ttyS0 irq 4"], fine: ["setserial --help"] },
  }),
  tool("flashrom", {
    does: [{ with: "*", without: "-r --read -L --list-supported -v --verify", is: "disk-tool" }],
    examples: { "disk-tool": ["flashrom -w bios.bin"], fine: ["flashrom -L", "flashrom"] },
  }),
]);
