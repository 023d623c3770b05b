import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import { createNoSandbox } from "../../../../src/core/sandbox/none.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a background shell whose directory goes away between look and start fails as itself", async () => {
  const manager = testManager();
  const doomed = mkdtempSync(join(tempDir(), "doomed-"));
  await run(manager, "true", { workingDir: doomed });
  await run(manager, `cd ${doomed}; rmdir ${doomed}`, { workingDir: doomed });
  await expect(manager.startShell(trust("pwd"), { workingDir: doomed })).rejects.toMatchObject({
    code: "DIRECTORY_UNUSABLE",
  });
});

test("a background shell does not run on files that a command put in the place of nacre's", async () => {
  const stateDir = tempDir("nacre-state-");
  const evil = join(tempDir(), "evil.sh");
  writeFileSync(evil, "echo evil; exit 55\n");
  const none = createNoSandbox(limitsOf());
  let starts = 0;
  /** Between the look at the files and the start. */
  const swap = (): void => {
    starts += 1;
    if (starts !== 2) return;
    const [host = ""] = readdirSync(join(stateDir, "hosts"));
    const home = readdirSync(join(stateDir, "hosts", host)).find((name) => name.startsWith("program-")) ?? "";
    const script = join(stateDir, "hosts", host, home, "bash");
    rmSync(script);
    symlinkSync(evil, script);
  };
  const wrap: typeof none.wrap = (plan, bind) => {
    swap();
    return none.wrap(plan, bind);
  };
  const manager = testManager({ stateDir, sandbox: () => Promise.resolve({ ...none, wrap }) });
  await run(manager, "X=kept");
  const shell = await manager.startShell(trust("echo $X"), { workingDir: "/tmp" });
  expect([await shell.wait(30_000), shell.getAllOutput(), starts]).toEqual([0, "kept\n", 3]);
});

test("a background shell has nothing of nacre's open, also where a function is called exec", async () => {
  const manager = testManager();
  for (const defined of [":", 'exec() { echo mine; }; builtin() { command builtin "$@"; }']) {
    await run(manager, defined);
    const shell = await manager.startShell(trust("ls -m /proc/self/fd; echo err >&2"), { workingDir: "/tmp" });
    expect(await shell.wait(30_000)).toBe(0);
    expect(shell.read({ maxChars: 1000 })).toMatchObject({ stdout: "0, 1, 2, 3\n", stderr: "err\n" });
    const own = await manager.startShell(
      trust("for fd in 252 253 254; do { : >&$fd; } 2>/dev/null && echo $fd; done; :"),
      {
        workingDir: "/tmp",
      },
    );
    await own.wait(30_000);
    expect(own.getAllOutput()).toBe("");
  }
});
