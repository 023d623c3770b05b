import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderFindings } from "../../../../src/apps/cli/render-findings.ts";
import { installCommand } from "../../../../src/core/process/system/install-command.ts";
import { bash, examineMachine } from "../../../../src/core/sandbox/examine.ts";
import { examineAnswers } from "../../../../src/core/shell/examine-answers.ts";
import { takeSnapshot } from "../../../../src/core/snapshot/snapshot.ts";
import { cli } from "../../../support/cli.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test.runIf(hasBubblewrap)("doctor tells what this machine can contain, in words and as JSON", async () => {
  const { code, stdout } = await cli(["doctor"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok\s+sandbox\s+containment is full(?:$|; memory is bounded for each process)/m);
  const json = await cli(["doctor", "--json"]);
  const what = expect.stringMatching(/^containment is full(?:$|; memory is bounded for each process)/);
  expect(JSON.parse(json.stdout)).toContainEqual({ name: "sandbox", state: "ok", what });
});

test("doctor says the version of bash", () => {
  expect(bash()).toMatchObject({ state: "ok", what: expect.stringMatching(/version \d+\.\d+/) });
  expect(bash("/bin/true")).toMatchObject({
    state: "missing",
    what: expect.stringContaining("4.4 or newer is needed"),
    fix: installCommand("bash"),
  });
});

test("without bubblewrap doctor says what is missing and the one command that brings it", async () => {
  const findings = await examineMachine({ home: tempDir(), path: "", places: [tempDir()] });
  expect(findings.filter(({ state }) => state === "missing").map(({ name }) => name)).toEqual([
    "bubblewrap",
    "sandbox",
  ]);
  for (const { fix } of findings.filter(({ state }) => state === "missing")) {
    expect(fix).toBe(installCommand("bubblewrap"));
  }
});

test("another machine has other findings, each with its fix where there is one", async () => {
  const facts = { platform: "darwin", arch: "mips", kernel: "4.19.0", isRoot: true, countsProcesses: false };
  const examined = async (change: Partial<typeof facts> = {}) =>
    Object.fromEntries(
      (
        await examineMachine({ home: tempDir(), path: "/usr/bin", places: [tempDir()], facts: { ...facts, ...change } })
      ).map((one) => [one.name, one]),
    );
  const mac = await examined();
  expect(Object.keys(mac)).toEqual(["system", "bash", "supervisor", "git", "sandbox", "endings"]);
  expect(mac).toMatchObject({
    system: {
      state: "partly",
      what: expect.stringMatching(/^macOS: untested; processes are found with ps; daemons can get away; no sandbox/),
    },
    sandbox: { state: "missing", what: "there is no sandbox for darwin yet" },
    endings: { state: "partly", fix: "run nacre on Linux, with /proc" },
  });
  expect(await examined({ platform: "linux" })).toMatchObject({
    "process limit": { state: "partly", fix: "run nacre as a plain user" },
    "system calls": { state: "partly" },
    "live protection": { state: "partly", fix: expect.stringContaining("5.12") },
    toolchains: { what: "none outside the system" },
  });
  expect(await examined({ platform: "linux", countsProcesses: true, arch: "x64", kernel: "6.1" })).toMatchObject({
    endings: { state: "ok" },
    "process limit": { what: expect.stringContaining("control group") },
    "system calls": { state: "ok" },
    "live protection": { state: "ok" },
  });
  expect((await examined({ platform: "linux", isRoot: false }))["process limit"]).toMatchObject({
    state: "ok",
    what: expect.stringContaining("1024"),
  });
});

test("every finding has its line, and every fix its own", () => {
  expect(
    renderFindings([
      { name: "a", state: "ok", what: "fine" },
      { name: "longer", state: "missing", what: "not there", fix: "get it" },
    ]),
  ).toBe("ok       a       fine\nmissing  longer  not there\n                 fix: get it\n");
});

test("restore lists what is kept, puts it back, and says what it cannot find", async () => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  expect(await cli(["restore", "--state-dir", stateDir])).toEqual({
    code: 0,
    stdout: "no copies are kept\n",
    stderr: "",
  });
  expect(await cli(["restore", "x", "--state-dir", stateDir])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("none is kept"),
  });
  mkdirSync(join(workspace, "src"));
  writeFileSync(join(workspace, "src", "a.ts"), "text");
  const outcome = await takeSnapshot(workspace, stateDir);
  const id = outcome.kind === "taken" ? outcome.snapshot.id : "";
  rmSync(join(workspace, "src"), { recursive: true });
  expect((await cli(["restore", "--state-dir", stateDir])).stdout).toContain(id);
  expect(JSON.parse((await cli(["restore", "--json", "--state-dir", stateDir])).stdout)).toMatchObject([
    { id, workspace },
  ]);
  expect(await cli(["restore", "x", "--state-dir", stateDir])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`there are ${id}`),
  });
  expect(await cli(["restore", id, "--state-dir", stateDir])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("is as it was at"),
  });
  expect(readFileSync(join(workspace, "src", "a.ts"), "utf8")).toBe("text");
  expect(JSON.parse((await cli(["restore", id, "--json", "--state-dir", stateDir])).stdout)).toMatchObject({ id });
});

test("doctor makes no temporary directory: one that is missing is a row that says what to set", async () => {
  const [place, stateDir, home] = [join(tempDir(), "missing"), tempDir(), tempDir()];
  vi.stubEnv("TMPDIR", place);
  onTestFinished(() => void vi.unstubAllEnvs());
  const rows = [...(await examineMachine({ home, path: "" })), await examineAnswers({ home, stateDir })];
  const said = (name: string): string | undefined => rows.find((row) => row.name === name)?.what;
  expect(said("sandbox")).toMatch(/^cannot be built: .*temporary directory .* set TMPDIR to a directory/);
  expect(said("answers")).toContain("set TMPDIR to a directory");
  expect(existsSync(place)).toBe(false);
});
