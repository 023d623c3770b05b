import { expect, test } from "vitest";
import type { Limits } from "../../../src/core/base/limits.ts";
import { fileBlocks, limitPlan, limitThatEnded, perlLimits } from "../../../src/core/process/rlimits.ts";
import { runFile } from "../../../src/core/process/run-file.ts";
import { tempDir } from "../../support/temp-dir.ts";

const MiB = 1024 * 1024;
const bash = (script: string, cwd = "/") => ({
  file: "/bin/bash",
  args: ["-c", script],
  cwd,
  env: { PATH: "/usr/bin:/bin" },
});
const PROGRAMS = { prlimit: { prlimit: "/usr/bin/prlimit" }, bash: { bash: "/bin/bash" } };

test("a plan without limits is the same plan", () => {
  const plan = bash("true");
  expect(limitPlan(plan, { memoryBytes: 0, cpuSeconds: 0, maxShells: 3 })).toBe(plan);
});

test.each(Object.entries(PROGRAMS))("limits are set for everything the plan starts, by %s", async (_name, programs) => {
  const limits = { memoryBytes: 512 * MiB, cpuSeconds: 7, openFiles: 77, processes: 99 };
  const { stdout } = await runFile(limitPlan(bash("ulimit -d; ulimit -St; ulimit -n; ulimit -u"), limits, programs));
  expect(stdout.trim().split("\n")).toEqual([String(512 * 1024), "7", "77", "99"]);
});

test.each(Object.entries(PROGRAMS))("arguments reach the program as they are, by %s", async (_name, programs) => {
  const strange = ["a b", "", "$(id)", "'\"", "--x", "\n"];
  const plan = { file: "/usr/bin/printf", args: ["%s|", ...strange], cwd: "/", env: {} };
  expect((await runFile(limitPlan(plan, { openFiles: 50 }, programs))).stdout).toBe(
    strange.map((text) => `${text}|`).join(""),
  );
});

/** A plan that perl becomes once it has set limits. */
const byPerl = (script: string, limits: Partial<Limits>) => ({
  file: "/usr/bin/perl",
  args: ["-e", `${perlLimits(limits) ?? "exit 9;"} exec { $ARGV[0] } @ARGV`, "--", "/bin/bash", "-c", script],
  cwd: "/",
  env: { PATH: "/usr/bin:/bin" },
});

test("lines of perl set the same limits, and there are none where the call is not known", async () => {
  const limits = { memoryBytes: 512 * MiB, cpuSeconds: 7, openFiles: 77, processes: 99 };
  const { stdout } = await runFile(
    byPerl("ulimit -d; ulimit -St; ulimit -Ht; ulimit -n; ulimit -u; ulimit -c", limits),
  );
  expect(stdout.trim().split("\n")).toEqual([String(512 * 1024), "7", "8", "77", "99", "0"]);
  expect(perlLimits({ memoryBytes: 0 })).toBe("");
  expect(perlLimits(limits, "mips")).toBeUndefined();
});

test("a program does not start where a line of perl cannot set its limit", async () => {
  const raised = byPerl("echo ran", { openFiles: 99 });
  const lowered = { ...raised, file: "/usr/bin/prlimit", args: ["--nofile=50:50", raised.file, ...raised.args] };
  // Root may raise a hard limit, and so may not be the one who tries.
  const plain = { ...lowered, file: "/usr/bin/setpriv", args: ["--reuid=65534", "--", lowered.file, ...lowered.args] };
  const { stdout, stderr } = await runFile(process.getuid?.() === 0 ? plain : lowered);
  expect([stdout, stderr]).toEqual(["", "limit 7: Operation not permitted\n"]);
});

test("a limit above the caller's own hard limit does not keep a plan from starting", async () => {
  const { exitCode } = await runFile(limitPlan(bash("exit 3"), { openFiles: 1_000_000_000, processes: 1_000_000_000 }));
  expect(exitCode).toBe(3);
});

test("a command that computes too long is ended and the limit is named", async () => {
  const limits = { cpuSeconds: 1 };
  const run = await runFile(limitPlan(bash("bash -c 'while :; do :; done'; exit $?"), limits), { timeoutMs: 50_000 });
  expect(limitThatEnded({ exitCode: run.exitCode, output: run.stderr }, limits)).toBe("cpuSeconds");
});

