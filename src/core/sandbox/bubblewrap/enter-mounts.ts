import { release } from "node:os";
import { type FileRun, runFile } from "../../process/run-file.ts";
import { trustedProgram } from "../../process/trusted-program.ts";

/** The numbers of system calls, by architecture. Those above 400 are the same on every one. */
const CALLS: Readonly<
  Record<string, { readonly [Call in "setns" | "unshare" | "umount" | "clone" | "exit"]: number }>
> = {
  x64: { setns: 308, unshare: 272, umount: 166, clone: 56, exit: 231 },
  arm64: { setns: 268, unshare: 97, umount: 39, clone: 220, exit: 94 },
  riscv64: { setns: 268, unshare: 97, umount: 39, clone: 220, exit: 94 },
};

/**
 * Lines of perl. `enter` takes the path of a mount namespace and enters it: a user namespace obeys the user who made it,
 * so this needs no privilege. `named` gives a descriptor of a path that no link leads to, or a number below zero.
 */
const ENTER = String.raw`
use strict;
my ($setns, $unshare, $umount, $clone, $exit) = splice(@ARGV, 0, 5);
sub enter {
  my ($path) = @_;
  open(my $mounts, '<', $path) or die "namespace: $!\n";
  my $owner = ioctl($mounts, 0xb701, 0) or die "owner: $!\n";
  syscall($setns, $owner + 0, 0x10000000) == 0 or die "user namespace: $!\n";
  syscall($setns, fileno($mounts), 0x20000) == 0 or die "mount namespace: $!\n";
}
sub named {
  my ($path, $how) = ($_[0], pack('QQQ', 010000000 | 02000000, 0, 4));
  return syscall(437, -100, $path, $how, 24);
}
`;

/** Whether this machine can change the mounts of a sandbox from outside: the calls for it came with Linux 5.12. */
export function canEnterMounts(kernel: string = release(), arch: string = process.arch): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number.parseFloat);
  return (
    CALLS[arch] !== undefined && trustedProgram("perl") !== undefined && (major > 5 || (major === 5 && minor >= 12))
  );
}

/** The program that runs lines of perl which may call `enter` and `named`; undefined where this machine cannot. */
export function perlInMounts(
  script: string,
  args: readonly string[],
): { readonly file: string; readonly args: readonly string[] } | undefined {
  const calls = CALLS[process.arch];
  const perl = trustedProgram("perl");
  if (calls === undefined || perl === undefined || !canEnterMounts()) return undefined;
  const numbers = [calls.setns, calls.unshare, calls.umount, calls.clone, calls.exit].map(String);
  return { file: perl, args: ["-e", `${ENTER}${script}`, "--", ...numbers, ...args] };
}

/** Runs them to their end. */
export async function runInMounts(
  script: string,
  args: readonly string[],
  input?: Buffer,
): Promise<FileRun | undefined> {
  const program = perlInMounts(script, args);
  if (program === undefined) return undefined;
  return runFile({ ...program, cwd: "/", env: {} }, input === undefined ? {} : { input });
}
