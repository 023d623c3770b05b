import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { driveHost, hasOwnDisk } from "../support/driven-host.ts";

const runIf = test.skipIf(!hasOwnDisk); // unshare -Urm, util-linux

runIf("with no space left on the disk, commands run on, and a long output says where its log ends", async () => {
  const host = await driveHost({ disk: { bytes: 12 << 20 } });
  const directory = host.stateDir;
  await host.bash("X=7");
  expect(await host.act("fillDisk", { directory })).toBe("ENOSPC");
  const long = await host.bash("seq 300000");
  expect(long.metadata).toMatchObject({ exit_code: 0, output_problem: expect.stringContaining("ENOSPC") });
  expect(long.output).toContain("\n300000\n");
  expect((await host.bash("exit 4")).metadata).toMatchObject({ exit_code: 4 });
  expect((await host.bash("echo $X")).output).toBe("7\n");
  await host.act("empty", { directory });
  expect((await host.bash("seq 300000")).metadata).not.toHaveProperty("output_problem");
});

runIf(
  "with no inode left, what needs one is refused with its code, costs no state, and runs when there is one",
  async () => {
    const host = await driveHost({ disk: { bytes: 64 << 20, inodes: 200 } });
    const directory = host.stateDir;
    const supervisor = Number((await host.bash("X=7; echo $PPID")).output);
    await host.act("save");
    expect(await host.act("fillInodes", { directory })).toBe("ENOSPC");
    expect((await host.bash("echo $X; sleep 300 &")).output).toMatch(/^7\n/); // its FIFOs were there already, and are held now
    const refused = await host.bash("touch ran");
    expect(refused.metadata).toMatchObject({ error_kind: "fault", fault: "DISK_FULL" });
    expect(refused.error).toMatch(/no space, no inode or no quota is left .*: No space left on device/);
    const background = await host.bash("touch ran", { run_in_background: true });
    expect(background.metadata).toMatchObject({ error_kind: "fault", fault: "DISK_FULL" });
    expect(supervisor).toBeGreaterThan(1);
    expect(readdirSync(host.workingDir)).toEqual([]);
    process.kill(supervisor, "SIGKILL"); // another bash takes its place, now or when there is room
    await host.act("fillInodes", { directory });
    await host.bash("true");
    await host.act("empty", { directory });
    expect((await host.bash("echo $X")).output).toMatch(/^7\n/);
    await host.act("dispose");
    expect(await host.act("isThere", { path: join(directory, "hosts") })).toBe(true);
  },
);
