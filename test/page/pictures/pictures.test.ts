import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listenAs, servePage } from "../../support/page-ground.ts";
import { openTryIn } from "../made-up-try.ts";
import { signedIn, useBrowser } from "../real-browser.ts";
import { nextStep, storefront } from "./storefront.ts";
import { writeDay } from "./written-day.ts";

const browser = useBrowser();

type Picture = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
  readonly asks?: boolean;
  readonly shows: (tab: Page) => Promise<unknown>;
};

const choose = (tab: Page, name: string): Promise<void> => tab.locator(".shell", { hasText: name }).click();

const searching = async (tab: Page): Promise<void> => {
  await choose(tab, "Run the unit tests");
  await tab.locator(".line", { hasText: "stacks a coupon" }).first().waitFor();
  await tab.getByLabel("Search the output").fill("expected");
  await tab.locator("mark.now").waitFor();
};

const looking = async (tab: Page): Promise<void> => {
  await tab.goto(`${new URL(tab.url()).origin}/#history?verdict=ask,deny`);
  await tab.getByRole("button", { name: "gh pr create --fill" }).click();
  await tab.getByText("Journal whole").waitFor();
};

const trying = async (tab: Page): Promise<void> => {
  await tab.goto(`${new URL(tab.url()).origin}/#tries`);
  await tab.locator("summary", { hasText: "src/cart.ts" }).evaluate((one) => one.scrollIntoView());
};

const PICTURES: readonly Picture[] = [
  {
    name: "wide-light",
    width: 1440,
    height: 900,
    colorScheme: "light",
    shows: async (tab) => {
      await searching(tab);
      await tab.getByRole("button", { name: "As a rule…" }).click();
      await tab.getByText("git push -f --all").waitFor();
    },
  },
  { name: "wide-dark", width: 1440, height: 900, colorScheme: "dark", shows: searching },
  {
    name: "calm",
    width: 1440,
    height: 900,
    colorScheme: "light",
    asks: false,
    shows: (tab) => choose(tab, "Dev server"),
  },
  {
    name: "laptop",
    width: 1100,
    height: 800,
    colorScheme: "light",
    shows: async (tab) => {
      await choose(tab, "Run the unit tests");
      await tab.keyboard.press("a");
    },
  },
  { name: "phone-list", width: 390, height: 800, colorScheme: "light", shows: async () => undefined },
  {
    name: "phone-question",
    width: 390,
    height: 800,
    colorScheme: "dark",
    shows: (tab) => tab.locator(".bottom").getByText("Questions").click(),
  },
  { name: "history", width: 1440, height: 760, colorScheme: "light", shows: looking },
  { name: "history-dark", width: 1440, height: 760, colorScheme: "dark", shows: looking },
  { name: "phone-history", width: 390, height: 800, colorScheme: "light", shows: looking },
  { name: "tries", width: 1440, height: 900, colorScheme: "light", shows: trying },
  { name: "tries-dark", width: 1440, height: 900, colorScheme: "dark", shows: trying },
  { name: "phone-tries", width: 390, height: 800, colorScheme: "dark", shows: trying },
  { name: "phone-output", width: 390, height: 800, colorScheme: "dark", shows: searching },
];

test.each(PICTURES)("$name", async ({ name, width, height, colorScheme, asks = true, shows }) => {
  const page = await servePage();
  writeDay(page.stateDir);
  await openTryIn(page.stateDir);
  const hosts = storefront(asks);
  for (const host of hosts) await listenAs(host, page.stateDir);
  const tab = await signedIn(browser, page.link, { width, height, colorScheme });
  await tab.locator(".shell", { hasText: "Dev server" }).waitFor();
  for (let at = 0; at < 40; at += 1) {
    nextStep();
    for (const host of hosts) host.move();
    await tab.waitForTimeout(250);
  }
  await shows(tab);
  await tab.waitForTimeout(500);
  const picture = await tab.screenshot({ path: `docs/page/${name}.png` });
  expect(picture.length).toBeGreaterThan(10_000);
});
