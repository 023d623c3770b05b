import { existsSync, readFileSync } from "node:fs";
import type { SpawnPlan } from "../process/spawn-plan.ts";
import { type BytePath, shownPath } from "./byte-path.ts";
import type { FoundChange } from "./change.ts";
import type { OverlayPlaces } from "./overlay.ts";

type Calls = readonly [clone: number, closeRange: number, exitGroup: number, getxattr: number, ...others: number[]];

/** clone, close_range, exit_group, lgetxattr, ppoll, prctl, seccomp, unshare; rename, renameat, renameat2. */
const GENERIC: Calls = [220, 436, 94, 9, 73, 167, 277, 97, -1, 38, 276];
const CALLS: Readonly<Record<string, Calls>> = {
  x64: [56, 436, 231, 192, 271, 157, 317, 272, 82, 264, 316],
  arm64: GENERIC,
  riscv64: GENERIC,
};

/**
 * Starts a program whose renames the kernel shows to a process of ours before it does them, also those of all that the
 * program starts (a seccomp filter with a listener). What is renamed goes on as it was asked for. It is noted where the
 * overlay will refuse it: a directory that the workspace has there, unless the try made it anew.
 *
 * The watcher shares the table of descriptors with the program until it has the listener, which is how that comes to it.
 * It ends when nothing is left that the filter holds. Perl itself must not end it before: it would close what is shared.
 */
const WATCHER = String.raw`
use strict;
my ($clone, $close_range, $exit, $getxattr, $ppoll, $prctl, $seccomp, $unshare, @rest) = @ARGV;
my ($rename, $renameat, $renameat2, $lower, $merged, $upper, $noted, @program) = @rest;
my ($share_files, $most) = (0x400, 200);
sysopen(my $notes, $noted, 02002101, 0600) or die "$noted: $!\n";
pipe(my $hear, my $tell) && pipe(my $ready, my $be_ready) or die "pipe: $!\n";
my $child = syscall($clone, $share_files | 17, 0, 0, 0, 0);
die "fork: $!\n" if $child < 0;
if ($child == 0) {
  watch() if syscall($clone, $share_files | 17, 0, 0, 0, 0) == 0;
  syscall($exit, 0);
}
waitpid($child, 0);
my @asks = map { ([0x15, 0, 1, $_], [0x06, 0, 0, 0x7fc00000]) } grep { $_ >= 0 } $rename, $renameat, $renameat2;
my $code = join('', map { pack('SCCL', @$_) } [0x20, 0, 0, 0], @asks, [0x06, 0, 0, 0x7fff0000]);
my $filter = pack('S x6 P', length($code) / 8, $code);
syscall($prctl, 38, 1, 0, 0, 0);
my $listener = syscall($seccomp, 1, 0x28, $filter);
$listener = syscall($seccomp, 1, 8, $filter) if $listener < 0;
syswrite($notes, "unwatched $!\n") if $listener < 0;
syswrite($tell, pack('l', $listener));
my $is = '.';
sysread($ready, $is, 1) if $listener >= 0;
die "the watcher of renames did not start\n" if $is ne '.';
exec { $program[0] } @program or die "$program[0]: $!\n";

sub watch {
  setpgrp(0, 0);
  chdir('/');
  $SIG{$_} = 'IGNORE' for 'INT', 'TERM', 'HUP', 'QUIT';
  sysread($hear, my $said, 4) == 4 or return;
  my $fd = unpack('l', $said);
  return if $fd < 0;
  my $is_alone = syscall($unshare, $share_files) == 0;
  syswrite($be_ready, $is_alone ? '.' : '!');
  return unless $is_alone;
  my $from = 0;
  for my $kept (sort { $a <=> $b } $fd, fileno($notes)) {
    syscall($close_range, $from, $kept - 1, 0) if $kept > $from;
    $from = $kept + 1;
  }
  syscall($close_range, $from, 0xffffffff, 0);
  open(my $requests, '+<&=', $fd) or return;
  $0 = "nacre: renames seen in $noted";
  for (;;) {
    my $asked = pack('l s s', $fd, 1, 0);
    next if syscall($ppoll, $asked, 1, 0, 0, 0) < 0 && $! == 4;
    last unless (unpack('l s s', $asked))[2] & 1;
    my $call = "\0" x 80;
    ioctl($requests, 0xc0502100, $call) or next;
    my ($id, $pid, undef, $number, undef, undef, @args) = unpack('Q L L l L Q Q6', $call);
    look($pid, $number, @args);
    my $go_on = pack('Q q l L', $id, 0, 0, 1);
    ioctl($requests, 0xc0182101, $go_on);
  }
}

sub look {
  my ($pid, $number, @args) = @_;
  my ($from_at, $from, $to_at, $to, $flags) = $number == $rename ? (-100, $args[0], -100, $args[1]) : @args;
  $flags = 0 unless $number == $renameat2;
  my ($old, $new) = map { text_at($pid, $_) } $from, $to;
  return note("unseen $!") unless defined $old && defined $new;
  my ($was, $is) = (place($pid, $from_at, $old), place($pid, $to_at, $new));
  my ($from_dir, $to_dir) = (is_directory($was), is_directory($is));
  return unless $from_dir || ($flags & 2 && $to_dir);
  my $there = lstat($is) ? 1 : 0;
  return if $there && ($flags & 1 || (!($flags & 2) && !$to_dir));
  my ($a, $b) = map { inside($_) } $was, $is;
  return unless defined $a && defined $b && index("$b/", "$a/") != 0;
  return unless ($from_dir && is_below($a)) || ($flags & 2 && $to_dir && is_below($b));
  note(join(' ', 'refused', map { unpack('H*', $_) } $a, $b));
}
sub note { syswrite($notes, $most >= 0 ? "$_[0]\n" : "unseen so many were that no more are named\n") if $most-- > -1 }
sub text_at {
  my ($pid, $address) = @_;
  sysopen(my $memory, "/proc/$pid/mem", 0) or return undef;
  sysseek($memory, $address, 0);
  my $got = sysread($memory, my $text, 4096);
  return $got ? (split /\0/, $text, 2)[0] // '' : undef;
}
sub place {
  my ($pid, $at, $path) = @_;
  $path =~ s{(?<=.)/+\z}{}s;
  return "/proc/$pid/root$path" if $path =~ m{^/};
  my $directory = unpack('l', pack('L', $at & 0xffffffff));
  return $directory == -100 ? "/proc/$pid/cwd/$path" : "/proc/$pid/fd/$directory/$path";
}
sub is_directory { lstat($_[0]) && -d _ }
sub inside {
  my ($directory, $name) = $_[0] =~ m{^(.*)/([^/]+)\z}s or return undef;
  return undef if $name eq '.' || $name eq '..';
  sysopen(my $held, $directory, 010200000) or return undef;
  my $seen = readlink('/proc/self/fd/' . fileno($held)) . "/$name";
  for my $top ($lower, $merged) { return substr($seen, length($top) + 1) if index($seen, "$top/") == 0 }
  return undef;
}
sub is_below {
  my ($path) = @_;
  return 0 unless is_directory("$lower/$path");
  my $at = $upper;
  my $name = 'user.overlay.opaque';
  for my $step (split m{/}, $path) {
    $at .= "/$step";
    my $value = '  ';
    return 0 if syscall($getxattr, $at, $name, $value, 2) == 1 && substr($value, 0, 1) eq 'y';
  }
  return 1;
}
`;

