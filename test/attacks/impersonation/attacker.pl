# What every attacker begins with. argv: the session's bash, and a file of the session's runtime directory. It ends by itself.
use strict;
use warnings;
alarm(120);
our ($bash, $file) = @ARGV;
sub rest { select(undef, undef, undef, $_[0]) }
sub note { my ($list, @words) = @_; open(my $to, '>>', $list) or return; syswrite($to, "@words\n") }
# Tried, as a proof that the attack took place.
sub tried { note('tried', @_) }
# What no attacker may get.
sub reached { note('reached', @_) }
1;
