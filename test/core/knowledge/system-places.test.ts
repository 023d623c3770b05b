import { expect, test } from "vitest";
import { SYSTEM_DIRECTORIES } from "../../../src/core/knowledge/system-places.ts";
import { judge } from "../../../src/core/policy/judge.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string): string => judge(command, PLACE).decision;

const DISKS = "sda hda vdb xvda nvme0n1 mmcblk0 disk/by-id/x mapper/root md0 dm-0 loop0 nbd0 bcache0 zd0 rdisk1".split(
  " ",
);
test.each(DISKS)("/dev/%s is a disk when a command reads, writes or names it", (name) => {
  expect([
    decisionOf(`cat /dev/${name}`),
    decisionOf(`echo x > /dev/${name}`),
    decisionOf(`some-tool /dev/${name}`),
    decisionOf(`mv /dev/${name} x`),
    decisionOf(`echo x > /dev/${name} ) (`),
  ]).toEqual(["deny", "deny", "deny", "deny", "deny"]);
});

test.each(["null", "zero", "full", "urandom", "stdout", "stderr", "tty", "fd/1", "pts/0"])(
  "/dev/%s is none",
  (name) => {
    expect([decisionOf(`echo x > /dev/${name}`), decisionOf(`dd if=x of=/dev/${name} count=1`)]).toEqual([
      "allow",
      "allow",
    ]);
  },
);

test("shared memory is a temporary directory and no device", () => {
  expect(decisionOf("echo x > /dev/shm/nacre-x")).toBe("allow");
});

test.each(SYSTEM_DIRECTORIES)("the policy calls %s vital too", (path) => {
  expect(decisionOf(`rm -rf ${path}`)).toBe("deny");
});

test.each(["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/var/folders/x/T"])(
  "a tool that loads code from %s is asked about: any program may have put it there",
  (root) => expect(decisionOf(`some-tool --require ${root}/x.js`)).not.toBe("allow"),
);
