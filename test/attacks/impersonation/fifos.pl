# Puts links, files, pipes and directories in the place of the FIFOs that commands print to.
require './attacker.pl';
require POSIX;
our $file;
my ($place) = $file =~ m{^(.*)/};
my @make = (
  sub { symlink('/etc/hostname', $_[0]) },
  sub { open(my $it, '>', $_[0]) },
  sub { POSIX::mkfifo($_[0], 0600) },
  sub { mkdir($_[0]) },
);
my $count = 0;
while (-d $place) {
  for (glob("$place/*[oe]")) {
    next unless -p $_ && unlink($_);
    $make[$count++ % @make]->($_);
    tried('replaced');
  }
  rest(0.05);
}
