/** How much input waits in a supervisor for a program that does not read: what comes beyond it is not taken. */
export const MOST_WAITING: number = 256 * 1024;

/** The part of the supervisor in perl that hands input on to a shell. It never waits for a program that does not read. */
export const PERL_INPUT: string = String.raw`
my ($typing, $typed, $wants_input, $input_ends, $owed, $master, $slave, $hung) = (undef, '', 0, 0, '');
sub input_of_shell {
  ($typed, $input_ends) = ('', 0);
  undef $typing;
  if ($slave) { my $given = $slave; undef $slave; $typing = $master; return $given }
  return undef unless $wants_input;
  $wants_input = 0;
  pipe(my $input, $typing) or die;
  fcntl($typing, 4, 1 | $o_nonblock);
  return $input;
}
sub take {
  my ($bytes) = @_;
  pour_input();
  my $taken = !$typing || $input_ends || $master && $hung ? -1 : length($typed) + length($bytes) > ${MOST_WAITING} ? 0 : length($bytes);
  $typed .= $bytes if $taken > 0;
  pour_input();
  $taken = -1 unless $typing;
  $owed .= "k $taken " . (length($typed) + left()) . "\n";
  tell_owed() unless $master && $taken == length($bytes) && $taken < 64;
}
# What a program makes of a key goes before the answer that the key was taken: the host would read that first.
sub tell_owed { return if $owed eq ''; print $owed; $owed = '' }
sub left { return 0 if $master; my $left = pack('L', 0); ioctl($typing, $fionread, $left) if $typing; return unpack('L', $left) }
sub pour_input {
  return unless $typing;
  if ($typed ne '') {
    my $n = syswrite($typing, $typed);
    if ($n) { substr($typed, 0, $n) = '' }
    elsif (!defined $n && $! != $eagain) { $typed = ''; $input_ends = 1 unless $master }
  }
  if ($input_ends && $typed eq '') { close($typing); undef $typing }
}
`;
