import { expect, test } from "vitest";
import { startPageServer } from "../../../src/apps/server/page/page-server.ts";
import { driveHost } from "../../support/driven-host.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

test.skipIf(!hasChromium)(
  "a page comes back by itself after its server did, still signed in, with no line lost or twice",
  async () => {
    const stateDir = tempDir();
    const kit = openToolkit({ stateDir });
    await kit.start("i=0; while sleep 0.1; do i=$((i+1)); echo line $i; done", { description: "Count" });
    const first = await startPageServer({ stateDir, port: 0, version: "1" });
    const tab = await signedIn(browser, first.link);
    await tab.locator(".line", { hasText: "line 3" }).first().waitFor();
    await first.close();
    await tab.getByText("The server does not answer.").waitFor();
    expect(await tab.getByRole("button", { name: "Kill" }).isDisabled()).toBe(true);
    expect(await tab.locator(".line", { hasText: "line 3" }).first().isVisible()).toBe(true);
    const before = await tab.locator(".line").count();
    const second = await startPageServer({ stateDir, port: Number(new URL(first.url).port), version: "1" });
    try {
      await tab.getByText("Live", { exact: true }).waitFor();
      await tab.getByText("The server does not answer.").waitFor({ state: "detached" });
      await waitUntil("new lines", async () => (await tab.locator(".line").count()) > before);
      const lines = await tab.locator(".line .text").allTextContents();
      const start = Number(lines[0]?.split(" ")[1]);
      expect(lines).toEqual(lines.map((_, at) => `line ${start + at}`));
    } finally {
      await second.close();
    }
  },
);

test.skipIf(!hasChromium)("what a killed host left is shown as lost, and stays readable", async () => {
  const page = await servePage();
  const host = await driveHost({ stateDir: page.stateDir });
  await host.bash("echo kept words; sleep 1000", { run_in_background: true, description: "Kept" });
  const tab = await signedIn(browser, page.link);
  await tab.locator(".line", { hasText: "kept words" }).waitFor();
  host.kill("SIGKILL");
  await tab.getByText("Hosts that are gone").waitFor();
  await tab.locator(".shell", { hasText: "Kept" }).getByText("lost", { exact: true }).waitFor();
  await tab.reload();
  await tab.locator(".line", { hasText: "kept words" }).waitFor();
});
