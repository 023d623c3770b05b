import { expect, test } from "vitest";
import { KEY_HEADER } from "../../../src/apps/page/page-messages.ts";
import { PAGE_STREAMS } from "../../../src/core/base/limits.ts";
import { cli } from "../../support/cli.ts";
import { hostAndPage, openStream } from "../../support/page-ground.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

test.skipIf(!hasChromium)(
  "a browser with one window too many says so in the oldest, which goes on when asked",
  async () => {
    const { kit, page } = await hostAndPage();
    await kit.start("echo up; sleep 1000");
    const first = await signedIn(browser, page.link);
    for (let more = 0; more < PAGE_STREAMS; more += 1) {
      const tab = await first.context().newPage();
      // A window beside the others: not hidden by them.
      await tab.addInitScript(`Object.defineProperty(document, "visibilityState", { get: () => "visible" })`);
      await tab.goto(page.link.split("/enter")[0] ?? "");
      await tab.getByText("Live", { exact: true }).waitFor();
    }
    await first.getByText("This tab rests.").waitFor();
    await first.getByText("Resting", { exact: true }).waitFor();
    expect(await first.locator(".line", { hasText: "up" }).isVisible()).toBe(true);
    await first.getByRole("button", { name: "Go on here" }).click();
    await first.getByText("Live", { exact: true }).waitFor();
    const tabs = first.context().pages();
    await waitUntil("one other window to rest in its place", async () => {
      const resting = await Promise.all(tabs.map((tab) => tab.getByText("This tab rests.").count()));
      return resting.filter((count) => count > 0).length === 1 && resting[0] === 0;
    });
  },
);

const STREAMS = 2000;
const AT_ONCE = 50;

test.skipIf(!hasChromium)(
  "thousands of streams of one browser stay few, and another browser sees nothing of it",
  async () => {
    const { kit, page } = await hostAndPage();
    await kit.start("echo up; i=0; while sleep 0.2; do echo tick $((i+=1)); done");
    const flooded = await signedIn(browser, page.link);
    const { stdout } = await cli(["watch", "--link", "--state-dir", page.stateDir], { env: {} });
    const other = await signedIn(browser, stdout.trim());
    const cookies = await flooded.context().cookies();
    const key = await flooded.evaluate<string>(`localStorage.getItem("key")`);
    const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), [KEY_HEADER]: key };
    const over: boolean[] = [];
    let begun = 0;
    let most = 0;
    const open = (): number => begun - over.length;
    const flood = async (): Promise<void> => {
      while (begun < STREAMS) {
        begun += 1;
        const stream = await openStream(page, "/api/stream", { headers }).catch(() => undefined);
        if (stream === undefined) over.push(true);
        else void stream.ended.then(() => over.push(stream.response.ok));
      }
    };
    const watch = setInterval(() => {
      most = Math.max(most, open());
    }, 20);
    await Promise.all(Array.from({ length: AT_ONCE }, flood));
    clearInterval(watch);
    await waitUntil("the streams to be few", () => open() <= PAGE_STREAMS);
    console.log(`${begun} streams, at most ${most} open at a time, ${open()} at the end`);
    await flooded.getByText("This tab rests.").waitFor();
    expect(await other.getByText("Live", { exact: true }).isVisible()).toBe(true);
    const seen = (await other.locator(".line").allTextContents()).length;
    await waitUntil("new lines there", async () => (await other.locator(".line").allTextContents()).length > seen);
    await flooded.getByRole("button", { name: "Go on here" }).click();
    await flooded.getByText("Live", { exact: true }).waitFor();
  },
);
