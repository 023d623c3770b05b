import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";

const PROGRAM = "/usr/bin/chromium";

/** Whether pages can be tested here; where the tools are required, a missing browser is a failure and not a skip. */
export const hasChromium: boolean = existsSync(PROGRAM) || process.env["REQUIRE_TOOLS"] === "1";
if (!hasChromium) console.warn("the page is not tested in a browser: chromium is missing (apt-get install chromium)");

export type PageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
};

export type RealBrowser = {
  /** A window at this address. What a page of ours must never do fails the test. */
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
};

/** One browser for the tests of a file; each window has storage of its own. */
export function useBrowser(): RealBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Its own sandbox cannot be had by root; the pages here are nacre's.
    if (hasChromium) browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());
  const open = async (address: string, options: PageOptions = {}): Promise<Page> => {
    const { width = 1440, height = 900, colorScheme = "light" } = options;
    const context = await browser?.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
    const page = await context?.newPage();
    if (context === undefined || page === undefined) throw new Error("no browser");
    const wrong: string[] = [];
    page.on("pageerror", ({ message }) => wrong.push(`error: ${message}`));
    page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (new URL(request.url()).host !== new URL(address).host && !request.url().startsWith("blob:"))
        wrong.push(`request: ${request.url()}`);
    });
    page.on("console", (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) wrong.push(message.text());
    });
    onTestFinished(async () => {
      await context.close();
      expect(wrong).toEqual([]);
    });
    await page.goto(address);
    return page;
  };
  return { open };
}

/** Opens the page by its link, and waits until it is live. */
export async function signedIn(browser: RealBrowser, link: string, options?: PageOptions): Promise<Page> {
  const page = await browser.open(link, options);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}
