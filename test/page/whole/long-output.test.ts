import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();
const LINES = 100_000;

test.skipIf(!hasChromium).each([false, true])(
  "100,000 coloured lines are scrolled through while only a window of them is drawn (wrapped: %j)",
  async (wraps) => {
    const stateDir = tempDir();
    const kit = openToolkit({ stateDir });
    await kit.start(
      `seq -f $'\\e[2m%06.0f\\e[0m \\e[32mok\\e[0m a line that is long enough to be wrapped where that is asked for, and has more to say' 1 ${LINES}; sleep 1000`,
    );
    const tab = await signedIn(browser, (await servePage(stateDir)).link, { width: 1000 });
    await tab.locator(".number", { hasText: /^100000$/ }).waitFor();
    if (wraps) await tab.getByRole("button", { name: "Wrap", exact: true }).click();
    const log = tab.locator("#log");
    const seen = async (): Promise<{ first: number; rows: number }> => ({
      first: Number(await tab.locator(".number").first().textContent()),
      rows: await tab.locator(".line").count(),
    });
    await tab.keyboard.press("g");
    await tab.locator(".number", { hasText: /^1$/ }).waitFor();
    for (const share of [0.1, 0.5, 0.9, 0.3]) {
      await log.evaluate((box, part) => box.scrollTo({ top: box.scrollHeight * part }), share);
      // Heights of wrapped lines are guessed before they are drawn; for these they are known.
      await waitUntil(`the lines at ${share} to be drawn`, async () => {
        const { first, rows } = await seen();
        return Math.abs(first - LINES * share) < 100 && rows > 20 && rows < 120;
      });
    }
    await tab.keyboard.press("/");
    await tab.keyboard.type("099999");
    await tab.getByText("1 of 1 line", { exact: true }).waitFor();
    await tab.locator("mark.now").waitFor();
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("G");
    await tab.locator(".number", { hasText: /^100000$/ }).waitFor();
    expect((await seen()).rows).toBeLessThan(120);
  },
);

test.skipIf(!hasChromium)("scrolling up ends following, and the way back counts the lines that came", async () => {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  await kit.start("seq 1 500; until [ -e go ]; do sleep 0.05; done; seq 501 507; sleep 1000");
  const tab = await signedIn(browser, (await servePage(stateDir)).link);
  await tab.locator(".number", { hasText: /^500$/ }).waitFor();
  await tab.locator("#log").hover();
  await tab.mouse.wheel(0, -2000);
  await tab.getByText("End of output").waitFor();
  await kit.bash("touch go");
  await tab.getByRole("button", { name: "7 new lines" }).click();
  await tab.locator(".number", { hasText: /^507$/ }).waitFor();
});
