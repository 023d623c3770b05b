import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { type DrivenHost, driveHost, hasOwnDisk } from "../../support/driven-host.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** A page beside a host that has a disk of its own; returns the link. */
async function watchBeside({ onItsDisks, stateDir }: DrivenHost): Promise<string> {
  const words = [...onItsDisks, process.execPath, resolve("bin/nacre.js"), "watch", "--link", "--port", "0"];
  const env = { ...process.env, NACRE_STATE_DIR: stateDir };
  const watch = spawn("env", words, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(watch, "exit");
  onTestFinished(async () => {
    watch.kill("SIGTERM");
    await ended;
  });
  const { value } = await createInterface({ input: watch.stdout })[Symbol.asyncIterator]().next();
  return String(value);
}

test.skipIf(!hasChromium || !hasOwnDisk)(
  "a full disk: a band says since when nothing is recorded, why and what to do; it goes when there is room, and the history says what is missing",
  async () => {
    const host = await driveHost({ disk: { bytes: 12 << 20 } });
    const directory = host.stateDir;
    await host.bash("echo before");
    const tab = await signedIn(browser, await watchBeside(host));
    const band = tab.getByRole("alert");
    expect(await band.count()).toBe(0);
    expect(await host.act("fillDisk", { directory })).toBe("ENOSPC");
    await host.bash(`: ${"x".repeat(9000)}; echo unrecorded`);
    await band.waitFor();
    expect(await band.textContent()).toMatch(
      /^Nothing is written to the journal since \d\d:\d\d:\d\d: the disk is full \(ENOSPC\)\. Commands run on, unrecorded, until you free space on the disk of \S+\/journal: it is tried again by itself\. Missing so far: \d+ lines\.$/,
    );
    if (process.env["SHOTS"] !== undefined) await tab.screenshot({ path: `${process.env["SHOTS"]}/full-disk.png` });
    await host.act("empty", { directory });
    await band.waitFor({ state: "detached" });
    expect(await tab.locator("[aria-live=polite]").textContent()).toMatch(
      /^The journal is written again; \d+ lines missing/,
    );
    await tab.getByRole("link", { name: "History" }).first().click();
    await tab.getByText(/\d+ entries could not be written: the disk is full \(ENOSPC\)/).waitFor();
    await tab.getByText("Journal whole:").waitFor();
  },
);
