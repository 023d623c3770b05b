import { PERL_INPUT } from "./input/perl-input.ts";
import { ECHO_S, LAST_WORDS_S, PERL_TERMINAL, TTY } from "./input/perl-terminal.ts";
import { PERL_FAMILY } from "./perl-family.ts";
import { PERL_SET_GID } from "./perl-set-gid.ts";

/** Numbers of the few system calls perl has no name for, by architecture (Linux). */
type Calls = {
  readonly prctl: number;
  readonly setsid: number;
  readonly mknodat: number;
  readonly dup3: number;
  readonly recvmsg: number;
  readonly memfd_create: number;
};
const SYSCALLS: Record<string, Calls> = {
  x64: { prctl: 157, setsid: 112, mknodat: 259, dup3: 292, recvmsg: 47, memfd_create: 319 },
  arm64: { prctl: 167, setsid: 157, mknodat: 33, dup3: 24, recvmsg: 212, memfd_create: 279 },
  riscv64: { prctl: 167, setsid: 157, mknodat: 33, dup3: 24, recvmsg: 212, memfd_create: 279 },
};
const UNKNOWN: Calls = { prctl: 0, setsid: 0, mknodat: 0, dup3: 0, recvmsg: 0, memfd_create: 0 };

/**
 * The supervisor's first arguments; zeros where the architecture is unknown, and the script does without the calls. `ps`:
 * the program that tells of processes where the kernel has no files for it; then the system is not Linux, or counts as none.
 */
export function supervisorArgs(arch: string = process.arch, ps = "0"): readonly string[] {
  const { prctl, setsid, mknodat, dup3, recvmsg, memfd_create } = (ps === "0" ? SYSCALLS[arch] : undefined) ?? UNKNOWN;
  return [...[prctl, setsid, mknodat, dup3, recvmsg, memfd_create].map(String), ps];
}

/** For the supervisor alone, which removes it again: saves a third of a millisecond of its start. */
export const SUPERVISOR_ENVIRONMENT: Readonly<Record<string, string>> = { PERL_SKIP_LOCALE_INIT: "1" };

/**
 * The environment variable that marks every process of a host. A later host finds by it what a dead one left; the host
 * itself, what a supervisor left that was killed.
 */
export const MARK = "NACRE_HOST";

/** The descriptors that a shell finds at its start; its first lines close them. */
export const SHELL_FDS = { input: 4, runtime: 5, ending: 6, place: 7, state: 8, script: 9 } as const;

/**
 * What perl is started with: it takes its script from stdin, up to a NUL, so that `ps` shows a short line. The host
 * writes nothing behind the script until the supervisor has spoken, so perl reads nothing ahead.
 */
export const SUPERVISOR_READER = "{ local $/ = qq(\\0); $_ = <STDIN> } eval; die $@ if $@";

/**
 * The process between the host and a shell. It is the subreaper of everything the shell starts, so that the kernel gives
 * it every process that daemonises; it outlives the shell, so that the host can replace a lost bash and its jobs live on;
 * and when its stdin ends, because the host closed it or died, it ends every descendant and then itself.
 *
 * It closes the descriptors that the host inherited and hands on: no command may find them. Its own are out of reach too:
 * the kernel hides those of a process that is not dumpable, so no command can answer in its place.
 *
 * A shell reads its script from a pipe without a name. It has one end of a socket pair as its stdin at first.
 * The kernel writes the sender's pid to whatever comes through the socket, and the supervisor drops what did not come from
 * the shell itself. There is room for that pid and nothing else: the kernel closes the descriptors that come along.
 *
 * The host asks on stdin, the supervisor answers on stdout, one line each; names are relative to its working directory.
 * First it says  h PID DEVICE INODE  (its own pid; the directory that shells start in), so that the host finds it
 * behind a sandbox.
 *   m NAME        make a FIFO                           → m NAME, and behind it why it could not be made: a number, and words
 *   l N           and N bytes: the state that the next shell finds on a descriptor. The first of its parts, each
 *                 before a NUL, names the variables of the environment that it keeps
 *   f N           and N bytes: a file that every shell finds on a descriptor; another is its runtime directory
 *   s PATH NAME … start the shell for the first of these directories (in hex) that the path still leads to: a command can
 *                 swap it for a link → p PID, and later  e PID STATUS READ (126: for none of them; READ as for u)
 *   i             the next shell finds an open pipe on a descriptor, for its input → p PID INODE in place of  p PID
 *   k N           and N bytes of input for that pipe → k TAKEN UNREAD: how many were taken (all, or none where too many
 *                 wait already; -1 once nobody can read them), and how many of all are unread (of a terminal: wait here)
 *   x             the input ends behind what was taken
 *   t COLS ROWS NAME  the next shell has a terminal of this size, and finds it where its input would be; what is drawn on
 *                 it is written to this FIFO → t, and behind it why there is none: a number, and words
 *   q             → q GROUP MODES UNREAD QUEUED DRAWN: the group in the foreground, the local modes, what was typed and not
 *                 read, and how much was drawn in all: what can be read by then is read before
 *   r COLS ROWS   another size → r
 *   g SIGNAL LETTER  what the key of this letter does on a terminal, with what was typed before it dropped
 *   n             hangs up: the terminal is gone
 *   w N           and N bytes: more of the script
 *   c             the script ends here
 *   u             → u N: the shell has read so many bytes of its script; what it had said by then is told before
 *   a N HIDDEN ALONE  and N bytes: what the shell said, told when a record ends (with a NUL). HIDDEN is 1 while nobody can
 *                 look into the shell's memory, - when the shell is gone; ALONE is 1 when no other process is below the supervisor
 *   z             the shell cannot answer any more: it became another program
 *   b             the last word: stdin has ended, and nothing is left below the supervisor
 * The exit is told after the end of stdin too: the host may have seen the shell end before the supervisor did.
 *
 * The script keeps to `use strict` without loading it, which would take as long as the whole script; a test loads it.
 */
