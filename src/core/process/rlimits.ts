import { readFileSync } from "node:fs";
import type { LimitName, Limits } from "../base/limits.ts";
import type { SpawnPlan } from "./spawn-plan.ts";
import { trustedProgram } from "./trusted-program.ts";

/**
 * The limits that the kernel keeps per process and a plan is started with, each with prlimit's option, bash's letter and
 * unit, and its name in /proc. `fileBytes` is not among them: what a supervisor hands a shell is a file too.
 */
const KEPT_BY_KERNEL = [
  // Not RLIMIT_AS: WebAssembly reserves address space by the 10 GiB and node's own fetch needs WebAssembly.
  { name: "memoryBytes", option: "data", letter: "d", unit: 1024, proc: "Max data size" },
  { name: "cpuSeconds", option: "cpu", letter: "t", unit: 1, proc: "Max cpu time" },
  { name: "processes", option: "nproc", letter: "u", unit: 1, proc: "Max processes" },
  { name: "openFiles", option: "nofile", letter: "n", unit: 1, proc: "Max open files" },
] as const satisfies readonly { readonly name: LimitName; readonly [more: string]: string | number }[];

export type LimitPrograms = {
  readonly prlimit?: string | undefined;
  readonly bash?: string | undefined;
};

/**
 * The same plan, started with these limits; they hold for everything it starts. A limit of 0 is no limit. In a sandbox
 * the limits are set inside its user namespace, so that they count its processes and no others.
 */
export function limitPlan(plan: SpawnPlan, limits: Partial<Limits>, given?: LimitPrograms): SpawnPlan {
  const wanted = KEPT_BY_KERNEL.map((kept) => ({
    ...kept,
    value: atMostHard(limits[kept.name] ?? 0, kept.proc),
  })).filter(({ value }) => value > 0);
  if (wanted.length === 0) return plan;
  const programs = given ?? { prlimit: trustedProgram("prlimit"), bash: trustedProgram("bash") };
  if (programs.prlimit !== undefined) {
    // The soft CPU limit comes a second early: SIGXCPU names the cause, SIGKILL would not.
    const options = wanted.map(({ option, value }) =>
      option === "cpu" ? `--cpu=${value}:${value + 1}` : `--${option}=${value}:${value}`,
    );
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
