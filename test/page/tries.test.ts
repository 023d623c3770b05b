import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { removeTry } from "../../src/core/try/try-record.ts";
import { listenAs, servePage } from "../support/page-ground.ts";
import { askingHost, questionView } from "./made-up-questions.ts";
import { openTryIn } from "./made-up-try.ts";
import { hasChromium, type PageOptions, signedIn, useBrowser } from "./real-browser.ts";

const browser = useBrowser();

/** A page of a user who has tried something. */
async function tried(options?: PageOptions) {
  const page = await servePage();
  const { id, workspace } = await openTryIn(page.stateDir);
  const tab = await signedIn(browser, page.link, options);
  await tab.goto(`${new URL(tab.url()).origin}/#tries`);
  await tab.locator(".change").first().waitFor();
  const change = (path: string) => tab.locator(".change", { hasText: path });
  return { page, tab, id, workspace, change };
}

/** The rows of a file as `number sign before | number sign after`. */
const rowsOf = (tab: Page, path: string): Promise<readonly string[]> =>
  tab
    .locator("details.change", { hasText: path })
    .locator("tbody tr:not(.gap)")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [no, before, noAfter, after] = [...row.querySelectorAll("td")].map(({ textContent }) => textContent);
        return `${no}|${before}|${noAfter}|${after}`;
      }),
    );

test.skipIf(!hasChromium)("a try shows each file before and after, beside each other", async () => {
  const { tab, id } = await tried();
  expect(await tab.getByRole("heading", { name: "1 try is open" }).count()).toBe(1);
  expect(await tab.locator(".try-head").textContent()).toContain(`nacre try --keep ${id}`);
  const rows = await rowsOf(tab, "src/cart.ts");
  expect(rows).toContain('||2 +|import { Money } from "./sum.ts";');
  expect(rows).toContain("5 −|  let sum = 0;|6 +|  let sum = new Money(0);");
  expect(rows).toContain("6 |  for (const line of lines) {|7 |  for (const line of lines) {");
  const cell = (text: string) => tab.locator("td", { hasText: text }).first().boundingBox();
  const [before, after] = [await cell("let sum = 0;"), await cell("let sum = new Money(0);")];
  expect(before?.y).toBe(after?.y);
  expect(after?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
  // What others wrote is text.
  expect(await rowsOf(tab, "src/names.ts")).toEqual([
    "1 −|export const names = ['a', 'b']; (no newline at the end)|1 +|export const names = ['a', 'b', '<img src=x onerror=alert(1)>'];",
  ]);
});

test.skipIf(!hasChromium)("what is no text, too long or not for every eye is said, and marked", async () => {
  const { tab, id, change } = await tried();
  expect(await change("logo.png").textContent()).toContain("Binary");
  expect(await change("large.txt").textContent()).toContain(`nacre try --show ${id} --all shows it`);
  expect(await change("run.sh").textContent()).toContain("old mode 100644, new mode 100755");
  expect(await change(".git/hooks/post-checkout").textContent()).toContain("[guarded] Tools run or obey it");
  expect(await change(".env").textContent()).toContain("not drawn here");
  expect(await tab.locator("body").textContent()).not.toContain("new-secret-value");
  const modules = tab.locator(".change", { hasText: "node_modules" });
  expect(await modules.count()).toBe(1);
  expect(await modules.textContent()).toContain("42 added");
  const long = change("long.txt");
  expect(await long.locator("tbody tr").count()).toBe(400);
  await long.getByRole("button", { name: "Show all of it" }).click();
  await long.getByText("1000", { exact: true }).waitFor();
});

test.skipIf(!hasChromium)("keys move among the changes, close and open them", async () => {
  const { tab } = await tried();
  const first = tab.locator("details.change").first();
  for (const at of [0, 1]) {
    await tab.keyboard.press("j");
    const line = await tab.locator("summary, .one-line").nth(at).textContent();
    expect(await tab.locator("summary:focus, .one-line:focus").textContent()).toBe(line);
  }
  await tab.keyboard.press("k");
  await tab.locator("summary").first().focus();
  await tab.keyboard.press("Enter");
  expect(await first.getAttribute("open")).toBeNull();
  await tab.keyboard.press("Enter");
  expect(await first.getAttribute("open")).toBe("");
});

test.skipIf(!hasChromium)("a phone shows one column, and nothing wider than itself", async () => {
  const { tab } = await tried({ width: 390, height: 800, colorScheme: "dark" });
  const cell = (text: string) => tab.locator("td:visible", { hasText: text }).first().boundingBox();
  const [before, after] = [await cell("let sum = 0;"), await cell("let sum = new Money(0);")];
  expect(after?.x).toBe(before?.x);
  expect(after?.y).toBeGreaterThan(before?.y ?? 0);
  expect(await tab.locator("td:visible", { hasText: "for (const line of lines)" }).count()).toBe(1);
  const [wide, most] = await tab.evaluate<number[]>("[document.documentElement.scrollWidth, innerWidth]");
  expect(wide).toBeLessThanOrEqual(most ?? 0);
});

test.skipIf(!hasChromium)("a question that came back leads to its changes, and is answered beside them", async () => {
  const page = await servePage();
  const { id } = await openTryIn(page.stateDir);
  await openTryIn(page.stateDir, "make clean");
  const { host, given } = askingHost([
    questionView("q1", { tried: { id, lines: ["Tried (exit code 0); it would change:", "D src/old.ts"] } }),
  ]);
  await listenAs(host, page.stateDir);
  const tab = await signedIn(browser, page.link);
  await tab.getByRole("link", { name: "See the changes side by side" }).click();
  await tab.locator("details.change", { hasText: "src/old.ts" }).waitFor();
  expect(await tab.locator(".try-list a[aria-current]").textContent()).toContain("npx codemod");
  await tab.locator(".try-shown").getByRole("button", { name: "Allow once", exact: true }).click();
  await expect.poll(() => given.length, { timeout: 20_000 }).toBe(1);
  expect(given).toMatchObject([{ question: "q1", answer: "once" }]);
  removeTry(page.stateDir, id);
  await tab.getByText("This try is over").waitFor();
});

test.skipIf(!hasChromium)(
  "a try that went on is shown anew, and what the user changed beside it as it is",
  async () => {
    const { tab, id, page, workspace } = await tried();
    writeFileSync(join(workspace, "src/old.ts"), "mine\n");
    removeTry(page.stateDir, id);
    await tab.getByText("No try is open").waitFor();
    const { id: next } = await openTryIn(page.stateDir, "make all");
    await tab.getByRole("link", { name: "make all" }).click();
    await tab.locator(".try-head", { hasText: next }).waitFor();
  },
);
