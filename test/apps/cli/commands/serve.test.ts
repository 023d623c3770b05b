import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const USUAL_PORT = 7717;

/** What serve says when it is told to end at once. */
const serve = (...words: readonly string[]): ReturnType<typeof cli> =>
  cli(["serve", "--sandbox", "none", "--workspace", tempDir(), ...words], { signal: AbortSignal.abort("SIGTERM") });

test("the usual port in somebody else's hands is said, and another is taken", async () => {
  const holder = createServer();
  onTestFinished(() => void holder.close());
  await new Promise<void>((resolve) => {
    holder.once("error", () => resolve()); // taken already: just what is wanted
    holder.listen(USUAL_PORT, "127.0.0.1", () => resolve());
  });
  const { code, stdout, stderr } = await serve();
  expect([code, stderr]).toEqual([0, expect.stringContaining(`port ${USUAL_PORT} is in use; taking a free one`)]);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n/);
});

test("a token file may be named from home and from where one is", async () => {
  const home = tempDir();
  await cli(["serve", "--sandbox", "none", "--port", "0", "--token-file=~/token"], {
    home,
    cwd: tempDir(),
    signal: AbortSignal.abort("SIGTERM"),
  });
  expect(existsSync(join(home, "token"))).toBe(true);
});

test("another fault that happens to hold the number of the usual port is not taken for a port in use", async () => {
  const place = join(tempDir(), String(USUAL_PORT));
  mkdirSync(place);
  const tokenFile = join(place, "token");
  writeFileSync(tokenFile, "x".repeat(64));
  chmodSync(tokenFile, 0o644);
  const { code, stderr } = await serve("--token-file", tokenFile);
  expect([code, stderr]).toEqual([2, expect.stringContaining("can be read by others")]);
  expect(stderr).not.toContain("is in use");
});

test("what to connect with names a client made up for the workspace, and says who shares it", async () => {
  const workspace = join(tempDir(), "My App");
  mkdirSync(workspace);
  const { stdout } = await serve("--port", "0", "--workspace", workspace);
  const name = /^MCP endpoint   http:\/\/127\.0\.0\.1:\d+\/mcp\/(\S+)$/m.exec(stdout)?.[1] ?? "";
  expect(name).toMatch(/^my-app-[0-9a-f]{6}$/);
  expect(stdout).toContain("every window that uses it shares one session");
  const command = /^nacre (init --http \S+ --client) NAME$/m.exec(stdout)?.[1] ?? "";
  const snippet = await cli([...command.split(" "), "codex"], { cwd: workspace });
  expect([snippet.code, snippet.stdout]).toEqual([0, expect.stringContaining(`/mcp/${name}`)]);
});

test.each(["999", "soon"])("an idle time of %s is wrong usage", async (time) => {
  const { code, stderr } = await serve("--idle-ms", time);
  expect([code, stderr]).toEqual([2, expect.stringContaining("a whole number of milliseconds, at least 1000")]);
});
