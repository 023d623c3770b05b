# Opens the memory and the descriptors of bash and of what started it, and copies them (pidfd_getfd): a line in the script, or
# an answer in the socket, would be bash's own.
require './attacker.pl';
require POSIX;
our $bash;
my $line = "echo 0 >> ran; exit 55\n";
my $parent = 0;
if (open(my $stat, '<', "/proc/$bash/stat")) { ($parent) = <$stat> =~ /\) \S (\d+)/ }
while (kill(0, $bash)) {
  for my $pid (grep { $_ > 0 } $bash, $parent) {
    for my $door ('mem', map { "fd/$_" } 0, 3 .. 12, 254, 255) {
      tried($door);
      for my $how ('<', '>', '+<') {
        if (open(my $it, $how, "/proc/$pid/$door")) { reached("$how $door"); syswrite($it, $line) if $door ne 'mem' && $how ne '<' }
      }
    }
    my $handle = syscall(434, $pid, 0);
    next if $handle < 0;
    for my $number (0, 3 .. 12, 254, 255) {
      tried("copy of $number");
      my $copy = syscall(438, $handle, $number, 0);
      next if $copy < 0;
      reached("copy of $number");
      if (open(my $it, '>&=', $copy)) { syswrite($it, $line) }
    }
    POSIX::close($handle);
  }
  rest(0.01);
}
