import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import type { Approver, Rule } from "../../../../src/index.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../../support/open-toolkit.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A toolkit whose session is in a directory two levels below its working directory. */
async function deep(options: Parameters<typeof openToolkit>[0]): Promise<OpenToolkit & { readonly place: string }> {
  const kit = openToolkit(options);
  await kit.bash("mkdir -p a/b; cd a/b");
  return { ...kit, place: join(kit.workingDir, "a", "b") };
}

describe.each(["none", "workspace"] as const)("sandbox: %s", (sandbox) => {
  const testHere = test.skipIf(sandbox === "workspace" && !hasBubblewrap);

  testHere("a directory that was deleted and made anew is entered again, and that is said once", async () => {
    const { bash, place } = await deep({ sandbox });
    rmSync(place, { recursive: true });
    mkdirSync(place);
    writeFileSync(join(place, "new"), "");
    const { output, metadata } = await bash("ls; pwd; pwd -P");
    expect(output).toBe(
      `new\n${place}\n${place}\n[note] the directory ${place} was deleted and made anew; the session has entered the new one\n`.trimEnd(),
    );
    expect(metadata).toMatchObject({ cwd: place });
    expect(metadata).not.toHaveProperty("cwd_changed");
    expect((await bash("pwd -P")).output).toBe(`${place}\n`);
  });

  testHere(
    "a command that deletes its directory and makes it anew is told, and the next one is in the new one",
    async () => {
      const { bash, place } = await deep({ sandbox });
      const first = await bash(`rm -r ${place}; mkdir ${place}`);
      expect(first.output).toContain(`[note] the directory ${place} is gone`);
      expect((await bash("touch here; ls")).output).toContain("here\n[note]");
      expect(existsSync(join(place, "here"))).toBe(true);
    },
  );

  testHere(
    "after a directory was deleted the next command starts in the nearest one above it, and both are said",
    async () => {
      const { bash, place, workingDir } = await deep({ sandbox });
      const first = await bash("mkdir c; cd c; rm -r ../../b");
      expect(first.output).toContain(
        `[note] the directory ${place}/c is gone: the next command starts in the nearest directory above it that is left, or in the working directory`,
      );
      const above = join(workingDir, "a");
      const next = await bash("pwd; pwd -P");
      expect(next.output).toBe(
        `${above}\n${above}\n[note] the directory ${place}/c was deleted; the session went to ${above}\n[cwd is now ${above}]`,
      );
      expect(next.metadata).toMatchObject({ cwd: above, cwd_changed: true });
      expect((await bash("pwd")).output).toBe(`${above}\n`);
    },
  );

  testHere("a background shell starts there too, and says so", async () => {
    const { bash, place, workingDir } = await deep({ sandbox });
    await bash("rmdir ../b");
    const { output, metadata } = await bash("pwd -P", { run_in_background: true });
    const above = join(workingDir, "a");
    expect(output).toContain(`[note] the directory ${place} was deleted; the session went to ${above}`);
    expect(output).toContain(`\n\n${above}\n`);
    expect(metadata).toMatchObject({ cwd: above });
  });

  testHere("outside its working directory a deleted directory leads back there, not to what lay above it", async () => {
    const elsewhere = join(tempDir(), "elsewhere");
    const { bash, workingDir } = openToolkit({ sandbox });
    await bash(`mkdir -p ${elsewhere}; cd ${elsewhere}; rmdir ${elsewhere}`);
    expect((await bash("pwd -P")).output).toContain(
      `${workingDir}\n[note] the directory ${elsewhere} was deleted; the session went to ${workingDir}\n`,
    );
  });

  testHere("a link in the place of the directory, or of one above it, is not followed", async () => {
    const outside = tempDir();
    mkdirSync(join(outside, "b"));
    const { bash, place, workingDir } = await deep({ sandbox });
    rmSync(place, { recursive: true });
    symlinkSync(outside, place);
    expect((await bash("pwd -P")).output).toContain(`${workingDir}/a\n[note] `);
    rmSync(join(workingDir, "a"), { recursive: true });
    symlinkSync(outside, join(workingDir, "a"));
    expect((await bash("pwd -P")).output).toContain(`${workingDir}\n[note] `);
  });

  testHere("a directory that was moved is told by its new name, also to the policy", async () => {
    const { bash, place, workingDir } = await deep({ sandbox });
    const moved = join(workingDir, "moved");
    renameSync(place, moved);
    const { output, metadata } = await bash("pwd -P");
    expect(output).toContain(
      `${moved}\n[note] the directory ${place} was moved, deleted or replaced; the session is in ${moved}\n`,
    );
    expect(metadata).toMatchObject({ cwd: moved, cwd_changed: true });
  });

  testHere("a directory whose name ends in (deleted) is there", async () => {
    const { bash, workingDir } = openToolkit({ sandbox });
    await bash("mkdir 'x (deleted)'; cd 'x (deleted)'");
    expect((await bash("pwd -P")).output).toBe(`${workingDir}/x (deleted)\n`);
  });
});

