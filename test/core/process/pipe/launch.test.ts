import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { launch } from "../../../../src/core/process/pipe/launch.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a launcher has pipes, and no secret of the host that was not named", async () => {
  process.env["LAUNCH_TEST_TOKEN"] = "abcdefgh";
  process.env["OTHER_TEST_TOKEN"] = "hgfedcba";
  try {
    const launched = await launch(["sh", "-c", "cat; env"], ["LAUNCH_TEST_TOKEN"]);
    launched.stdin.end("hello\n");
    const out = await text(launched.stdout);
    expect(out).toMatch(/^hello\n/);
    expect(out).toContain("LAUNCH_TEST_TOKEN=abcdefgh");
    expect(out).not.toContain("OTHER_TEST_TOKEN");
    expect(await launched.ended).toBe("sh ended with exit code 0");
    await launched.kill();
  } finally {
    delete process.env["LAUNCH_TEST_TOKEN"];
    delete process.env["OTHER_TEST_TOKEN"];
  }
});

test("a launcher in bash does not read ~/.bashrc", async () => {
  const home = process.env["HOME"];
  const dir = tempDir();
  writeFileSync(join(dir, ".bashrc"), "echo printed by ~/.bashrc\n");
  process.env["HOME"] = dir;
  try {
    const launched = await launch(["bash", "-c", "echo own"]);
    expect(await text(launched.stdout)).toBe("own\n");
    await launched.kill();
  } finally {
    process.env["HOME"] = home;
  }
});

test("ends with everything below it, also where it is stopped or ignores TERM", async () => {
  const launched = await launch(["bash", "-c", "trap '' TERM; sleep 300 & echo $!; kill -STOP $$; wait"]);
  let said = "";
  launched.stdout.on("data", (chunk: Buffer) => {
    said += String(chunk);
  });
  await waitUntil("the child to be named", () => said.endsWith("\n"));
  const pids = [launched.identity.pid, Number(said)];
  expect(pids.filter(isAlive)).toEqual(pids);
  await launched.kill();
  await waitUntil("both to be gone", () => !pids.some(isAlive));
});

test("a program that is not there is a fault", async () => {
  await expect(launch(["/nonexistent/launcher"])).rejects.toThrow(/nonexistent/);
});
