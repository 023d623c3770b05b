import { describe, expect, test } from "vitest";
import { seccompFilter } from "../../../../src/core/sandbox/bubblewrap/seccomp.ts";
import { hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";

const ALLOW = 0x7fff0000;
const errno = (number: number): number => 0x00050000 | number;

/** What the kernel would do with a filter, for one call. */
function verdict(
  filter: Buffer,
  call: { readonly arch: number; readonly number: number; readonly args?: readonly number[] },
): number {
  const data = Buffer.alloc(64);
  data.writeInt32LE(call.number, 0);
  data.writeUInt32LE(call.arch, 4);
  for (const [index, arg] of (call.args ?? []).entries()) data.writeUInt32LE(arg, 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const [code, yes, no, value] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ];
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else {
      const holds =
        code === 0x15 ? accumulator === value : code === 0x35 ? accumulator >= value : (accumulator & value) !== 0;
      at += holds ? yes : no;
    }
  }
  throw new Error("the filter ended without an answer");
}

const MACHINES = {
  x64: { arch: 0xc000003e, read: 0, mount: 165, clone: 56, ioctl: 16, socket: 41, ptrace: 101 },
  arm64: { arch: 0xc00000b7, read: 63, mount: 40, clone: 220, ioctl: 29, socket: 198, ptrace: 117 },
} as const;

describe.each(Object.entries(MACHINES))("the filter for %s", (name, machine) => {
  const filter = seccompFilter(name) ?? Buffer.alloc(0);
  const { arch } = machine;

  test("lets ordinary calls through", () => {
    expect(verdict(filter, { arch, number: machine.read })).toBe(ALLOW);
    expect(verdict(filter, { arch, number: machine.clone, args: [0x01200011] })).toBe(ALLOW);
    expect(verdict(filter, { arch, number: machine.ioctl, args: [0, 0x5401] })).toBe(ALLOW);
    expect(verdict(filter, { arch, number: machine.ptrace, args: [0] })).toBe(ALLOW);
    for (const family of [1, 2, 10, 16])
      expect(verdict(filter, { arch, number: machine.socket, args: [family] })).toBe(ALLOW);
  });

  test("refuses mounts, nested user namespaces, terminal injection, strangers' memory and odd sockets", () => {
    expect(verdict(filter, { arch, number: machine.mount })).toBe(errno(1));
    expect(verdict(filter, { arch, number: machine.clone, args: [0x10000000] })).toBe(errno(1));
    expect(verdict(filter, { arch, number: 435 })).toBe(errno(38));
    for (const request of [0x5412, 0x541c])
      expect(verdict(filter, { arch, number: machine.ioctl, args: [0, request] })).toBe(errno(1));
    for (const request of [16, 0x4206])
      expect(verdict(filter, { arch, number: machine.ptrace, args: [request] })).toBe(errno(1));
    for (const family of [17, 38, 40, 44])
      expect(verdict(filter, { arch, number: machine.socket, args: [family] })).toBe(errno(97));
  });

  test("refuses every call of another architecture", () => {
    expect(verdict(filter, { arch: 0x40000003, number: 3 })).toBe(errno(38));
  });
});

test("the second set of numbers on x64 is closed", () => {
  const filter = seccompFilter("x64") ?? Buffer.alloc(0);
  expect(verdict(filter, { arch: MACHINES.x64.arch, number: 0x40000000 + 0 })).toBe(errno(38));
});

/** Calls that give a mode: their number, and which argument it is; for an open also which has the flags. */
const GIVES_MODE = {
  x64: [
    ["open", 2, 2, 1],
    ["creat", 85, 1],
    ["chmod", 90, 1],
    ["fchmod", 91, 1],
    ["mknod", 133, 1],
    ["openat", 257, 3, 2],
    ["mknodat", 259, 2],
    ["fchmodat", 268, 2],
    ["fchmodat2", 452, 2],
  ],
  arm64: [
    ["mknodat", 33, 2],
    ["fchmod", 52, 1],
    ["fchmodat", 53, 2],
    ["openat", 56, 3, 2],
    ["fchmodat2", 452, 2],
  ],
} as const;
const [CREAT, TMPFILE, SETUID, SETGID, STICKY] = [0o100, 0o20200000, 0o4000, 0o2000, 0o1000];

describe.each(Object.entries(GIVES_MODE))("on %s set-uid and set-gid bits", (name, calls) => {
  const { arch } = MACHINES[name as keyof typeof MACHINES];
  const [plain, shared] = [false, true].map((setGid) => seccompFilter(name, setGid) ?? Buffer.alloc(0));

  test.each(calls.map(([call, number, mode, flags]) => ({ call, number, mode, flags })))(
    "cannot be given to $call, and other modes can",
    ({ call, number, mode, flags }) => {
      const ask = (filter: Buffer | undefined, bits: number, opens = CREAT): number => {
        const args = [0, 0, 0, 0];
        args[mode] = bits;
        if (flags !== undefined) args[flags] = opens;
        return verdict(filter ?? Buffer.alloc(0), { arch, number, args });
      };
      for (const bits of [SETUID, SETUID | 0o755, SETUID | SETGID, SETGID | 0o755, 0o100000 | SETGID | 0o644])
        expect(ask(plain, bits)).toBe(errno(1));
      for (const bits of [0o755, 0, STICKY | 0o777, 0o100644]) expect(ask(plain, bits)).toBe(ALLOW);
      expect(ask(shared, SETUID | 0o755)).toBe(errno(1));
      expect(ask(shared, SETGID | 0o755)).toBe(call.includes("chmod") ? ALLOW : errno(1));
      if (flags === undefined) return;
      expect(ask(plain, SETUID, TMPFILE)).toBe(errno(1));
      // Without these flags there is no mode, and the argument is whatever was in the register.
      expect(ask(plain, 0xffffffff, 0)).toBe(ALLOW);
    },
  );

  test("cannot be hidden in a structure that a filter cannot read", () => {
    expect(verdict(plain ?? Buffer.alloc(0), { arch, number: 437 })).toBe(errno(38));
    expect(verdict(plain ?? Buffer.alloc(0), { arch, number: 425 })).toBe(errno(1));
  });
});

test("an unknown machine has no filter, and that is said", () => expect(seccompFilter("mips")).toBeUndefined());

test.runIf(hasBubblewrap)("ordinary programs work under it", async () => {
  const { run } = await openSandbox();
  const script = `set -e
git init -q r && cd r && git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m x
node -e 'new Request("http://x"); require("child_process").execSync("true"); console.log("node")'
perl -e 'print "perl\\n"'
echo hi | sort | uniq -c | awk '{print $2}'
mkfifo f; (echo through > f &) ; cat f
timeout 5 bash -c 'sleep 0.1 & wait'; tar cf - . | tar tf - > /dev/null; echo end`;
  expect(await run(script)).toMatchObject({ exitCode: 0, stdout: "node\nperl\nhi\nthrough\nend\n" });
});
