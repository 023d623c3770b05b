import { type Seal, UNREADABLE_INSIDE } from "../view/seal.ts";
import { runInMounts } from "./enter-mounts.ts";
import { insideOf, mountsOf } from "./inspect-sandbox.ts";

/**
 * Enters the mounts of a running sandbox and mounts each path over itself. The script opens every path without following a
 * link and uses the descriptor, so that it seals what it opened, and says whether that is what was looked at. The paths come by stdin: there may be thousands. What is
 * fixed below something sealed can be written again, as far as the kernel lets it be.
 */
const SCRIPT = String.raw`
my ($pid, $unreadable) = @ARGV;
my @seals = do { local $/; split /\0/, <STDIN> // '' };
enter("/proc/$pid/ns/mnt");
my ($failed, $none, $other) = (0, '', '');
while (my ($as, $inode, $path) = splice(@seals, 0, 3)) {
  my $at = named($path);
  my $what = $as ne 'hidden' ? $at : named($unreadable);
  my $tree = $at < 0 || $what < 0 ? -1 : syscall(428, $what, $none, 1 | 02000000 | 0x1000);
  my $attributes = $as eq 'fixed' ? pack('QQQQ', 0, 1, 0, 0) : pack('QQQQ', 1, 0, 0, 0);
  my $is_set = $tree >= 0 && (syscall(442, $tree, $none, 0x1000, $attributes, 32) == 0 || $as eq 'fixed');
  my $done = $is_set && syscall(429, $tree, $none, $at, $other, 0x44) == 0;
  print "$!\n" unless $done;
  if ($done && open(my $file, '<&=', $at)) { print((stat $file)[1] == $inode || $inode == 0 ? "ok\n" : "other\n") }
  $failed = 1 unless $done;
  for my $fd ($tree, $what, $at) { open(my $held, '<&=', $fd) if $fd >= 0 }
}
exit $failed;
`;

/** Takes the mounts at these paths away again, in the order in which they are given. */
const UNSEAL = String.raw`
my ($pid) = @ARGV;
my @paths = do { local $/; split /\0/, <STDIN> // '' };
enter("/proc/$pid/ns/mnt");
for my $path (@paths) { syscall($umount, $path, 2 | 8) }
`;

/** Unseals paths inside the sandbox whose bubblewrap has this pid. One that stays sealed cannot be removed there. */
export async function unsealPaths(pid: number, paths: readonly string[]): Promise<void> {
  const mounted = mountsOf(pid);
  const [inside, there] = [insideOf(pid), paths.filter((path) => mounted?.has(path) === true)];
  if (inside === undefined || there.length === 0) return;
  await runInMounts(UNSEAL, [String(inside)], Buffer.from(there.map((path) => `${path}\0`).join("")));
}

/** What became of a seal: laid, laid on another file than was found there, or not laid. */
type Answer = "ok" | "other" | "failed";

const isLaid = (answer: string | undefined): answer is "ok" | "other" => answer === "ok" || answer === "other";

/** Seals paths inside the sandbox whose bubblewrap has this pid, and says of each what became of it. */
async function sealEach(pid: number, seals: readonly Seal[]): Promise<readonly Answer[]> {
  const inside = insideOf(pid);
  if (inside === undefined) return seals.map(() => "ok");
  const wanted = seals.map(({ as, path, inode = 0 }) => `${as}\0${inode}\0${path}\0`).join("");
  const run = await runInMounts(SCRIPT, [String(inside), UNREADABLE_INSIDE], Buffer.from(wanted));
  const answers = run?.stdout.split("\n") ?? [];
  return seals.map((_, index) => (isLaid(answers[index]) ? answers[index] : "failed"));
}

/**
 * Returns those that it could not seal. In a sandbox that has ended nothing is left to seal.
 * @internal tests seal what is no seal of the guard's
 */
export async function sealPaths(pid: number, seals: readonly Seal[]): Promise<readonly Seal[]> {
  const answers = await sealEach(pid, seals);
  return seals.filter((_, index) => !isLaid(answers[index]));
}

/**
 * Seals those that are not (yet, or any more) a mount. Returns those that it could not seal; undefined when the sandbox
 * has ended.
 */
export async function sealMissing(pid: number, seals: readonly Seal[]): Promise<readonly Seal[] | undefined> {
  const mounted = mountsOf(pid);
  if (mounted === undefined) return undefined;
  const missing = seals.filter(({ path }) => !mounted.has(path));
  const unsealed = missing.length === 0 ? [] : await sealPaths(pid, missing);
  return unsealed.length > 0 && mountsOf(pid) === undefined ? undefined : unsealed;
}

/**
 * The same, and returns the mounts by the paths of the seals, as far as each surely lies on the file that was found.
 * `known` are those of an earlier call.
 */
export async function mountsOfSeals(
  pid: number,
  seals: readonly Seal[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const before = mountsOf(pid);
  const missing = seals.filter(({ path }) => before?.has(path) === false);
  const answers = missing.length === 0 ? [] : await sealEach(pid, missing);
  const laid = new Set(missing.filter((_, index) => answers[index] === "ok").map(({ path }) => path));
  const now = mountsOf(pid);
  if (now === undefined) return undefined;
  const sure = seals.flatMap(({ path }) => {
    const id = now.get(path);
    return id !== undefined && (laid.has(path) || known.get(path) === id) ? [[path, id] as const] : [];
  });
  return new Map(sure);
}
