import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leadingTo } from "../../../../src/apps/cli/watching/watch.ts";
import { BrowserSignIns } from "../../../../src/apps/server/page/browser-sign-ins.ts";
import { servedAddress } from "../../../../src/apps/server/page/served-address.ts";
import { cli } from "../../../support/cli.ts";
import { get, servePage, signIn } from "../../../support/page-ground.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("where nothing serves, it serves until it is told to end, and prints the link", async () => {
  const stateDir = tempDir();
  const ending = new AbortController();
  const running = cli(["watch", "--link", "--state-dir", stateDir], { signal: ending.signal });
  await waitUntil("the page to be served", () => servedAddress(stateDir) !== undefined);
  const url = servedAddress(stateDir) ?? "";
  expect((await fetch(url)).status).toBe(401);
  ending.abort("SIGINT");
  const { code, stdout } = await running;
  expect([code, servedAddress(stateDir)]).toEqual([0, undefined]);
  expect(stdout).toMatch(/^http:\/\/nacre\.localhost:\d+\/enter#[\w-]{22}\n$/);
  await expect(fetch(url)).rejects.toThrow();
});

test("where a nacre serves already, its link leads there, and signs in", async () => {
  const page = await servePage();
  const { code, stdout } = await cli(["watch", "--json", "--state-dir", page.stateDir]);
  const { url, link } = JSON.parse(stdout);
  expect([code, url]).toEqual([0, page.url]);
  const browser = await signIn({ ...page, link });
  expect((await get(page, "/api/summary", browser)).status).toBe(200);
});

test("without a screen the link is printed, and no file with it is left", async () => {
  const page = await servePage();
  const { stdout } = await cli(["watch", "--state-dir", page.stateDir]);
  expect(stdout).toMatch(/\/enter#/);
  expect(existsSync(join(page.stateDir, "page", "open.html"))).toBe(false);
});

test("every browser can be signed out", async () => {
  const stateDir = tempDir();
  const signIn = new BrowserSignIns(stateDir).add();
  const { stdout } = await cli(["watch", "--sign-out", "--state-dir", stateDir]);
  expect([stdout, new BrowserSignIns(stateDir).holds(signIn)]).toEqual(["1 browser signed out\n", false]);
});

test("in the shell of an agent it refuses, and makes no link", async () => {
  const stateDir = tempDir();
  const { code, stdout, stderr } = await cli(["watch", "--link", "--state-dir", stateDir], {
    env: { NACRE_HOST: "1-abc/0/" },
  });
  expect([code, stdout, existsSync(join(stateDir, "page"))]).toEqual([126, "", false]);
  expect(stderr).toContain("watch is for the user");
});

test("the file for the browser leads to the link", () => {
  expect(leadingTo("http://nacre.localhost:1/enter#CODE")).toContain(
    'content="0;url=http://nacre.localhost:1/enter#CODE"',
  );
});
