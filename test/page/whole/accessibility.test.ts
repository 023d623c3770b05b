import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { listenAs, servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { askingHost, questionView } from "../made-up-questions.ts";
import { openTryIn } from "../made-up-try.ts";
import { hasChromium, type PageOptions, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

async function findings(tab: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page: tab })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
  );
}

/** What is done before the page is looked at. */
const STATES: Readonly<Record<string, (tab: Page) => Promise<unknown>>> = {
  "as it opens": async () => undefined,
  "with a search": async (tab) => {
    await tab.keyboard.press("/");
    await tab.keyboard.type("4");
    await tab.locator("mark.now").waitFor();
  },
  "with the rule opened": async (tab) => {
    await tab.keyboard.press("a");
    await tab.getByRole("button", { name: "As a rule…" }).click();
    await tab.getByText("git push -f --all").waitFor();
  },
  "asked whether to kill": (tab) => tab.keyboard.press("x"),
  "with the keys": (tab) => tab.keyboard.press("?"),
  "at the history": async (tab) => {
    await tab.keyboard.press("2");
    await tab.locator(".history-table button").first().click();
    await tab.getByText("Journal whole").click();
    await tab.getByText("Check again").waitFor();
  },
  "at a try": async (tab) => {
    await tab.keyboard.press("3");
    await tab.locator(".sides").first().waitFor();
  },
};

const SIZES: readonly (PageOptions & { readonly width: number })[] = [
  { width: 1440, colorScheme: "light" },
  { width: 1440, colorScheme: "dark" },
  { width: 1000, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
];

const CASES = Object.entries(STATES).flatMap(([name, reach]) => SIZES.map((size) => ({ name, reach, size, ...size })));

test.skipIf(!hasChromium).each(CASES)("axe finds nothing $name, $width wide, $colorScheme", async ({ reach, size }) => {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  await kit.start(
    "printf '\\e[31;1mred\\e[0m \\e[2mfaint\\e[0m \\e[42mgreen\\e[0m\\n'; seq 1 50; echo err >&2; sleep 1000",
  );
  await openTryIn(stateDir);
  const page = await servePage(stateDir);
  await listenAs(askingHost([questionView("q1"), questionView("q2")]).host, stateDir);
  const tab = await signedIn(browser, page.link, size);
  const first = tab.locator(".shell", { hasText: "printf" });
  await first.click();
  await tab.locator(".number", { hasText: /^50$/ }).waitFor();
  await reach(tab);
  expect(await findings(tab)).toEqual([]);
});

test.skipIf(!hasChromium).each(["light", "dark"] as const)(
  "axe finds nothing where one signs in, or nothing runs (%s)",
  async (colorScheme) => {
    const page = await servePage();
    expect(await findings(await browser.open(page.url, { colorScheme }))).toEqual([]);
    const tab = await signedIn(browser, page.link, { colorScheme });
    await tab.getByText("Nothing runs yet").waitFor();
    expect(await findings(tab)).toEqual([]);
  },
);
