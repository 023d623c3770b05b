import { runInMounts } from "./enter-mounts.ts";

/**
 * Lets the kernel have the mounts of an ended shell, without uncovering anything.
 *
 * When a mount namespace ends, the kernel takes its mounts apart: a process that still holds a directory of it then finds
 * there what seals had covered. But when a mount point is removed from outside, the kernel unmounts what lies on it in one
 * piece: a process that holds a directory of it goes on seeing all seals below, until the last process lets go. So the script removes
 * the mount points in the shell's root, which is bubblewrap's own empty tmpfs, from a copy of the namespace in which
 * nothing is mounted on them.
 *
 * It removes only mount points, empty ones, in a root that is a tmpfs, and never in the namespace it was started in.
 */
const SCRIPT = String.raw`
my @held = @ARGV;
my $own = readlink('/proc/self/ns/mnt') or die "own namespace: $!\n";
opendir(my $proc, '/proc') or die "proc: $!\n";
for my $path (@held) {
  my $child = fork();
  exit(eval { let_go($path); 1 } ? 0 : 1) if defined $child && $child == 0;
  print defined $child && waitpid($child, 0) > 0 && $? == 0 ? "ok\n" : "failed\n";
}
sub let_go {
  my ($path) = @_;
  die if (readlink($path) // $own) eq $own;
  enter($path);
  my ($how, $table, $root, $none) = (pack('QQQ', 0, 0, 0), 'self/mountinfo', '/', '');
  my $lines = syscall(437, fileno($proc), $table, $how, 24);
  open(my $mounts, '<&=', $lines) or die;
  my @mounts = map { /^(\d+) (\d+) \S+ \S+ (\S+) .* - (\S+) / ? [$1, $2, $3, $4] : die } <$mounts>;
  my @roots = grep { $_->[2] eq '/' } @mounts;
  die unless @roots == 1 && $roots[0][3] eq 'tmpfs';
  my @points = sort { length $b <=> length $a } map { $_->[2] } grep { $_->[1] == $roots[0][0] } @mounts;
  s/\\([0-7]{3})/chr oct $1/ge for @points;
  my $bare = syscall(428, -100, $root, 1 | 02000000);
  my $writable = pack('QQQQ', 0, 1, 0, 0);
  die if $bare < 0 || syscall(442, $bare, $none, 0x1000, $writable, 32) != 0 || syscall($unshare, 0x20000) != 0;
  for my $point (@points) { die if syscall($umount, "$point", 2) != 0 }
  open(my $at, '<&=', $bare) or die;
  chdir($at) or die;
  for my $point (@points) { rmdir ".$point" or -f ".$point" && -z _ && unlink ".$point" or die }
}
`;

/** Takes descriptors of this process; returns those whose mounts it could not let go. The caller closes the others. */
export async function letGoMounts(held: readonly number[]): Promise<readonly number[]> {
  const run = await runInMounts(
    SCRIPT,
    held.map((fd) => `/proc/${process.pid}/fd/${fd}`),
  );
  const answers = run?.stdout.split("\n") ?? [];
  return held.filter((_, index) => answers[index] !== "ok");
}
