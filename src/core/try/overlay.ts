import { Fault } from "../base/fault.ts";
import { SANDBOX_READY_MS, SANDBOX_REAPED_MS } from "../base/limits.ts";
import { LATE, within } from "../base/with-timeout.ts";
import { HostHold } from "../process/pipe/host-hold.ts";
import { startProcess } from "../process/spawn.ts";
import type { SpawnPlan } from "../process/spawn-plan.ts";
import { absenceOf, trustedProgram } from "../process/trusted-program.ts";
import { watchingRenames } from "./refused-renames.ts";

/** The numbers of system calls, by architecture. */
const CALLS: Readonly<Record<string, { readonly unshare: number; readonly mount: number }>> = {
  x64: { unshare: 272, mount: 165 },
  arm64: { unshare: 97, mount: 40 },
  riscv64: { unshare: 97, mount: 40 },
};

/**
 * Lays an overlay over a directory in a mount namespace of its own, and holds it until its stdin ends: the host has
 * closed it, or is gone. Root needs no user namespace where it has the rights of root; so files of other users can be
 * changed, too. Paths reach the kernel as descriptors, because it reads commas and colons in them as its own.
 */
const HOLDER = String.raw`
use strict;
my ($unshare, $mount, @paths) = @ARGV;
my ($uid, $gid) = ($>, (split ' ', $))[0]);
my $own = '';
if ($uid != 0 || syscall($unshare, 0x20000) != 0) {
  syscall($unshare, 0x10020000) == 0 or die "namespace: $!\n";
  for (['setgroups', 'deny'], ['uid_map', "$uid $uid 1"], ['gid_map', "$gid $gid 1"]) {
    open(my $map, '>', "/proc/self/$$_[0]") or die "namespace: $!\n";
    syswrite($map, $$_[1]) or die "namespace: $!\n";
  }
  $own = 'user';
}
my ($none, $root, $type) = ('none', '/', 'overlay');
syscall($mount, $none, $root, $none, 0x44000, 0) == 0 or die "mount: $!\n";
my @held = map { sysopen(my $held, $_, 0200000) or die "$_: $!\n"; $held } @paths;
my ($lower, $upper, $work, $merged) = map { '/proc/self/fd/' . fileno($_) } @held;
my $options = "lowerdir=$lower,upperdir=$upper,workdir=$work,userxattr";
syscall($mount, $type, $merged, $type, 6, $options) == 0 or die "overlay: $!\n";
syswrite(STDOUT, "ready $own\n");
sysread(STDIN, my $end, 1);
`;

/** The directories of an overlay: what is read, what is written, what the kernel needs, and where both are seen. */
export type OverlayPlaces = Readonly<Record<"lower" | "upper" | "work" | "merged", string>>;

/** An overlay that is there for the plans that `enter` makes, until it is closed. */
export interface Overlay {
  readonly enter: (plan: SpawnPlan) => SpawnPlan;
  close(): Promise<void>;
}

/** Why there can be no overlay here, and what helps. */
export class NoOverlay extends Error {
  readonly fix: string;

  constructor(reason: string, fix: string) {
    super(reason);
    this.fix = fix;
  }
}

/**
 * Lays an overlay; renames that it refuses are noted in a file, where one is named. Throws `NoOverlay` where this machine
 * or these directories cannot have one.
 */
export async function openOverlay(places: OverlayPlaces, notes?: string): Promise<Overlay> {
  const { lower, upper, work, merged } = places;
  const calls = CALLS[process.arch];
  const [perl, nsenter] = ["perl", "nsenter"].map((name) => trustedProgram(name));
  if (perl === undefined) throw absent("perl");
  if (nsenter === undefined) throw absent("util-linux");
  if (calls === undefined)
    throw new NoOverlay(`the numbers of system calls on ${process.arch} are not known`, "use x64 or arm64");
  const words = [calls.unshare, calls.mount].map(String);
  const child = await startProcess({
    file: perl,
    args: ["-e", HOLDER, "--", ...words, lower, upper, work, merged],
    cwd: "/",
    env: {},
  });
  const host = new HostHold(child);
  child.stdin?.on("error", () => undefined); // it has ended already
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(0, 4096);
  });
  const close = async (): Promise<void> => {
    host.hold();
    child.stdin?.end();
    if ((await within(SANDBOX_REAPED_MS, ended)) !== LATE) return;
    child.kill("SIGKILL");
    await ended;
  };
  const speaks = new Promise<string>((resolve) =>
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString())),
  );
  const first = await within(SANDBOX_READY_MS, Promise.race([speaks, ended.then(() => "")]));
  if (typeof first !== "string" || !first.startsWith("ready")) {
    await close();
    throw obstacleOf(said);
  }
  host.letGo();
  const target = ["--target", String(child.pid ?? 0), "--mount"];
  const options = first.includes("user") ? [...target, "--user", "--preserve-credentials"] : target;
  return {
    enter: (plan) => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Fault("SANDBOX_UNAVAILABLE", "what the try saw of the workspace has ended; start another");
      const entering = { ...plan, file: nsenter, args: [...options, "--", plan.file, ...plan.args] };
      return notes === undefined ? entering : watchingRenames(entering, { perl, places, notes });
    },
    close,
  };
}

function absent(name: string): NoOverlay {
  const { reason, fix } = absenceOf(name);
  return new NoOverlay(`${name} is ${reason}`, fix);
}

/** From what the holder said. */
function obstacleOf(said: string): NoOverlay {
  const why = said.trim() === "" ? "the process that holds it ended without a word" : said.trim();
  if (why.startsWith("namespace:"))
    return new NoOverlay(`no namespace can be made for it (${why})`, "nacre doctor says what the sandbox needs");
  return new NoOverlay(
    `this kernel, or the file system of the workspace or of the state directory, refuses it (${why})`,
    "use Linux 5.11 or newer, and a state directory on ext4, xfs or btrfs (--state-dir)",
  );
}
