import { readFileSync } from "node:fs";
import type { LimitName, Limits } from "../base/limits.ts";
import type { SpawnPlan } from "./spawn-plan.ts";
import { trustedProgram } from "./trusted-program.ts";

/**
 * The limits that the kernel keeps per process and a plan is started with, each with its number, prlimit's option, bash's
 * letter and unit, and its name in /proc. `fileBytes` is not among them: what a supervisor hands a shell is a file too.
 */
const KEPT_BY_KERNEL = [
  // Not RLIMIT_AS: WebAssembly reserves address space by the 10 GiB and node's own fetch needs WebAssembly.
  { name: "memoryBytes", number: 2, option: "data", letter: "d", unit: 1024, proc: "Max data size" },
  { name: "cpuSeconds", number: 0, option: "cpu", letter: "t", unit: 1, proc: "Max cpu time" },
  { name: "processes", number: 6, option: "nproc", letter: "u", unit: 1, proc: "Max processes" },
  { name: "openFiles", number: 7, option: "nofile", letter: "n", unit: 1, proc: "Max open files" },
] as const satisfies readonly { readonly name: LimitName; readonly [more: string]: string | number }[];

export type LimitPrograms = {
  readonly prlimit?: string | undefined;
  readonly bash?: string | undefined;
};

type Wanted = (typeof KEPT_BY_KERNEL)[number] & {
  readonly value: number;
  readonly soft: number;
  readonly hard: number;
};

/** Those of these limits that the kernel keeps. */
const wantedOf = (limits: Partial<Limits>): readonly Wanted[] =>
  KEPT_BY_KERNEL.map((kept) => {
    const value = atMostHard(limits[kept.name] ?? 0, kept.proc);
    // The soft CPU limit comes a second early: SIGXCPU names the cause, SIGKILL would not.
    return { ...kept, value, soft: value, hard: kept.name === "cpuSeconds" ? value + 1 : value };
  }).filter(({ value }) => value > 0);

/**
 * The same plan, started with these limits; they hold for everything it starts. A limit of 0 is no limit. In a sandbox
 * the limits are set inside its user namespace, so that they count its processes and no others.
 */
export function limitPlan(plan: SpawnPlan, limits: Partial<Limits>, given?: LimitPrograms): SpawnPlan {
  const wanted = wantedOf(limits);
  if (wanted.length === 0) return plan;
  const programs = given ?? { prlimit: trustedProgram("prlimit"), bash: trustedProgram("bash") };
  if (programs.prlimit !== undefined) {
    const options = wanted.map(({ option, soft, hard }) => `--${option}=${soft}:${hard}`);
    return { ...plan, file: programs.prlimit, args: ["--core=0", ...options, "--", plan.file, ...plan.args] };
  }
  // -p: no BASH_ENV, no functions from the environment. --norc: a bash whose stdin is a socket runs ~/.bashrc otherwise.
  const script = [
    ...wanted.map(({ letter, unit, value }) => `ulimit -${letter} ${Math.ceil(value / unit)}`),
    'exec "$@"',
  ].join(" && ");
  return {
    ...plan,
    file: programs.bash ?? "/bin/bash",
    args: ["--norc", "-p", "-c", script, "limits", plan.file, ...plan.args],
  };
}

/** The number of the call that sets a limit, by architecture. */
const PRLIMIT: Readonly<Record<string, number>> = { x64: 302, arm64: 261, riscv64: 261 };
const CORE = 4;

/**
 * Lines of perl that set these limits for their own process, where one runs in any case: a program less than `limitPlan`.
 * The process ends where one cannot be set. Undefined where the call is not known.
 */
export function perlLimits(limits: Partial<Limits>, arch: string = process.arch): string | undefined {
  const call = PRLIMIT[arch];
  const wanted = wantedOf(limits);
  if (call === undefined) return undefined;
  if (wanted.length === 0) return "";
  const all = [`[${CORE}, 0, 0]`, ...wanted.map(({ number, soft, hard: most }) => `[${number}, ${soft}, ${most}]`)];
  return `for (${all.join(", ")}) { my ($what, @most) = @$_; my $limit = pack "QQ", @most; syscall(${call}, 0, $what, $limit, 0) == 0 or die "limit $what: $!\\n" }`;
}

/** In which bash counts the size of files. */
const FILE_BLOCK = 1024;

/** The limit on files in blocks, which each shell sets when it begins; undefined where there is none. */
export function fileBlocks({ fileBytes }: Pick<Limits, "fileBytes">): number | undefined {
  return fileBytes === 0 ? undefined : Math.floor(atMostHard(fileBytes, "Max file size") / FILE_BLOCK);
}

/** Lowers a limit to the present hard limit: only a privileged process may raise that. */
function atMostHard(value: number, proc: string): number {
  const hard = hardLimits().get(proc);
  return hard === undefined || value === 0 ? value : Math.min(value, hard);
}

/** How many files a child of this process may open. */
export const openFileLimit = (): number => Number(/^Max open files\s+(\d+)/m.exec(readLimits())?.[1] ?? Infinity);

let hard: ReadonlyMap<string, number> | undefined;

function hardLimits(): ReadonlyMap<string, number> {
  hard ??= new Map(
    readLimits()
      .split("\n")
      .flatMap((line) => {
        const [, name, , value] = /^(\D+?)\s{2,}(\d+|unlimited)\s+(\d+)\s/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(value)] as const];
      }),
  );
  return hard;
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return ""; // no /proc: the limit is tried as it is
  }
}

/** What is known of a command that ended badly. */
export type LimitEvidence = {
  readonly exitCode: number | undefined;
  readonly signal?: string | undefined;
  readonly output: string;
};

/** What programs print when they run into each limit. */
const COMPLAINTS: readonly { readonly name: LimitName; readonly pattern: RegExp }[] = [
  { name: "fileBytes", pattern: /File too large|EFBIG|File size limit exceeded/ },
  { name: "cpuSeconds", pattern: /CPU time limit exceeded/ },
  {
    name: "processes",
    pattern:
      /fork: (?:retry: )?Resource temporarily unavailable|[Cc]annot fork|[Cc]an't (?:fork|start new thread)|unable to fork|(?:spawn|fork|pthread_create)[^\n]*(?:EAGAIN|Resource temporarily unavailable)/,
  },
  { name: "openFiles", pattern: /Too many open files|EMFILE/ },
  {
    name: "memoryBytes",
    pattern:
      /[Cc]annot allocate memory|MemoryError|bad_alloc|[Oo]ut of memory|memory exhausted|ENOMEM|[Mm]emory allocation of \d+ bytes failed/,
  },
  { name: "tempBytes", pattern: /No space left on device|ENOSPC|Disk quota exceeded/ },
];

const SIGNALS: Readonly<Record<string, LimitName>> = { SIGXCPU: "cpuSeconds", SIGXFSZ: "fileBytes" };
const STATUSES: Readonly<Record<number, LimitName>> = { 152: "cpuSeconds", 153: "fileBytes" };

/** The limit that ended a command, if one that is set did. */
export function limitThatEnded(evidence: LimitEvidence, limits: Partial<Limits>): LimitName | undefined {
  if (evidence.exitCode === 0) return undefined;
  const candidates = [
    SIGNALS[evidence.signal ?? ""],
    STATUSES[evidence.exitCode ?? 0],
    ...COMPLAINTS.filter(({ pattern }) => pattern.test(evidence.output)).map(({ name }) => name),
  ];
  return candidates.find((name) => name !== undefined && (limits[name] ?? 0) > 0);
}
