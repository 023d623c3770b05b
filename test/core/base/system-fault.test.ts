import { constants } from "node:os";
import { expect, test } from "vitest";
import { Fault } from "../../../src/core/base/fault.ts";
import { isOutOfDescriptors, systemFault } from "../../../src/core/base/system-fault.ts";

const refused = (code: string): Error =>
  Object.assign(new Error(`${code}: refused, open '/x'`), { code, syscall: "open" });

test.each([
  ["ENOSPC", "DISK_FULL"],
  ["EDQUOT", "DISK_FULL"],
  [`Unknown system error -${constants.errno.EDQUOT}`, "DISK_FULL"],
  ["EMFILE", "NO_DESCRIPTORS"],
  ["ENFILE", "NO_DESCRIPTORS"],
  ["EROFS", "SYSTEM_REFUSED"],
  ["ENOENT", "SYSTEM_REFUSED"],
] as const)("%s of the operating system is the fault %s", (code, fault) => {
  const cause = refused(code);
  expect(systemFault(cause)).toMatchObject({
    code: fault,
    cause,
    message: expect.stringContaining(`${code}: refused`),
  });
  expect(isOutOfDescriptors(cause)).toBe(fault === "NO_DESCRIPTORS");
});

test("a fault stays what it is, and the caller names what no error tells", () => {
  const fault = new Fault("BASH_MISSING");
  expect(systemFault(fault, { otherwise: "SPAWN_FAILED" })).toBe(fault);
  const other = systemFault(refused("EACCES"), { what: "/bin/x", otherwise: "SPAWN_FAILED" });
  expect([other.code, other.message]).toEqual([
    "SPAWN_FAILED",
    "the operating system refused to start the process: /bin/x: EACCES: refused, open '/x'",
  ]);
  expect(systemFault(refused("ENOSPC"), { otherwise: "SPAWN_FAILED" }).code).toBe("DISK_FULL");
});
