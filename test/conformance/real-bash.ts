import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const has = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

/** Whether a real bash is here; where tools are required it must be. */
export const hasBash = existsSync("/bin/bash");
if (!hasBash && process.env["REQUIRE_TOOLS"] === "1") throw new Error("no /bin/bash: the conformance tests cannot run");

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** What stands before bash: no network, nothing writable but the throwaway directory, nobody's rights. */
function confinement(directory: string): readonly string[] {
  const plain =
    isRoot && has("setpriv")
      ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", "--"]
      : [];
  const box = [
    "bwrap",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--bind",
    directory,
    directory,
    "--unshare-all",
    "--uid",
    `${NOBODY}`,
    "--gid",
    `${NOBODY}`,
    "--die-with-parent",
    "--",
  ];
  if (!has("bwrap")) return plain;
  // A harmless probe first: a box that cannot be built must not be believed in.
  const probe = spawnSync(
    box[0] ?? "",
    [...box.slice(1), "/bin/bash", "-c", `echo ok; : > /nacre-probe 2>/dev/null && echo open`],
    { encoding: "utf8" },
  );
  return probe.stdout === "ok\n" ? box : plain;
}

/** How each script is started; `RECORD` is where it leaves its trace. */
const DRIVER = `
ulimit -t "$4" -f 2048 2>/dev/null
for n in "$1"/case-*; do
  /bin/mkdir "$2/\${n##*-}" && cd "$2/\${n##*-}"
  RECORD="$1/record-\${n##*-}" PATH="$3" HOME=/home/dev /usr/bin/timeout -s KILL "$(($4 * 2))" /bin/bash --norc --noprofile "$n" </dev/null >/dev/null 2>&1
done
exit 0
`;

/** What scripts find besides the builtins. */
type Provision = {
  /** Functions that are exported to each script. */
  readonly functions?: string;
  /** Where they find programs: nowhere, unless told. */
  readonly path?: string;
  /** Seconds of processor time for each process; twice that is the time of a script. */
  readonly seconds?: number;
};

/** Runs each script in a bash and an empty directory of its own; what each recorded. */
export function runInBash(
  scripts: readonly string[],
  { functions = "", path = "/nonexistent", seconds = 1 }: Provision,
): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), "nacre-bash-"));
  try {
    const work = join(directory, "work");
    mkdirSync(work);
    scripts.forEach((script, index) => writeFileSync(join(directory, `case-${index}`), script));
    for (const open of [directory, work]) chmodSync(open, 0o777);
    const command = [
      ...confinement(directory),
      "/bin/bash",
      "--norc",
      "--noprofile",
      "-c",
      `${functions}\n${DRIVER}`,
      "driver",
      directory,
      work,
      path,
      `${seconds}`,
    ];
    const [file = "", ...args] = command;
    const ran = spawnSync(file, args, {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      // Far longer than it takes: a slow machine is no finding.
      timeout: 280_000,
      killSignal: "SIGKILL",
      cwd: directory,
      env: {},
    });
    if (ran.error !== undefined) throw ran.error;
    return scripts.map((_, index) => {
      const record = join(directory, `record-${index}`);
      return existsSync(record) ? readFileSync(record, "utf8") : "";
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A small generator with a seed, so that a failure can be run again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `npm test` must say the same twice. FUZZ_SEED=N repeats a run, FUZZ_SEED=random looks for something new. */
const FIXED_SEED = 220_944_816;

/** The seed of a run, printed so that a red one can be repeated. */
export function seedOf(name: string): number {
  const given = process.env["FUZZ_SEED"];
  const seed = given === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? FIXED_SEED);
  console.log(`${name}: FUZZ_SEED=${seed}`);
  return seed;
}

export const scale = (): number => Number(process.env["FUZZ_SCALE"] ?? "1");
