import { release } from "node:os";
import { runFile } from "../../process/run-file.ts";
import { trustedProgram } from "../../process/trusted-program.ts";
import { type Seal, UNREADABLE_INSIDE } from "../view/seal.ts";
import { insideOf } from "./inspect-sandbox.ts";

const SETNS: Readonly<Record<string, number>> = { x64: 308, arm64: 268, riscv64: 268 };

/**
 * Enters the mounts of a running sandbox and mounts each path over itself. A user namespace obeys the user who made it,
 * so this needs no privilege. The script opens every path without following a link and uses the descriptor, so that it
 * seals what it opened. The other numbers are the same on every architecture.
 */
const SCRIPT = String.raw`
use strict;
my ($setns, $pid, $unreadable, @seals) = @ARGV;
open(my $mounts, '<', "/proc/$pid/ns/mnt") or die "namespace: $!\n";
my $owner = ioctl($mounts, 0xb701, 0) or die "owner: $!\n";
syscall($setns, $owner + 0, 0x10000000) == 0 or die "user namespace: $!\n";
syscall($setns, fileno($mounts), 0x20000) == 0 or die "mount namespace: $!\n";
my $failed = 0;
while (my ($as, $path) = splice(@seals, 0, 2)) {
  my ($how, $none, $other) = (pack('QQQ', 010000000 | 02000000, 0, 4), '', '');
  my $at = syscall(437, -100, $path, $how, 24);
  my $what = $as ne 'hidden' ? $at : syscall(437, -100, $unreadable, $how, 24);
  my $tree = $at < 0 || $what < 0 ? -1 : syscall(428, $what, $none, 1 | 02000000 | 0x1000);
  my $attributes = pack('QQQQ', $as eq 'fixed' ? 0 : 1, 0, 0, 0);
  my $done = $tree >= 0 && syscall(442, $tree, $none, 0x1000, $attributes, 32) == 0 && syscall(429, $tree, $none, $at, $other, 0x44) == 0;
  print $done ? "ok\n" : "$!\n";
  $failed = 1 unless $done;
}
exit $failed;
`;

/** Whether this kernel can change the mounts of a running sandbox: the calls for it came with Linux 5.12. */
export function canSeal(kernel: string = release(), arch: string = process.arch): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number.parseFloat);
  return (
    SETNS[arch] !== undefined && trustedProgram("perl") !== undefined && (major > 5 || (major === 5 && minor >= 12))
  );
}

/** The most paths per run: the kernel limits the length of a program's arguments. */
const AT_ONCE = 200;

/** Seals paths inside the sandbox whose bubblewrap has this pid; returns those that it could not seal. */
export async function sealPaths(pid: number, seals: readonly Seal[]): Promise<readonly Seal[]> {
  const failed: Seal[] = [];
  for (let at = 0; at < seals.length; at += AT_ONCE)
    failed.push(...(await sealFew(pid, seals.slice(at, at + AT_ONCE))));
  return failed;
}

async function sealFew(pid: number, seals: readonly Seal[]): Promise<readonly Seal[]> {
  const inside = insideOf(pid);
  const perl = trustedProgram("perl");
  const setns = SETNS[process.arch];
  if (inside === undefined) return [];
  if (perl === undefined || setns === undefined) return seals;
  const args = [
    "-e",
    SCRIPT,
    "--",
    String(setns),
    String(inside),
    UNREADABLE_INSIDE,
    ...seals.flatMap(({ as, path }) => [as, path]),
  ];
  const { stdout } = await runFile({ file: perl, args, cwd: "/", env: {} });
  const answers = stdout.split("\n");
  return seals.filter((_, index) => answers[index] !== "ok");
}
