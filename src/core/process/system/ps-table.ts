import { spawnSync } from "node:child_process";
import { Fault } from "../../base/fault.ts";
import { trustedProgram } from "../trusted-program.ts";
import type { ProcessTable, Stat } from "./process-table.ts";

/** What `ps` says of a process. */
type Row = Stat & { readonly command: string };

/**
 * Every Unix: what `ps` prints. It tells the start of a process by the second, does not tell its arguments apart, and
 * knows neither ignored signals nor pid namespaces: so no sandbox can be used with it.
 */
export const psTable: ProcessTable = {
  check: () => void rows(),
  stat: (pid) => rows().get(pid),
  pids: () => [...rows().keys()],
  children: (pid) => [...rows()].flatMap(([child, { parent }]) => (parent === pid ? [child] : [])),
  environment: (pid) => environments().get(pid) ?? "",
  words: (pid, maxBytes) => Buffer.from(rows().get(pid)?.command ?? "").subarray(0, maxBytes),
  ignores: () => false,
  innermostPid: (pid) => pid,
};

const rows = kept(() => list(["-axww", "-o", "pid=,ppid=,stat=,lstart=,command="], rowOf));
/** With the variables behind the command: BSD's letter for them is E, and that of Linux e. */
const environments = kept(() =>
  list([process.platform === "linux" ? "axeww" : "-axEww", "-o", "pid=,command="], environmentOf),
);

/** A list that holds for one run of the host's code: a walk asks for every process, and none is heard of meanwhile. */
function kept<T>(make: () => T): () => T {
  let last: T | undefined;
  return () => {
    if (last !== undefined) return last;
    last = make();
    queueMicrotask(() => {
      last = undefined;
    });
    return last;
  };
}

function list<T>(args: readonly string[], parse: (line: string) => readonly [number, T] | undefined): Map<number, T> {
  const ps = trustedProgram("ps");
  const { stdout, status, error } = spawnSync(ps ?? "ps", args, {
    encoding: "latin1",
    env: { LC_ALL: "C", TZ: "UTC" },
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (ps === undefined || status !== 0)
    throw new Fault("PROC_UNUSABLE", "ps cannot be run, and nothing else tells of processes here", { cause: error });
  return new Map(stdout.split("\n").flatMap((line) => [parse(line)].filter((entry) => entry !== undefined)));
}

/** PID PARENT STATE WEEKDAY MONTH DAY TIME YEAR COMMAND */
function rowOf(line: string): readonly [number, Row] | undefined {
  const [, pid, parent, state = "", startTime = "", command = ""] =
    /^\s*(\d+)\s+(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s?(.*)$/.exec(line) ?? [];
  if (pid === undefined) return undefined;
  return [Number(pid), { parent: Number(parent), state: state.charAt(0), session: 0, threads: 0, startTime, command }];
}

function environmentOf(line: string): readonly [number, string] | undefined {
  const [, pid, text = ""] = /^\s*(\d+)\s(.*)$/.exec(line) ?? [];
  return pid === undefined ? undefined : [Number(pid), text];
}
