import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCgroup } from "../../../../src/core/sandbox/bubblewrap/cgroup.ts";
import { Freezer } from "../../../../src/core/sandbox/bubblewrap/freezer.ts";
import { canFreeze } from "../../../support/can-freeze.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a directory that is no such group cannot be frozen", () => {
  expect(Freezer.of(tempDir())).toBeUndefined();
  expect(Freezer.of(join(tempDir(), "gone"))).toBeUndefined();
});

test.runIf(canFreeze)(
  "what is in a frozen group does nothing until it is thawed, and can be killed all the same",
  async () => {
    const group = createCgroup({});
    const [directory = ""] = group?.directories ?? [];
    const script = 'echo $$ > "$1/cgroup.procs"; while read -r line; do echo "$line"; done';
    const child = spawn("/bin/bash", ["-c", script, "x", directory], { stdio: ["pipe", "pipe", "ignore"] });
    let heard = "";
    child.stdout.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    child.stdin.write("one\n");
    await waitUntil("its first word", () => heard === "one\n");
    group?.freezer?.freeze();
    await waitUntil("it to be frozen", () => group?.freezer?.isFrozen === true);
    child.stdin.write("two\n");
    expect([heard, group?.freezer?.isFrozen]).toEqual(["one\n", true]);
    group?.freezer?.thaw();
    await waitUntil("its next word", () => heard === "one\ntwo\n");
    expect(group?.freezer?.isFrozen).toBe(false);
    group?.freezer?.freeze();
    await waitUntil("it to be frozen", () => group?.freezer?.isFrozen === true);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    await waitUntil("the group to be empty", () => group?.remove() === true);
    // Nothing is left to freeze.
    group?.freezer?.freeze();
    expect(group?.freezer?.isFrozen).toBe(false);
  },
);