test("a limit on files is no part of a plan, but a number of blocks that fit into it", () => {
  const plan = bash("true");
  expect(limitPlan(plan, { fileBytes: 1 * MiB })).toBe(plan);
  expect([0, 1 * MiB, 2047, 1].map((fileBytes) => fileBlocks({ fileBytes }))).toEqual([undefined, 1024, 1, 0]);
});

test("a command that writes too large a file is ended and the limit is named", async () => {
  const limits = { fileBytes: 1 * MiB };
  const script = `ulimit -f ${fileBlocks(limits)}; head -c 3000000 /dev/zero > big; exit $?`;
  const run = await runFile(bash(script, tempDir()));
  expect(limitThatEnded({ exitCode: run.exitCode, output: run.stderr }, limits)).toBe("fileBytes");
});

test("a command that takes too much memory is ended and the limit is named", async () => {
  const limits = { memoryBytes: 64 * MiB };
  const run = await runFile(
    limitPlan(
      { file: "/usr/bin/perl", args: ["-e", 'my $x = "a" x (300 * 1024 * 1024); print length $x'], cwd: "/", env: {} },
      limits,
    ),
  );
  expect(run.stdout).toBe("");
  expect(limitThatEnded({ exitCode: run.exitCode, output: run.stderr }, limits)).toBe("memoryBytes");
});

test("a command that opens too many files is ended and the limit is named", async () => {
  const limits = { openFiles: 20 };
  const run = await runFile(
    limitPlan(
      {
        file: "/usr/bin/perl",
        args: ["-e", 'for (1..50) { open(my $f, "<", "/dev/null") or die "$!\n"; push @f, $f }'],
        cwd: "/",
        env: {},
      },
      limits,
    ),
  );
  expect(limitThatEnded({ exitCode: run.exitCode, output: run.stderr }, limits)).toBe("openFiles");
});

test("WebAssembly, and with it fetch, works under a memory limit", async () => {
  const wasm = "new WebAssembly.Memory({ initial: 1, maximum: 65536 }); console.log('ok')";
  const run = await runFile(
    limitPlan({ file: process.execPath, args: ["-e", wasm], cwd: "/", env: {} }, { memoryBytes: 512 * MiB }),
  );
  expect(run.stdout).toBe("ok\n");
});

test.each([
  ["bash: fork: retry: Resource temporarily unavailable", "processes"],
  ["Error: spawn /bin/sh EAGAIN", "processes"],
  ["RuntimeError: can't start new thread", "processes"],
  ["OSError: [Errno 24] Too many open files", "openFiles"],
  ["MemoryError", "memoryBytes"],
  // Node 24 and later do not start below 1 GiB.
  ["# Fatal process out of memory: Failed to reserve virtual memory for CodeRange", "memoryBytes"],
  ["cp: error writing 'x': No space left on device", "tempBytes"],
  ["IOError: File too large", "fileBytes"],
])("%s is about %s", (output, limit) => {
  const limits = { processes: 1, openFiles: 1, memoryBytes: 1, tempBytes: 1, fileBytes: 1 };
  expect(limitThatEnded({ exitCode: 1, output }, limits)).toBe(limit);
});

test("a limit that is not set ended nothing, and neither did one that a command survived", () => {
  expect(limitThatEnded({ exitCode: 1, output: "Too many open files" }, { openFiles: 0 })).toBeUndefined();
  expect(limitThatEnded({ exitCode: 0, output: "Too many open files" }, { openFiles: 9 })).toBeUndefined();
  expect(limitThatEnded({ exitCode: 1, output: "plain failure" }, { openFiles: 9 })).toBeUndefined();
});

test("a signal names its limit", () => {
  expect(limitThatEnded({ exitCode: undefined, signal: "SIGXCPU", output: "" }, { cpuSeconds: 1 })).toBe("cpuSeconds");
  expect(limitThatEnded({ exitCode: undefined, signal: "SIGXFSZ", output: "" }, { fileBytes: 1 })).toBe("fileBytes");
});
