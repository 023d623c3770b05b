import { Fault } from "../../../base/fault.ts";
import type { SpawnPlan } from "../../../process/spawn-plan.ts";
import { perlInMounts } from "../enter-mounts.ts";
import { GRAFTER } from "../inspect-sandbox.ts";

/**
 * The first program inside. It waits until the workspace lies there, and goes there then: a program that had been there
 * before would have the seals above it. Without the workspace it ends.
 */
const GATE = (andThen: string): string => String.raw`
my ($fd, $directory) = splice(@ARGV, 0, 2);
open(my $gate, '+<&=', $fd) or exit 125;
syswrite($gate, "ready\n") && sysread($gate, my $go, 1) or exit 125;
close $gate;
chdir $directory or exit 125;
$ENV{PWD} = $directory;
${andThen}
exec { $ARGV[0] } @ARGV;
exit 126;
`;

/**
 * Runs before bubblewrap, in a perl that becomes bubblewrap. A child of it copies the keeper's mounts of the workspace
 * while bubblewrap builds all else, and lays the copy into the new sandbox when bubblewrap is done: the kernel copies
 * a thousand mounts in a millisecond, and bubblewrap would read the table of all mounts for each. Two processes work at
 * it, because none can enter two user namespaces that lie side by side; they share descriptors.
 */
const SCRIPT = String.raw`
$0 = '${GRAFTER}'; # before the fork: the helper never has another name
my ($wait, $keeper, $workspace, $directory, $bwrap, @words) = @ARGV;
$^F = 255;
socketpair(my $own, my $gate, 1, 1, 0) or die "socketpair: $!\n";
open(my $info, '>&', $gate) or die "descriptor: $!\n";
my $helper = fork() // die "fork: $!\n";
if ($helper) {
  close $own;
  my ($at) = grep { $words[$_] eq '--' } 0 .. $#words;
  splice(@words, $at + 1, 0, $^X, '-e', $wait, '--', fileno($gate), $directory);
  splice(@words, $at, 0, '--info-fd', fileno($info));
  exec { $bwrap } $bwrap, @words;
  die "$bwrap: $!\n";
}
close $gate;
close $info;
my ($none, $other) = ('', '');
my $copier = syscall($clone, 0x411, 0, 0, 0, 0);
if ($copier == 0) {
  my $tree = eval { enter("/proc/$keeper/ns/mnt"); syscall(428, named($workspace), $none, 1 | 02000000 | 0x9000) };
  syscall($exit, defined $tree && $tree >= 0 ? $tree : 255);
}
waitpid($copier, 0);
my $tree = $? >> 8;
my $said = '';
while ($said !~ /ready\n/) { sysread($own, $said, 4096, length $said) or exit 1 }
my ($inside) = $said =~ /"child-pid": (\d+)/;
eval {
  die "the copy of its mounts failed\n" if $copier < 0 || $? & 127 || $tree == 255;
  enter("/proc/$inside/ns/mnt");
  syscall(429, $tree, $none, named($workspace), $other, 0x44) == 0 or die "$!\n";
  syswrite($own, "\n");
} or print STDERR "the workspace $workspace could not be shown: $@";
`;

export type Graft = {
  /** The pid of the keeper's first process inside. */
  readonly keeper: number;
  readonly workspace: string;
  /** Where the plan's program begins. */
  readonly directory: string;
  /** Lines of perl that run inside before the program starts. */
  readonly andThen?: string;
};

/** The same plan of bubblewrap, with the keeper's workspace laid into it. A fault where this machine cannot. */
export function graftedPlan(plan: SpawnPlan, { keeper, workspace, directory, andThen = "" }: Graft): SpawnPlan {
  const program = perlInMounts(SCRIPT, [GATE(andThen), String(keeper), workspace, directory, plan.file, ...plan.args]);
  if (program === undefined)
    throw new Fault("SANDBOX_UNAVAILABLE", "perl is gone, which shows the workspace to shells");
  return { ...plan, ...program };
}
