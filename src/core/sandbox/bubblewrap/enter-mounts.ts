import { release } from "node:os";
import { type FileRun, runFile } from "../../process/run-file.ts";
import { trustedProgram } from "../../process/trusted-program.ts";

/** The numbers of system calls, by architecture. Those above 400 are the same on every one. */
const CALLS: Readonly<Record<string, { readonly setns: number; readonly unshare: number; readonly umount: number }>> = {
  x64: { setns: 308, unshare: 272, umount: 166 },
  arm64: { setns: 268, unshare: 97, umount: 39 },
  riscv64: { setns: 268, unshare: 97, umount: 39 },
};

/**
 * Lines of perl: `enter` takes the path of a mount namespace and enters it. A user namespace obeys the user who made it,
 * so this needs no privilege.
 */
const ENTER = String.raw`
use strict;
my ($setns, $unshare, $umount) = splice(@ARGV, 0, 3);
sub enter {
  my ($path) = @_;
  open(my $mounts, '<', $path) or die "namespace: $!\n";
  my $owner = ioctl($mounts, 0xb701, 0) or die "owner: $!\n";
  syscall($setns, $owner + 0, 0x10000000) == 0 or die "user namespace: $!\n";
  syscall($setns, fileno($mounts), 0x20000) == 0 or die "mount namespace: $!\n";
}
`;

/** Whether this machine can change the mounts of a sandbox from outside: the calls for it came with Linux 5.12. */
export function canEnterMounts(kernel: string = release(), arch: string = process.arch): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number.parseFloat);
  return (
    CALLS[arch] !== undefined && trustedProgram("perl") !== undefined && (major > 5 || (major === 5 && minor >= 12))
  );
}

/** Runs lines of perl that may call `enter`; undefined where this machine cannot. */
export async function runInMounts(script: string, args: readonly string[]): Promise<FileRun | undefined> {
  const calls = CALLS[process.arch];
  const perl = trustedProgram("perl");
  if (calls === undefined || perl === undefined || !canEnterMounts()) return undefined;
  const numbers = [calls.setns, calls.unshare, calls.umount].map(String);
  return runFile({ file: perl, args: ["-e", `${ENTER}${script}`, "--", ...numbers, ...args], cwd: "/", env: {} });
}