export const SUPERVISOR_SCRIPT: string = String.raw`
delete $ENV{PERL_SKIP_LOCALE_INIT};
my ($prctl, $setsid, $mknodat, $dup3, $recvmsg, $memfd, $ps, $home, @shell) = @ARGV;
$| = 1;
# Every Unix has these names, but its own numbers for them; only Linux has the first.
my ($o_path, $o_nonblock, $eagain, $fionread) = (010000000, 04000, 11, 0x541B);
require POSIX unless $setsid;
if ($ps) { ($o_path, $o_nonblock, $eagain, $fionread) = (0, POSIX::O_NONBLOCK(), POSIX::EAGAIN(), $^O eq 'linux' ? 0x541B : 0x4004667F) }
if (opendir(my $open, $ps ? '/dev/fd' : '/proc/self/fd')) { for (grep { /^\d+$/ && $_ > 2 && $_ != fileno($open) } readdir $open) { if (open(my $it, '<&=', $_)) { close($it) } } }
syscall($prctl, 36, 1, 0, 0, 0) if $prctl;
syscall($prctl, 4, 0, 0, 0, 0) if $prctl;
${PERL_SET_GID}
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT PIPE USR1 USR2);
pipe(my $woken, my $wake) or die;
sysopen(my $begin, $home, $o_path) or die "$home: $!\n";
sysopen(my $runtime, '.', $o_path) or die "$!\n";
my ($device, $inode) = stat($begin);
my $shell = 0;
my ($feed, $us, $state, $ending, $its, $mine, $last);
sysopen($mine, "/proc/$$/task/$$/children", 0) unless $ps;
my ($script, $heard, $poured) = ('', '', 0);
my ($bytes, $control) = ("\0" x 65536, "\0" x 32);
vec($bytes, 0, 8) = 0;
vec($control, 0, 8) = 0;
sub at { return unpack('J', pack('P', $_[0])) }
my $vector = pack('JJ', at($bytes), 65536);
my $header = pack('JJJJJJJ', 0, 0, at($vector), 1, at($control), 32, 0);
my $watched = '';
sub watch { $watched = ''; vec($watched, fileno($_), 1) = 1 for \*STDIN, $woken, grep { $_ } $us, $asking }
watch();
# Takes all that the shell has said; a caller that comes again takes only the next of it.
sub hear {
  my $comes_again = $_[0];
  while ($us) {
    my $count;
    my $true = 0;
    if ($recvmsg) {
      my $message = $header . '';
      $count = syscall($recvmsg, fileno($us), $message, 0x40);
      return if $count < 0;
      my ($size, $level, $type, $from) = unpack('Jlll', $control);
      $true = $level == 1 && $type == 2 && $from == $shell;
    } else {
      $count = sysread($us, $bytes, 65536);
      return if !defined $count;
      $true = 1;
    }
    if (!$count) { pass_on(); close($us); undef $us; watch(); print "z\n" if $shell; return }
    $heard .= substr($bytes, 0, $count) if $true;
    return if $comes_again;
  }
}
sub offspring { my ($list, $pids) = ($_[0], ''); return '?' unless $list && sysseek($list, 0, 0) && defined sysread($list, $pids, 64); return $pids }
sub pass_on {
  return if $heard eq '';
  my $alone = offspring($mine) eq "$shell " && offspring($its) eq '' ? 1 : 0;
  my $hidden = $ps ? (gone() ? '-' : 0) : defined(readlink("/proc/$shell/exe")) ? 0 : $! == 13 && $recvmsg ? 1 : $! == 2 ? '-' : 0;
  print 'a ', length($heard), " $hidden $alone\n", $heard;
  $heard = '';
}
$SIG{CHLD} = sub { syswrite($wake, 'c') };
# A handle that ends before exec would close its number, which may be another descriptor's by then.
sub above { return fcntl($_[0], $^O eq 'darwin' ? 67 : 1030, 20) + 0 }
sub put { my ($dup3, $from, $to) = @_; if ($dup3) { syscall($dup3, $from, $to, 0) } else { require POSIX; POSIX::dup2($from, $to) } }
sub lead { my ($setsid) = @_; if ($setsid) { syscall($setsid) } else { require POSIX; POSIX::setsid() } }
sub where { return ($ps ? POSIX::getcwd() : readlink('/proc/self/cwd')) // '' }
${PERL_INPUT}
${PERL_TERMINAL}
# Of a shell with a terminal the exit is told behind its last words: the kernel hands those on later.
sub reap {
  while ((my $pid = waitpid(-1, 1)) > 0) { $last = $? if $pid == $shell }
  return unless defined $last;
  hear();
  pass_on();
  $exit = "e $shell $last " . done() . "\n";
  ($shell, $last) = (0, undef);
  if ($master) { $least = 262144 } else { tell_exit() }
}
# Whether the shell has ended, where no file tells: its exit is kept until it is told.
sub gone { $last = $? if $shell && !defined $last && waitpid($shell, 1) == $shell; return !$shell || defined $last }
sub start {
  my @places = @_;
  ($script, $heard, $poured, $last) = ('', '', 0, undef);
  my $input = input_of_shell();
  pipe(my $text, $feed) or die;
  fcntl($feed, 4, 1 | $o_nonblock);
  socketpair($us, my $them, 1, 1, 0) or die;
  setsockopt($us, 1, 16, pack('i', 1)) if $recvmsg;
  fcntl($us, 4, 2 | $o_nonblock) unless $recvmsg;
  watch();
  my $pid = fork();
  if (!defined $pid) { print "p 0\n"; return }
  if (!$pid) {
    $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP QUIT PIPE USR1 USR2 CHLD);
    lead($setsid);
    syscall($prctl, 1, 9, 0, 0, 0) if $prctl;
    ioctl($input, ${TTY.control}, 0) if $master;
    open(STDOUT, '>', '/dev/null') && open(STDERR, '>', '/dev/null') or exit 127;
    my $place;
    while (my ($path, $name) = splice(@places, 0, 2)) {
      ($path, $name) = (pack('H*', $path), pack('H*', $name));
      next unless chdir($path) && where() eq $path;
      $ENV{PWD} = $name;
      sysopen($place, '.', $o_path);
      sysseek($ending, 0, 0) if $ending;
      my @from = map { defined $_ ? above($_) : -1 } $place, $text, $them, $state, $ending, $runtime, $input;
      chdir($begin) or exit 127;
      if ($state) {
        sysseek($state, 0, 0);
        sysread($state, my $first, 1048576);
        my %kept = map { $_ => 1 } split(/ /, (split(/\0/, $first, 2))[0]);
        for (keys %ENV) { delete $ENV{$_} unless $kept{$_} || /^(?:PWD|SHLVL|_|${MARK})$/ }
        sysseek($state, 0, 0);
      }
      for my $to (${SHELL_FDS.place}, ${SHELL_FDS.script}, 0, ${SHELL_FDS.state}, ${SHELL_FDS.ending}, ${SHELL_FDS.runtime}, ${SHELL_FDS.input}) { my $copy = shift @from; put($dup3, $copy, $to) if $copy >= 0 }
      exec { $shell[0] } @shell[1 .. $#shell];
      exit 127;
    }
    exit 126;
  }
  undef $state;
  $shell = $pid;
  undef $its;
  sysopen($its, "/proc/$pid/task/$pid/children", 0) or undef $its unless $ps;
  print "p $pid", $input ? ' ' . (stat($input))[1] : '', "\n";
}
sub nameless {
  my ($memfd, $bytes) = @_;
  my ($name, $file) = ("nacre\0", undef);
  if ($memfd && (my $fd = syscall($memfd, $name, 3)) >= 0) { open($file, '+<&=', $fd) } else { open($file, '+>', undef) }
  for (my $at = 0; $at < length $bytes;) { my $n = syswrite($file, $bytes, length($bytes) - $at, $at) or last; $at += $n }
  # Nobody changes it from now on: a subshell has it too, and could write what its bash will run.
  fcntl($file, 1033, 15) if $memfd;
  return $file;
}
sub pour { if ($script ne '' && $feed) { my $n = syswrite($feed, $script); if ($n) { substr($script, 0, $n) = ''; $poured += $n } $script = '' if !defined $n && $! != $eagain } }
sub done { my $left = pack('L', 0); ioctl($feed, $fionread, $left) if $feed; return $poured - unpack('L', $left) }
${PERL_FAMILY}my ($asked, $closing) = ('', 0);
open(STDERR, '>', '/dev/null');
print "h $$ $device $inode\n";
while (1) {
  my ($ready, $free) = ($watched, '');
  vec($free, fileno($feed), 1) = 1 if $feed && $script ne '';
  vec($free, fileno($typing), 1) = 1 if $typing && $typed ne '' && !$hung;
  vec($ready, fileno($master), 1) = 1 if $master && !$hung && $drawn eq '';
  vec($free, fileno($screen), 1) = 1 if $drawn ne '';
  my $found = select($ready, $free, undef, $owed ne '' && $exit eq '' ? ${ECHO_S} : $exit ne '' ? ${LAST_WORDS_S} : $master && $hung ? 2 * ${LAST_WORDS_S} : undef);
  next if $found < 0;
  if ($master && ($found == 0 || vec($ready, fileno($master), 1))) { draw() }
  show();
  tell_owed();
  if ($us && vec($ready, fileno($us), 1)) { hear(1); pass_on() if substr($heard, -1) eq "\0" || length($heard) > 65536 }
  if ($asking && vec($ready, fileno($asking), 1)) { answer_set_gid() }
  if (vec($ready, fileno($woken), 1)) { sysread($woken, my $drop, 4096); reap() }
  if (vec($ready, fileno(STDIN), 1)) {
    my $got = sysread(STDIN, $asked, 65536, length $asked);
    last if defined $got && !$got;
    while ($asked =~ /^(.*)\n/) {
      my ($line, $head) = ($1, $+[0]);
      my ($what, @names) = split(/ /, $line);
      my $more = $what =~ /^[wlfk]$/ ? $names[0] : 0;
      last if length($asked) < $head + $more;
      my $body = substr($asked, $head, $more);
      substr($asked, 0, $head + $more) = '';
      if ($what eq 'm') {
        my $failed = $mknodat ? syscall($mknodat, -100, $names[0] . "\0", 010600, 0) : !POSIX::mkfifo($names[0], 0600);
        print "m $names[0]", $failed ? sprintf(' %d %s', $!, $!) : '', "\n";
      } elsif ($what eq 's') { start(@names); $closing = 0 }
      elsif ($what eq 'w') { $script .= $body }
      elsif ($what eq 'l') { $state = nameless($memfd, $body) }
      elsif ($what eq 'f') { $ending = nameless($memfd, $body) }
      elsif ($what eq 'c') { $closing = 1 }
      elsif ($what eq 'i') { $wants_input = 1 }
      elsif ($what eq 'k') { take($body) }
      elsif ($what eq 'x') { $input_ends = 1 }
      elsif ($what eq 't') { open_terminal(@names) }
      elsif ($what eq 'q') { tell_terminal() }
      elsif ($what eq 'r') { resize_terminal(@names) }
      elsif ($what eq 'g') { signal_terminal(@names) }
      elsif ($what eq 'n') { hang_up() }
      elsif ($what eq 'u') { my $read = done(); hear(); pass_on(); print "u $read\n" }
    }
  }
  pour();
  pour_input();
  tell_exit() if $drawn eq '' && ($hung || $found == 0) || $least <= 0;
  if ($hung && !$shell && $drawn eq '') { hang_up(); undef $screen }
  if ($closing && $feed && $script eq '') { close($feed); undef $feed }
}
hang_up();
$SIG{CHLD} = 'DEFAULT';
for (family()) { kill('TERM', $_); kill('CONT', $_) }
for (1 .. 50) { reap(); last unless $ps ? family() : children($$); select(undef, undef, undef, 0.01) }
for (1 .. 2000) { my @left = family(); last unless @left; kill('STOP', @left) if @left > 8; kill('KILL', @left); reap(); select(undef, undef, undef, 0.002) }
print "b\n" unless family() || $unseen;
`;
