import { closeSync, mkdirSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { insideOf, mountsOf } from "../../../../src/core/sandbox/bubblewrap/inspect-sandbox.ts";
import { letGoMounts } from "../../../../src/core/sandbox/bubblewrap/let-go-mounts.ts";
import { startLiveShell } from "../../../support/live-shell.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";

/** A descriptor of a mount namespace, closed when the test is over. */
function held(path: string): number {
  const fd = openSync(path, "r");
  onTestFinished(() => closeSync(fd));
  return fd;
}

test.runIf(hasBubblewrap)("no mount of a shell is left in its namespace but the empty root", async () => {
  const person = createPerson();
  const workspace = join(person.home, "a b\n\\c");
  mkdirSync(join(workspace, ".git", "hooks"), { recursive: true });
  const opened = await openSandbox("workspace", { person: { ...person, workspace } });
  const { pid } = await startLiveShell(opened);
  expect(mountsOf(pid)?.has(join(workspace, ".git", "hooks"))).toBe(true);
  expect(await letGoMounts([held(`/proc/${insideOf(pid)}/ns/mnt`)])).toEqual([]);
  expect([...(mountsOf(pid)?.keys() ?? [])]).toEqual(["/"]);
});

test("a namespace that is the host's own, or none, is left alone and said to have failed", async () => {
  const mounts = readFileSync("/proc/self/mountinfo", "utf8");
  const [own, none] = [held("/proc/self/ns/mnt"), held("/dev/null")];
  expect(readlinkSync(`/proc/self/fd/${own}`)).toMatch(/^mnt:/);
  expect(await letGoMounts([own, none])).toEqual([own, none]);
  expect(readFileSync("/proc/self/mountinfo", "utf8")).toBe(mounts);
});
