import { SUPERVISOR_SCRIPT } from "./supervisor-script.ts";

/**
 * A nurse forks processes for its host, so that the host is not copied for each, and perl reads the supervisor's script
 * once. Its arguments are those of a supervisor up to the numbers of the calls, then how many channels it has (3 and up).
 *
 * A channel is one end of a socket pair; the host has the other, so no other process can speak on it. What the host
 * writes first is a request, and the nurse forks when one comes. The child reads it, takes the channel as its stdin,
 * stdout and stderr, and says  c PID. Or, where nothing could be forked, the nurse says  c 0 REASON. The request is its
 * length in ten digits, and fields, each behind its length (32 bits, the highest first): GROUPS FILE DIRECTORY ENVIRONMENT
 * ARGUMENTS and one more for each descriptor that the program shall find, from 3 on; the words of the first, fourth and
 * fifth are each before a NUL. Without a FILE the child becomes a supervisor: it goes on behind the block. A script for the
 * perl that it is already ( -e SCRIPT -- … ) it runs itself.
 *
 * A child is in the control groups GROUPS before it does anything else, or it ends. Where the kernel can (Linux 5.7), it is
 * born in the one of the unified hierarchy: to enter that later takes a lock that costs ten milliseconds.
 *
 * A nurse ends with its host, and when its stdin ends. Supervisors live on; a sandbox ends with the process that started
 * it, so the host keeps a nurse until what it started has ended.
 */
const NURSE = String.raw`
NURSE: {
  my ($prctl, $setsid, $mknodat, $dup3, $recvmsg, $memfd, $ps, $count) = @ARGV;
  require POSIX unless $setsid;
  my @signals = qw(TERM INT HUP QUIT PIPE USR1 USR2 CHLD);
  syscall($prctl, 1, 9, 0, 0, 0) if $prctl;
  syscall($prctl, 4, 0, 0, 0, 0) if $prctl;
  $SIG{$_} = 'IGNORE' for @signals;
  my ($watched, %spare) = ('');
  vec($watched, 0, 1) = 1;
  for (3 .. 2 + $count) { open($spare{$_}, '+<&=', $_) or die "$_: $!\n"; vec($watched, $_, 1) = 1 }
  if (opendir(my $open, $ps ? '/dev/fd' : '/proc/self/fd')) { for (grep { /^\d+$/ && $_ > 2 + $count && $_ != fileno($open) } readdir $open) { if (open(my $it, '<&=', $_)) { close($it) } } }
  while (1) {
    my $ready = $watched;
    next if select($ready, undef, undef, undef) < 0;
    for my $number (grep { vec($ready, $_, 1) } sort keys %spare) {
      my $channel = delete $spare{$number};
      vec($watched, $number, 1) = 0;
      recv($channel, my $begin, 16384, 2);
      next if ($begin // '') eq '';
      my ($pid, $own, $born) = child($prctl, $begin);
      if (!defined $pid) { syswrite($channel, "c 0 fork: $!\n"); next }
      next if $pid;
      %spare = ();
      lead($setsid);
      open(STDIN, '<&', $channel) && open(STDOUT, '>&', $channel) && open(STDERR, '>&', $channel) or exit 1;
      close($channel);
      syswrite(STDOUT, "c $own\n");
      my ($groups, $file, $directory, $environment, $words, @given) = unpack('(N/a*)*', taken(taken(10)));
      for (grep { $_ ne $born } split(/\0/, $groups)) { enter_group($_) or die "$_: $!\n" }
      %ENV = ();
      for (split(/\0/, $environment)) { my ($name, $value) = split(/=/, $_, 2); $ENV{$name} = $value }
      chdir($directory) or die "$directory: $!\n";
      @ARGV = split(/\0/, $words, -1);
      pop @ARGV;
      last NURSE if $file eq '';
      my @files = map { nameless($memfd, $_) } @given;
      my @from = map { sysseek($_, 0, 0); above($_) } @files;
      put($dup3, $from[$_], 3 + $_) for 0 .. $#from;
      $SIG{$_} = 'DEFAULT' for @signals;
      if ($file eq $^X && @ARGV > 2 && $ARGV[0] eq '-e' && $ARGV[2] eq '--') {
        $0 = $file;
        my (undef, $script) = splice(@ARGV, 0, 3);
        eval $script;
        die $@ if $@;
        exit 0;
      }
      exec { $file } $file, @ARGV;
      die "$file: $!\n";
    }
    exit 0 if vec($ready, 0, 1);
  }
}
# The pid, as fork tells it; to the child also its own, and the group it was born in. The kernel writes the second: an old
# libc has the parent's.
sub child {
  my ($prctl, $begin) = @_;
  my $size = length $begin < 14 ? 0 : unpack('x10 N', $begin);
  my ($group) = $prctl && length $begin >= 14 + $size ? grep { !-e "$_/tasks" } split(/\0/, substr($begin, 14, $size)) : ();
  if (defined $group && sysopen(my $place, $group, 010000000)) {
    my $own = "\0" x 4;
    vec($own, 0, 8) = 0;
    my $asked = pack('Q11', 1 << 33 | 1 << 24, 0, at($own), 0, 17, 0, 0, 0, 0, 0, fileno($place));
    my $pid = syscall(435, $asked, length $asked);
    return ($pid, unpack('L', $own), $group) if $pid >= 0;
  }
  my $pid = fork();
  return ($pid, $$, '');
}
# Zero is the writer. Into tasks, which only the older hierarchies have, it takes no lock.
sub enter_group { my $file = -e "$_[0]/tasks" ? 'tasks' : 'cgroup.procs'; open(my $group, '>', "$_[0]/$file") or return 0; return syswrite($group, "0\n") }
sub taken { my $taken = ''; while (length $taken < $_[0]) { sysread(STDIN, $taken, $_[0] - length $taken, length $taken) or exit 1 } return $taken }
`;

/** A nurse's script: behind its own part is the supervisor's, which a child goes on with. */
export const NURSERY_SCRIPT: string = NURSE + SUPERVISOR_SCRIPT;
