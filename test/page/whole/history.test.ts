import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { journalFiles } from "../../../src/core/journal/journal-files.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** A host that ran, failed, was refused and asked, and a page at its history. */
async function ground() {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir, approver: async () => ({ answer: "deny", message: "not today" }) });
  await kit.bash("echo fine");
  await kit.bash("false <<<'<b>bold</b>'");
  await kit.bash("sudo mkfs.ext4 /dev/none");
  await kit.bash("git push --force origin main");
  const shell = await kit.start("echo from the background; sleep 1000");
  const page = await servePage(stateDir);
  const tab = await signedIn(browser, page.link);
  await tab.keyboard.press("2");
  const rows = tab.locator(".history-table tbody tr:not(.opened)");
  const commands = (): Promise<readonly string[]> => tab.locator(".history-table td.command code").allTextContents();
  return { kit, tab, page, rows, commands, shell };
}

test.skipIf(!hasChromium)("the history has a row for each command, the newest first, and grows by itself", async () => {
  const { kit, tab, commands } = await ground();
  const expected = [
    "echo from the background; sleep 1000",
    "git push --force origin main",
    "sudo mkfs.ext4 /dev/none",
    "false <<<'<b>bold</b>'",
    "echo fine",
  ];
  await waitUntil("all rows", async () => JSON.stringify(await commands()) === JSON.stringify(expected));
  const cells = (command: string) => tab.locator(".history-table tr", { hasText: command });
  expect(await cells("echo fine").locator(".exit").textContent()).toBe("0");
  expect(await cells("false").locator(".exit").textContent()).toBe("1");
  expect(await cells("git push").locator(".answer").textContent()).toBe("no, approver");
  expect(await cells("sudo").locator(".exit").textContent()).toBe("not run");
  await tab.getByRole("img", { name: "5 commands in the last hour: 3 allowed, 1 asked, 1 refused" }).waitFor();
  await tab.getByText("Journal whole:").waitFor();
  await kit.bash("echo later");
  await tab.locator(".history-table td.command", { hasText: "echo later" }).waitFor();
});

test.skipIf(!hasChromium)("filters show what fits, count it, and are in the address", async () => {
  const { tab, commands } = await ground();
  const shows = (...expected: readonly string[]): Promise<void> =>
    waitUntil(`rows ${expected.join()}`, async () => (await commands()).join() === expected.join());
  await tab.getByRole("button", { name: /^deny/ }).click();
  await shows("sudo mkfs.ext4 /dev/none");
  await tab.getByText("1 of 5").waitFor();
  await tab.getByRole("button", { name: /^deny/ }).click();
  await tab.getByLabel("Exit").selectOption("failed");
  await shows("false <<<'<b>bold</b>'");
  await tab.getByLabel("Exit").selectOption("");
  await tab.keyboard.press("Escape");
  await tab.locator("body").click({ position: { x: 700, y: 20 } });
  await tab.keyboard.press("/");
  await tab.keyboard.type("not today"); // in the answer
  await shows("git push --force origin main");
  expect(new URL(tab.url()).hash).toBe("#history?text=not+today");
  await tab.reload();
  await shows("git push --force origin main");
  await tab.getByLabel("Text in command").fill("no such thing");
  await tab.getByText("None of 5 rows fits.").waitFor();
});

test.skipIf(!hasChromium)("a row opens to its reasons, answer and entry, and leads to its output", async () => {
  const { tab } = await ground();
  await tab.getByRole("button", { name: "git push --force origin main" }).click();
  const opened = tab.locator(".opened");
  for (const text of ["throws away or rewrites work in git", "not today", "denied, approver", "seq", "contained none"])
    await opened.getByText(text).first().waitFor();
  await tab.getByRole("button", { name: "echo from the background; sleep 1000" }).click();
  await opened.getByText("Show the output").click();
  await tab.locator(".line", { hasText: "from the background" }).waitFor();
});

test.skipIf(!hasChromium)(
  "a journal that was changed is said to be, and what is hostile in it stays text",
  async () => {
    const { tab, page } = await ground();
    appendFileSync(journalFiles(page.stateDir)[0]?.path ?? "", '{"kind":"<img src=x onerror=alert(1)>"}\n');
    await tab.reload();
    await tab.getByText("The journal is not whole").click();
    await tab.getByText("is no entry").waitFor();
    expect(await tab.locator(".history-table b, img").count()).toBe(0);
  },
);
