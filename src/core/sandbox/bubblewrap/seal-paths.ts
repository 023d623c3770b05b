import { type Seal, UNREADABLE_INSIDE } from "../view/seal.ts";
import { runInMounts } from "./enter-mounts.ts";
import { insideOf } from "./inspect-sandbox.ts";

/**
 * Enters the mounts of a running sandbox and mounts each path over itself. The script opens every path without following a
 * link and uses the descriptor, so that it seals what it opened.
 */
const SCRIPT = String.raw`
my ($pid, $unreadable, @seals) = @ARGV;
enter("/proc/$pid/ns/mnt");
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
  if (inside === undefined) return [];
  const wanted = seals.flatMap(({ as, path }) => [as, path]);
  const run = await runInMounts(SCRIPT, [String(inside), UNREADABLE_INSIDE, ...wanted]);
  const answers = run?.stdout.split("\n") ?? [];
  return seals.filter((_, index) => answers[index] !== "ok");
}
