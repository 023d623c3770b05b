/** The requests of Linux's terminals; the same on every architecture that nacre knows the calls of. */
export const TTY = {
  unlock: 0x40045431,
  number: 0x80045430,
  peer: 0x5441,
  setSize: 0x5414,
  control: 0x540e,
  getModes: 0x5401,
  setModes: 0x5402,
  group: 0x540f,
  unread: 0x541b,
  flush: 0x540b,
  signal: 0x40045436,
} as const;

/** How long a supervisor waits for what a program makes of a key, in seconds, before it answers that the key was taken. */
export const ECHO_S = 0.001;

/** How long a supervisor waits for the last output of a shell that has ended, in seconds: the kernel hands it on later. */
export const LAST_WORDS_S = 0.05;

/**
 * The part of the supervisor in perl that has a shell's terminal. It reads what the programs draw and writes it to a FIFO,
 * and reads no more while that is full: a host that does not read stops the programs, and not the supervisor.
 */
export const PERL_TERMINAL: string = String.raw`
my ($screen, $drawn, $exit, $least, $total) = (undef, '', '', 1, 0);
sub open_terminal {
  my ($cols, $rows, $name) = @_;
  if (!$setsid) { print "t 0 nacre does not know the terminals of this system\n"; return }
  undef $master;
  my $number = pack('i', 0);
  my $size = pack('S4', $rows, $cols, 0, 0);
  my $modes = "\0" x 60;
  my $unlock = pack('i', 0);
  my $done = sysopen($master, '/dev/ptmx', 04402) && ioctl($master, ${TTY.unlock}, $unlock)
    && ioctl($master, ${TTY.number}, $number)
    && sysopen($slave, '/dev/pts/' . unpack('i', $number), 0402)
    && ioctl($master, ${TTY.setSize}, $size) && ioctl($slave, ${TTY.getModes}, $modes);
  if ($done) {
    my ($flags, $rest) = unpack('La*', $modes);
    my $changed = pack('La*', $flags | 040000, $rest);
    $done = ioctl($slave, ${TTY.setModes}, $changed) && sysopen($screen, $name, 04002);
  }
  print 't', $done ? '' : sprintf(' %d %s', $!, $!), "\n";
  if (!$done) { undef $master; undef $slave }
}
# Reads what was drawn, up to a bound; a short read was the last for now.
sub draw {
  while ($master && length($drawn) < 65536) {
    my $n = sysread($master, $drawn, 65536, length $drawn);
    if (!defined $n) { $hung = 1 if $! == 5; last }
    $hung = 0;
    $total += $n;
    last if $n < 2048;
  }
  show();
}
sub show {
  return if $drawn eq '' || !$screen;
  my $n = syswrite($screen, $drawn);
  if ($n) { substr($drawn, 0, $n) = ''; $least -= $n }
  elsif (!defined $n && $! != 11) { $drawn = '' }
}
sub unread {
  my ($flushes) = @_;
  my $left = pack('L', 0);
  my $fd = $hung ? -1 : ioctl($master, ${TTY.peer}, 0402);
  return 0 unless defined $fd && $fd > 0 && open(my $peer, '+<&=', $fd + 0);
  ioctl($peer, ${TTY.unread}, $left);
  ioctl($peer, ${TTY.flush}, 0) if $flushes;
  close($peer);
  return unpack('L', $left);
}
sub local_modes { my $modes = "\0" x 60; return ioctl($master, ${TTY.getModes}, $modes) ? (unpack('L4', $modes))[3] : 0 }
sub tell_terminal {
  if (!$master) { print "q 0 0 0 0 0\n"; return }
  draw() unless $hung;
  my $group = pack('i', 0);
  ioctl($master, ${TTY.group}, $group);
  print 'q ', unpack('i', $group), ' ', local_modes(), ' ', unread(0), ' ', length($typed), " $total\n";
}
# What Ctrl-C does, also for a program that has not read what came before it: that is dropped.
sub signal_terminal {
  my ($signal, $letter) = @_;
  return unless $master;
  my $waits = $typed ne '' || unread(0);
  $typed = '';
  if ($waits && (local_modes() & 1)) { unread(1); my $number = $signal + 0; ioctl($master, ${TTY.signal}, $number) }
  else { $typed = chr($letter) }
}
sub resize_terminal { my $size = pack('S4', $_[1], $_[0], 0, 0); ioctl($master, ${TTY.setSize}, $size) if $master; print "r\n" }
sub hang_up { undef $master; undef $typing; ($typed, $drawn) = ('', '') }
sub tell_exit { print $exit; $exit = '' }
`;