/** The plan, so that each rename that the overlay will refuse is noted in this file. */
export function watchingRenames(
  plan: SpawnPlan,
  { perl, places, notes }: { readonly perl: string; readonly places: OverlayPlaces; readonly notes: string },
): SpawnPlan {
  const calls = CALLS[process.arch];
  if (calls === undefined) return plan;
  const { lower, merged, upper } = places;
  const given = [...calls.map(String), lower, merged, upper, notes, plan.file];
  return { ...plan, file: perl, args: ["-e", WATCHER, "--", ...given, ...plan.args] };
}

/** What would be otherwise without the try, because the overlay refused a rename: sentences. */
export function refusedRenames(notes: string, changes: readonly FoundChange[]): readonly string[] {
  const lines = existsSync(notes) ? readFileSync(notes, "latin1").split("\n") : [];
  const isTold = (from: BytePath, to: BytePath): boolean =>
    changes.some(({ kind, at, fromAt }) => kind === "renamed" && at === to && fromAt === from);
  const sentences = lines.flatMap((line) => {
    const [what, ...words] = line.split(" ");
    if (what === "unwatched" || what === "unseen")
      return [`whether a rename of a directory was refused (EXDEV) is not known here: ${words.join(" ")}`];
    const [from = "", to = ""] = words.map((hex) => Buffer.from(hex, "hex").toString("latin1"));
    if (what !== "refused" || isTold(from, to)) return [];
    return [
      `${shownPath(from)} could not be renamed to ${shownPath(to)} (EXDEV): in a try a directory that was there before cannot be renamed; the command went on without it, or copied`,
    ];
  });
  return [...new Set(sentences)];
}
