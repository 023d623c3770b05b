import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  insideOf,
  isSameInside,
  mountsOf,
  pidsInside,
  wallStands,
} from "../../../../src/core/sandbox/bubblewrap/inspect-sandbox.ts";
import { sealPaths } from "../../../../src/core/sandbox/bubblewrap/seal-paths.ts";
import { startLiveShell } from "../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";

const NOBODY = 99_999_999;

test("nothing is inside what is over", async () => {
  expect(insideOf(NOBODY)).toBeUndefined();
  expect(pidsInside(NOBODY)).toEqual([]);
  expect(mountsOf(NOBODY)).toBeUndefined();
  expect(isSameInside(NOBODY, { path: "/", device: 0, inode: 0 })).toBe(true);
  expect(await sealPaths(NOBODY, [{ path: "/x", as: "fixed" }])).toEqual([]);
  await wallStands(NOBODY);
});

describe.runIf(hasBubblewrap)("inside a running sandbox", () => {
  test("mounts, processes and files are what they are", async () => {
    const person = createPerson();
    const workspace = join(person.home, "a b\nc\\d ü");
    mkdirSync(join(workspace, ".git", "hooks"), { recursive: true });
    const open = await openSandbox("workspace", { person: { ...person, workspace } });
    const { pid, command } = await startLiveShell(open);
    expect(mountsOf(pid)?.has(join(workspace, ".git", "hooks"))).toBe(true);
    await command("true");
    expect(pidsInside(pid)).toHaveLength(2);
    const { dev, ino } = statSync(workspace);
    expect(isSameInside(pid, { path: workspace, device: dev, inode: ino })).toBe(true);
    expect(isSameInside(pid, { path: workspace, device: dev, inode: ino + 1 })).toBe(false);
    expect(isSameInside(pid, { path: join(workspace, "missing"), device: dev, inode: ino })).toBe(false);
    await command("git init -q sub");
    expect(mountsOf(pid)?.has(join(workspace, "sub", ".git", "hooks"))).toBe(true);
  });

  test("what cannot be sealed is named, and a link is never followed", async () => {
    const open = await openSandbox();
    const { pid, command } = await startLiveShell(open);
    await command("mkdir real; ln -s real link");
    const at = (name: string): string => join(open.person.workspace, name);
    const seals = [
      { path: at("link"), as: "read-only" },
      { path: at("missing"), as: "fixed" },
      { path: at("real"), as: "read-only" },
    ] as const;
    expect((await sealPaths(pid, seals)).map(({ path }) => path)).toEqual([at("link"), at("missing")]);
    expect((await command("touch real/x")).output).toContain("Read-only file system");
  });
});
