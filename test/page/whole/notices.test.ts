import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** Keeps what the page gives to the desktop, of which a test has none, and hides the page when it is told to. */
const DESKTOP = `
  window.notices = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { window.notices.push(title + ": " + body); }
  };
  window.hide = () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };`;

test.skipIf(!hasChromium)("a hidden page tells the desktop that a shell ended, where the user chose it", async () => {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  await kit.start("echo secret-command; until [ -e go ]; do sleep 0.05; done");
  const tab = await signedIn(browser, (await servePage(stateDir)).link);
  await tab.addInitScript(DESKTOP);
  await tab.reload();
  await tab.locator(".line", { hasText: "secret-command" }).waitFor();
  await tab.keyboard.press("?");
  await tab.getByRole("button", { name: "Desktop notices" }).click();
  await tab.locator('button[aria-pressed="true"]', { hasText: "Desktop notices" }).waitFor();
  await tab.evaluate("hide()");
  await kit.bash("touch go");
  const notices = (): Promise<unknown> => tab.evaluate("notices");
  await waitUntil("the notice", async () => JSON.stringify(await notices()) !== "[]", 60_000);
  expect(await notices()).toEqual(["nacre: A shell ended."]);
});
