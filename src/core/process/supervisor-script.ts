/** Numbers of the few system calls perl has no name for, by architecture (Linux). */
const SYSCALLS: Record<string, { readonly prctl: number; readonly setsid: number; readonly mknodat: number }> = {
  x64: { prctl: 157, setsid: 112, mknodat: 259 },
  arm64: { prctl: 167, setsid: 157, mknodat: 33 },
  riscv64: { prctl: 167, setsid: 157, mknodat: 33 },
};

/** The supervisor's first arguments; zeros where the architecture is unknown, and the script does without the calls. */
export function supervisorArgs(arch: string = process.arch): readonly string[] {
  const { prctl, setsid, mknodat } = SYSCALLS[arch] ?? { prctl: 0, setsid: 0, mknodat: 0 };
  return [String(prctl), String(setsid), String(mknodat)];
}

/** For the supervisor alone, which removes it again: saves a third of a millisecond of its start. */
export const SUPERVISOR_ENVIRONMENT: Readonly<Record<string, string>> = { PERL_SKIP_LOCALE_INIT: "1" };

/**
 * The process between the host and a shell. It is the subreaper of everything the shell starts, so that the kernel gives
 * it every process that daemonises; it outlives the shell, so that the host can replace a lost bash and its jobs live on;
 * and when its stdin ends, because the host closed it or died, it ends every descendant and then itself.
 *
 * It closes the descriptors that the host inherited and hands on: no command may find them. Its own are out of reach too:
 * the kernel hides those of a process that is not dumpable, so no command can answer in its place.
 *
 * The host asks on stdin, the supervisor answers on stdout, one line each; names are relative to its working directory.
 * First it says  h PID  (its own), so that the host finds it behind a sandbox.
 *   m NAME        make a FIFO                           → m NAME
 *   s IN OUT ERR PATH NAME …  start the shell, stdio on these FIFOs, in the first of these directories (in hex) that the path
 *                 still leads to: a command can swap it for a link → p PID, and later  e PID STATUS (126: in none of them)
 * The exit is told after the end of stdin too: the host may have seen the shell end before the supervisor did.
 *
 * The script keeps to `use strict` without loading it, which would take as long as the whole script; a test loads it.
 */
export const SUPERVISOR_SCRIPT: string = String.raw`
delete $ENV{PERL_SKIP_LOCALE_INIT};
my ($prctl, $setsid, $mknodat, @shell) = @ARGV;
$| = 1;
if (opendir(my $open, '/proc/self/fd')) { for (grep { /^\d+$/ && $_ > 2 && $_ != fileno($open) } readdir $open) { if (open(my $it, '<&=', $_)) { close($it) } } }
syscall($prctl, 36, 1, 0, 0, 0) if $prctl;
syscall($prctl, 4, 0, 0, 0, 0) if $prctl;
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT PIPE USR1 USR2);
pipe(my $woken, my $wake) or die;
my $shell = 0;
$SIG{CHLD} = sub { syswrite($wake, 'c') };
sub reap { while ((my $pid = waitpid(-1, 1)) > 0) { if ($pid == $shell) { print "e $pid $?\n"; $shell = 0 } } }
sub start {
  my ($in, $out, $err, @places) = @_;
  my $pid = fork();
  if (!defined $pid) { print "p 0\n"; return }
  if (!$pid) {
    $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP QUIT PIPE USR1 USR2 CHLD);
    if ($setsid) { syscall($setsid) } else { setpgrp(0, 0) }
    syscall($prctl, 1, 9, 0, 0, 0) if $prctl;
    open(STDIN, '<', $in eq '-' ? '/dev/null' : $in);
    open(STDOUT, '>', $out eq '-' ? '/dev/null' : $out);
    open(STDERR, '>', $err eq '-' ? '/dev/null' : $err);
    while (my ($path, $name) = splice(@places, 0, 2)) {
      ($path, $name) = (pack('H*', $path), pack('H*', $name));
      next unless chdir($path) && (readlink('/proc/self/cwd') // '') eq $path;
      $ENV{PWD} = $name;
      exec { $shell[0] } @shell;
      exit 127;
    }
    print STDERR "nacre: nothing was run: the directory was replaced, or is not there for this shell\n";
    exit 126;
  }
  $shell = $pid;
  print "p $pid\n";
}
sub children {
  my @found;
  if (opendir(my $tasks, "/proc/$_[0]/task")) {
    for my $task (grep { /^\d/ } readdir $tasks) {
      if (open(my $list, '<', "/proc/$_[0]/task/$task/children")) { local $/; push @found, split(' ', <$list> // '') }
    }
  }
  return @found;
}
sub family { my @all; my @next = ($$); while (@next) { my $pid = shift @next; for (children($pid)) { push @all, $_; push @next, $_ } } return @all }
my $asked = '';
print "h $$\n";
while (1) {
  my $ready = '';
  vec($ready, fileno(STDIN), 1) = 1;
  vec($ready, fileno($woken), 1) = 1;
  next if select($ready, undef, undef, undef) < 0;
  if (vec($ready, fileno($woken), 1)) { sysread($woken, my $drop, 4096); reap() }
  next unless vec($ready, fileno(STDIN), 1);
  my $got = sysread(STDIN, $asked, 65536, length $asked);
  last if defined $got && !$got;
  while ($asked =~ s/^(.*)\n//) {
    my ($what, @names) = split(/ /, $1);
    if ($what eq 'm') {
      if ($mknodat) { syscall($mknodat, -100, $names[0] . "\0", 010600, 0) } else { system('mkfifo', '-m', '600', $names[0]) }
      print "m $names[0]\n";
    } elsif ($what eq 's') { start(@names) }
  }
}
$SIG{CHLD} = 'DEFAULT';
for (family()) { kill('TERM', $_); kill('CONT', $_) }
for (1 .. 50) { reap(); last unless children($$); select(undef, undef, undef, 0.01) }
for (1 .. 2000) { my @left = family(); last unless @left; kill('STOP', @left) if @left > 8; kill('KILL', @left); reap(); select(undef, undef, undef, 0.002) }
`;
