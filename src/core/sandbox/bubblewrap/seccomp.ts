type Numbers = { readonly x64?: number; readonly arm64?: number };

/** The numbers, by architecture, of the system calls that a sandboxed command has no use for. */
const REFUSED: Readonly<Record<string, Numbers>> = {
  // keyrings, tracing and asynchronous calls that namespaces do not cover
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  bpf: { x64: 321, arm64: 280 },
  userfaultfd: { x64: 323, arm64: 282 },
  perf_event_open: { x64: 298, arm64: 241 },
  io_uring_setup: both(425),
  io_uring_enter: both(426),
  io_uring_register: both(427),
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  pidfd_getfd: both(438),
  kcmp: { x64: 312, arm64: 272 },
  // mounts and namespaces
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  open_tree: both(428),
  move_mount: both(429),
  fsopen: both(430),
  fsconfig: both(431),
  fsmount: both(432),
  fspick: both(433),
  mount_setattr: both(442),
  open_tree_attr: both(467),
  open_by_handle_at: { x64: 304, arm64: 265 },
  fanotify_init: { x64: 300, arm64: 262 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: both(443),
  // the machine as a whole
  acct: { x64: 163, arm64: 89 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  sethostname: { x64: 170, arm64: 161 },
  setdomainname: { x64: 171, arm64: 162 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  syslog: { x64: 103, arm64: 116 },
  vhangup: { x64: 153, arm64: 58 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
  modify_ldt: { x64: 154 },
  lookup_dcookie: { x64: 212, arm64: 18 },
};

type ModeCall = {
  readonly numbers: Numbers;
  /** Which argument is the mode. */
  readonly mode: number;
  /** Which argument says whether a file is made; without that there is no mode, and its argument means nothing. */
  readonly flags?: number;
  /** Whether the call may be about a directory. */
  readonly changes?: true;
};

/** The calls that give a file its mode. Making a directory is not among them: the kernel takes no such bit there. */
const GIVES_MODE: Readonly<Record<string, ModeCall>> = {
  openat: { numbers: { x64: 257, arm64: 56 }, mode: 3, flags: 2 },
  open: { numbers: { x64: 2 }, mode: 2, flags: 1 },
  creat: { numbers: { x64: 85 }, mode: 1 },
  mknod: { numbers: { x64: 133 }, mode: 1 },
  mknodat: { numbers: { x64: 259, arm64: 33 }, mode: 2 },
  chmod: { numbers: { x64: 90 }, mode: 1, changes: true },
  fchmod: { numbers: { x64: 91, arm64: 52 }, mode: 1, changes: true },
  fchmodat: { numbers: { x64: 268, arm64: 53 }, mode: 2, changes: true },
  fchmodat2: { numbers: both(452), mode: 2, changes: true },
};

type Machine = {
  readonly arch: number;
  readonly number: "x64" | "arm64";
  readonly clone: number;
  readonly ioctl: number;
  readonly socket: number;
  readonly ptrace: number;
  readonly seccomp: number;
};

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { arch: 0xc000003e, number: "x64", clone: 56, ioctl: 16, socket: 41, ptrace: 101, seccomp: 317 },
  arm64: { arch: 0xc00000b7, number: "arm64", clone: 220, ioctl: 29, socket: 198, ptrace: 117, seccomp: 277 },
};

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const CLONE3 = 435;
const OPENAT2 = 437;
const SET_UID = 0o4000;
const SET_GID = 0o2000;
/** O_CREAT, and the bit that only O_TMPFILE has. */
const MAKES_A_FILE = 0o100 | 0o20000000;
const CLONE_NEWUSER = 0x10000000;
/** Types into a terminal (TIOCSTI) or a console (TIOCLINUX) as if the user did. */
const TERMINAL_INJECTION = [0x5412, 0x541c];
/** Attaches to a running process (ATTACH, SEIZE); a debugger may still start its own. */
const PTRACE_INTO_OTHERS = [16, 0x4206];
/** UNIX, INET, INET6, NETLINK. Not VSOCK: it leaves the machine whatever the network namespace. */
const SOCKET_FAMILIES = [1, 2, 10, 16];

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const jumpIfEqual = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value];
const jumpIfAtLeast = (value: number, yes: number, no: number): Instruction => [0x35, yes, no, value];
const jumpIfSet = (bits: number, yes: number, no: number): Instruction => [0x45, yes, no, bits];
const answer = (action: number): Instruction => [0x06, 0, 0, action];
const refuse = (errno: number): Instruction => answer(0x00050000 | errno);
const ALLOW = answer(0x7fff0000);

const SYSCALL = 0;
const ARCH = 4;
const argument = (index: number): number => 16 + 8 * index;

/**
 * The filter for this machine in the form bubblewrap reads; undefined where the numbers are not known. `leavesSetGid`: it
 * says nothing of the set-gid bit where a mode is changed. A filter does not see whether that is a directory's or a file's.
 */
export function seccompFilter(arch: string = process.arch, leavesSetGid = false): Buffer | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const program: Instruction[] = [load(ARCH), jumpIfEqual(machine.arch, 1, 0), refuse(ENOSYS), load(SYSCALL)];
  // The x32 numbers reach the same calls a second way.
  if (machine.number === "x64") program.push(jumpIfAtLeast(0x40000000, 0, 1), refuse(ENOSYS));
  // First, because every open passes here.
  for (const call of Object.values(GIVES_MODE)) program.push(...withoutPrivilege(call, machine, leavesSetGid));
  for (const numbers of Object.values(REFUSED)) {
    const number = numbers[machine.number];
    if (number !== undefined) program.push(jumpIfEqual(number, 0, 1), refuse(EPERM));
  }
  // A filter cannot read what these find in memory; without them libraries fall back to clone and openat.
  for (const number of [CLONE3, OPENAT2]) program.push(jumpIfEqual(number, 0, 1), refuse(ENOSYS));
  program.push(...onCall(machine.clone, [load(argument(0)), jumpIfSet(CLONE_NEWUSER, 0, 1), refuse(EPERM), ALLOW]));
  program.push(...onCall(machine.ioctl, [load(argument(1)), ...refuseThese(TERMINAL_INJECTION), ALLOW]));
  program.push(...onCall(machine.ptrace, [load(argument(0)), ...refuseThese(PTRACE_INTO_OTHERS), ALLOW]));
  program.push(
    ...onCall(machine.socket, [
      load(argument(0)),
      ...SOCKET_FAMILIES.flatMap((family) => [jumpIfEqual(family, 0, 1), ALLOW]),
      refuse(EAFNOSUPPORT),
    ]),
  );
  program.push(ALLOW);
  return assemble(program);
}

/** The numbers that a supervisor needs to answer for the set-gid bit in the filter's place, as it reads them. */
export function setGidCalls(arch: string = process.arch): string | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const changing = ["chmod", "fchmod", "fchmodat", "fchmodat2"].map(
    (name) => GIVES_MODE[name]?.numbers[machine.number],
  );
  return [machine.seccomp, ...changing].map((number) => number ?? -1).join(" ");
}

/** Refuses a mode that would lend the owner's rights, or the group's, to every user who runs the file. */
function withoutPrivilege(call: ModeCall, machine: Machine, leavesSetGid: boolean): Instruction[] {
  const number = call.numbers[machine.number];
  if (number === undefined) return [];
  const refused = leavesSetGid && call.changes === true ? SET_UID : SET_UID | SET_GID;
  const isAsked = call.flags === undefined ? [] : [load(argument(call.flags)), jumpIfSet(MAKES_A_FILE, 1, 0), ALLOW];
  return onCall(number, [...isAsked, load(argument(call.mode)), jumpIfSet(refused, 0, 1), refuse(EPERM), ALLOW]);
}

const onCall = (number: number, then: readonly Instruction[]): Instruction[] => [
  jumpIfEqual(number, 0, then.length),
  ...then,
];

const refuseThese = (values: readonly number[]): Instruction[] =>
  values.flatMap((value) => [jumpIfEqual(value, 0, 1), refuse(EPERM)]);

function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}

function both(number: number): { readonly x64: number; readonly arm64: number } {
  return { x64: number, arm64: number };
}
