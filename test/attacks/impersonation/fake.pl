# Takes bash's place with its pid, and answers in its name on the socket that it was given as stdin. argv: the nonce of the
# expected answer, and how long it lives on.
my ($nonce, $seconds) = @ARGV;
open(my $socket, '>&=', 0) or die;
syswrite($socket, join("\0", '', $nonce, '/', '0', '55/braceexpand:hashall/declare -a x=([0]="55")/_', '', ''));
select(undef, undef, undef, $seconds);
exit 33;
