import { SUPERVISOR_SCRIPT } from "./supervisor-script.ts";

/**
 * A nurse forks processes for its host, so that the host is not copied for each, and perl reads the supervisor's script
 * once. Its arguments are those of a supervisor up to the numbers of the calls, then how many channels it has (3 and up).
 *
 * A channel is one end of a socket pair; the host has the other, so no other process can speak on it. What the host
 * writes first is a request, and the nurse forks when one comes. The child reads it, takes the channel as its stdin,
 * stdout and stderr, and says  c PID. Or, where nothing could be forked, the nurse says  c 0 REASON. The request is its
 * length in ten digits, and fields, each behind its length (32 bits, the highest first): FILE DIRECTORY ENVIRONMENT
 * ARGUMENTS and one more for each descriptor that the program shall find, from 3 on; the words of the third and fourth
 * are each before a NUL. Without a FILE the child becomes a supervisor: it goes on behind the block.
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
      recv($channel, my $first, 1, 2);
      next if ($first // '') eq '';
      my $pid = fork();
      if (!defined $pid) { syswrite($channel, "c 0 fork: $!\n"); next }
      next if $pid;
      %spare = ();
      lead($setsid);
      open(STDIN, '<&', $channel) && open(STDOUT, '>&', $channel) && open(STDERR, '>&', $channel) or exit 1;
      close($channel);
      syswrite(STDOUT, "c $$\n");
      my ($file, $directory, $environment, $words, @given) = unpack('(N/a*)*', taken(taken(10)));
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
      exec { $file } $file, @ARGV;
      die "$file: $!\n";
    }
    exit 0 if vec($ready, 0, 1);
  }
}
sub taken { my $taken = ''; while (length $taken < $_[0]) { sysread(STDIN, $taken, $_[0] - length $taken, length $taken) or exit 1 } return $taken }
`;

/** A nurse's script: behind its own part is the supervisor's, which a child goes on with. */
export const NURSERY_SCRIPT: string = NURSE + SUPERVISOR_SCRIPT;
