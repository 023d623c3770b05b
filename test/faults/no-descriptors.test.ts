import { expect, test } from "vitest";
import { driveHost } from "../support/driven-host.ts";
import { unique } from "../support/host.ts";
import { pidsWith } from "../support/is-alive.ts";

test("with no descriptor left, what timed out is ended, the session goes on, and a new shell is refused with its code", async () => {
  const host = await driveHost({ openFiles: 600 });
  const number = unique();
  await host.bash("X=7");
  expect(await host.act("useUpDescriptors", { leave: 0 })).toBe("EMFILE");
  const late = await host.bash(`sleep ${number}.1 & sleep ${number}.2`, { timeout: 1000 });
  expect(late.error).toMatch(/^Command timed out after 1000ms; it was ended with everything it had started\./);
  expect(pidsWith(`sleep ${number}.`)).toEqual([]);
  expect((await host.bash("echo $X")).output).toBe("7\n");
  const refused = await host.bash("true", { run_in_background: true });
  expect(refused.metadata).toMatchObject({ error_kind: "fault", fault: "NO_DESCRIPTORS" });
  expect((await host.bash("X=8; exit 3")).error).toMatch(/^Command failed with exit code 3/);
  await host.act("giveBackDescriptors");
  expect((await host.bash("echo $X")).output).toBe("8\n");
  expect((await host.bash("echo ran", { run_in_background: true })).output).toContain("\nran\n");
});

test.each(["none", "workspace"] as const)("110 descriptors are enough for a host, sandbox %s", async (sandbox) => {
  const host = await driveHost({ openFiles: 110, sandbox });
  expect((await host.bash("X=7; ulimit -n; ulimit -Hn")).output).toBe("110\n110\n");
  expect((await host.bash("exit 3")).error).toMatch(/^Command failed with exit code 3/);
  expect((await host.bash("kill -9 $$")).metadata.exit_code).toBe(137);
  expect((await host.bash("echo $X")).output).toBe("7\n");
  expect((await host.bash("echo ran $X", { run_in_background: true })).output).toContain("\nran 7\n");
});