const rules: readonly Rule[] = [{ id: "touch", decision: "ask", reason: "It asks.", match: ["touch *"] }];

test("a command runs where it was judged: a directory deleted between the two is left only by the next command", async () => {
  const { call, bash, place, workingDir } = await deep({ policy: { rules } });
  const approver: Approver = async () => {
    rmdirSync(place);
    return "once";
  };
  const { output, metadata } = await call("Bash", { command: "touch new; pwd" }, { approver });
  expect(output).toContain(`[note] the directory ${place} is gone: `);
  expect(metadata).toMatchObject({ approved_by: "once", cwd: place });
  expect(existsSync(join(workingDir, "a", "new"))).toBe(false);
  expect((await bash("pwd")).output).toContain(`${workingDir}/a\n[note] `);
});

test("a call that is refused tells nothing of the change, and the next one does", async () => {
  const { call, bash, place, workingDir } = await deep({ policy: { rules } });
  rmdirSync(place);
  const refused = await call("Bash", { command: "touch new" }, { approver: async () => "deny" });
  expect(refused).toMatchObject({ success: false, metadata: { cwd: join(workingDir, "a") } });
  expect((await bash("true")).output).toContain(`the directory ${place} was deleted; the session went to `);
});

test("a caller that wants another directory is told nothing of the one that was lost", async () => {
  const manager = testManager();
  const [doomed, other] = [join(tempDir(), "doomed"), tempDir()];
  await run(manager, `mkdir ${doomed}; cd ${doomed}`);
  rmdirSync(doomed);
  const { stdout, outcome } = await run(manager, "pwd", { directory: other });
  expect([stdout, outcome.relocation]).toEqual([`${other}\n`, undefined]);
});

test("a change that no result told is told from where the last result left off", async () => {
  const manager = testManager();
  const root = tempDir();
  await run(manager, "mkdir -p a/b; cd a/b", { workingDir: root });
  const session = manager.session(DEFAULT_SESSION, root);
  for (const gone of ["a/b", "a"]) {
    rmdirSync(join(root, gone));
    await session.inTurn((turn) => turn.settle(root));
  }
  expect(session.takeRelocation()).toEqual({ from: join(root, "a/b"), to: root, cause: "deleted" });
  expect([session.takeRelocation(), session.cwd]).toEqual([undefined, root]);
});

test("a session that has started no bash yet has nothing to settle, and starts none for it", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, tempDir());
  await session.inTurn((turn) => turn.settle());
  expect(session.takeRelocation()).toBeUndefined();
});

test("a bash that was killed while nobody looked has no directory either: the session goes on where it was", async () => {
  const manager = testManager();
  const root = tempDir();
  const { stdout } = await run(manager, "mkdir -p a; cd a; kept=1; echo $$", { workingDir: root });
  await manager.session(DEFAULT_SESSION, root).saved();
  process.kill(Number(stdout), "SIGKILL");
  const after = await run(manager, "pwd -P; echo $kept", { workingDir: root });
  expect([after.stdout, after.outcome.relocation]).toEqual([`${root}/a\n1\n`, undefined]);
});

test("a bash that is killed in the very moment in which its directory is gone does not hang the session", async () => {
  const manager = testManager();
  const root = tempDir();
  const { stdout } = await run(manager, "mkdir -p a; cd a; kept=1; echo $$", { workingDir: root });
  await manager.session(DEFAULT_SESSION, root).saved();
  rmdirSync(join(root, "a"));
  process.kill(Number(stdout), "SIGKILL");
  const after = await run(manager, "pwd -P; echo $kept", { workingDir: root });
  expect(after.stdout).toBe(`${root}\n1\n`);
  expect(after.outcome.relocation).toMatchObject({ from: join(root, "a"), to: root });
});
