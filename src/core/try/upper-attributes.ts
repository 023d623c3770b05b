import { Fault } from "../base/fault.ts";
import { TRY_NOTES_BYTES, TRY_NOTES_MS } from "../base/limits/try-limits.ts";
import { runFile } from "../process/run-file.ts";
import { trustedProgram } from "../process/trusted-program.ts";
import type { BytePath } from "./byte-path.ts";

/** The number of the call `lgetxattr`, by architecture. */
const CALLS: Readonly<Record<string, number>> = { x64: 192, arm64: 9, riscv64: 9 };

/** Prints what the kernel noted of each entry of an upper directory, in hex. */
const SCRIPT = String.raw`
use strict;
my ($call, $top) = @ARGV;
my ($opaque, $origin) = ('user.overlay.opaque', 'user.overlay.origin');
sub noted {
  my ($full, $name, $value) = (@_, ' ' x 256);
  my $got = syscall($call, $full, $name, $value, 256);
  return $got < 0 ? undef : substr($value, 0, $got);
}
-d $top or die "$top: $!\n";
my @next = ('');
while (defined(my $path = pop @next)) {
  my $full = $path eq '' ? $top : "$top/$path";
  lstat $full;
  my $is_directory = -d _;
  my ($hides, $from) = ($is_directory ? noted($full, $opaque) : undef, noted($full, $origin));
  print 'o ', unpack('H*', $path), "\n" if $path ne '' && defined $hides && $hides eq 'y';
  print 'f ', unpack('H*', $path), ' ', unpack('H*', $from), "\n" if $path ne '' && defined $from && !$is_directory;
  next unless $is_directory;
  opendir(my $names, $full) or die "$full: $!\n";
  push @next, map { $path eq '' ? $_ : "$path/$_" } grep { $_ ne '.' && $_ ne '..' } readdir $names;
}
`;

export type UpperAttributes = {
  /** Directories that hide all that the workspace has below them. */
  readonly opaque: ReadonlySet<BytePath>;
  /** Files that the kernel copied from the workspace before they were changed, with its handle of the original. */
  readonly origins: ReadonlyMap<BytePath, string>;
};

/** Those of an upper directory, each path from there. The host has no call for attributes. */
export async function upperAttributes(upper: string): Promise<UpperAttributes> {
  const [perl, call] = [trustedProgram("perl"), CALLS[process.arch]];
  if (perl === undefined || call === undefined)
    throw new Fault("TRY_UNAVAILABLE", "perl is gone, which reads what a try changed");
  const plan = { file: perl, args: ["-e", SCRIPT, "--", String(call), upper], cwd: "/", env: {} };
  const { exitCode, stdout, stderr } = await runFile(plan, { maxBytes: TRY_NOTES_BYTES, timeoutMs: TRY_NOTES_MS });
  if (exitCode !== 0) throw new Fault("TRY_UNAVAILABLE", `what the try changed cannot be read: ${stderr.trim()}`);
  const opaque = new Set<BytePath>();
  const origins = new Map<BytePath, string>();
  for (const line of stdout.split("\n")) {
    const [what, hex = "", handle = ""] = line.split(" ");
    const path = Buffer.from(hex, "hex").toString("latin1");
    if (what === "o") opaque.add(path);
    if (what === "f") origins.set(path, handle);
  }
  return { opaque, origins };
}
