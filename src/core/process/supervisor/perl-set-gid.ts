/**
 * The variable by which a sandbox tells the supervisor to answer for set-gid bits: the numbers of seccomp, chmod, fchmod,
 * fchmodat and fchmodat2 here (-1 for one that is missing). No shell gets it.
 */
export const SET_GID_VARIABLE = "NACRE_SET_GID";

/**
 * The part of the supervisor in perl that gives directories the set-gid bit, and nothing else. A filter of the kernel does
 * not see what a path leads to: so it holds each call that asks for the bit, and the supervisor, which it asks, opens what
 * the caller named, looks, and changes by descriptor what it has looked at. The call itself never goes on. The supervisor
 * has the caller's own rights and view, and lies under the same filter: its own call passes by a number that nobody else
 * can read. Where the kernel does not ask, the bit is refused; where it does not even refuse, no shell starts.
 */
export const PERL_SET_GID: string = String.raw`
my ($seccomp, $chmod, $fchmod, $fchmodat, $fchmodat2) = map { $_ + 0 } split(/ /, delete $ENV{${SET_GID_VARIABLE}} // '');
my ($asking, @pass);
sub filter {
  my ($then) = @_;
  my @calls = map { ([0x15, 0, 4, $_->[0]], [0x20, 0, 0, 16 + 8 * $_->[1]], [0x45, 1, 0, 02000], [6, 0, 0, 0x7fff0000], [6, 0, 0, $then]) }
    grep { $_->[0] >= 0 } [$chmod, 1], [$fchmod, 1], [$fchmodat, 2], [$fchmodat2, 2];
  my @ours = ([0x15, 0, 7, $fchmodat], map { my $skip = 5 - 2 * $_; ([0x20, 0, 0, 40 + 8 * $_], [0x15, 0, $skip, $pass[$_]]) } 0 .. 2);
  return join('', map { pack('SCCL', @$_) } [0x20, 0, 0, 0], @ours, [6, 0, 0, 0x7fff0000], [0x20, 0, 0, 0], @calls, [6, 0, 0, 0x7fff0000]);
}
sub restrict { my ($flags, $code) = @_; my $program = pack('S x6 P', length($code) / 8, $code); return syscall($seccomp, 1, $flags, $program) }
if ($seccomp) {
  sysopen(my $random, '/dev/urandom', 0) or die "/dev/urandom: $!\n";
  sysread($random, my $number, 12) == 12 or die "/dev/urandom: $!\n";
  @pass = unpack('L3', $number);
  my $listener = restrict(8, filter(0x7fc00000));
  if ($listener >= 0) { open($asking, '+<&=', $listener) or die "$!\n" } else { restrict(0, filter(0x50001)) == 0 or die "seccomp: $!\n" }
}
sub answer_set_gid {
  my $call = "\0" x 80;
  ioctl($asking, 0xc0502100, $call) or return;
  my ($id, $pid, undef, $number, undef, undef, @args) = unpack('Q L L l L Q Q6', $call);
  my $answer = pack('Q q l L', $id, 0, -set_gid($id, $pid, $number, @args), 0);
  ioctl($asking, 0xc0182101, $answer);
}
# The number of the error, 0 for none.
sub set_gid {
  my ($id, $pid, $number, @args) = @_;
  my ($at, $address, $mode, $flags) = $number == $chmod ? (-100, @args) : $number == $fchmod ? ($args[0], undef, $args[1]) : @args;
  my $from = unpack('l', pack('L', $at & 0xffffffff));
  my $place = $from == -100 ? "/proc/$pid/cwd" : "/proc/$pid/fd/$from";
  if (defined $address) {
    sysopen(my $memory, "/proc/$pid/mem", 0) or return 1;
    sysseek($memory, $address, 0) && sysread($memory, my $path, 4096) or return 14;
    $path =~ s/\0.*//s;
    # These lead each process to itself: here to the supervisor.
    $path =~ s{^/+(?:proc/+(?:thread-)?self|dev(?=/+fd))(?=/|\z)}{/proc/$pid};
    $place = $path =~ m{^/} ? $path : "$place/$path" if $path ne '';
    return 2 if $path eq '' && !($number == $fchmodat2 && $flags & 0x1000);
    return 1 if $number == $fchmodat2 && $flags & 0x100 && -l $place;
  }
  sysopen(my $held, $place, $o_path) or return $! + 0;
  my $is_asked = pack('Q', $id);
  return 1 unless -d $held && ioctl($asking, 0x40082102, $is_asked);
  my $name = '/proc/self/fd/' . fileno($held);
  return syscall($fchmodat, -100, $name, $mode & 03777, @pass) < 0 ? $! + 0 : 0;
}
`;
