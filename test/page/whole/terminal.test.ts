import { expect, test } from "vitest";
import { hostAndPage } from "../../support/page-ground.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

test.skipIf(!hasChromium)(
  "the user types into a terminal, a line and keys, and a secret stays between the two",
  async () => {
    const { kit, page } = await hostAndPage();
    const id = await kit.start(
      "read -p 'name? ' a; echo hi $a; read -s -p 'Password: ' p; echo; echo length ${#p}; cat",
      {
        tty: true,
      },
    );
    const tab = await signedIn(browser, page.link);
    const screen = tab.locator(".terminal .screen");
    await screen.getByText("name?").waitFor();
    await tab.getByLabel("Type a line").fill("bob");
    await tab.keyboard.press("Enter");
    await screen.getByText("hi bob").waitFor();
    await tab.getByLabel("hidden").check();
    await tab.getByLabel("Type a line").fill("hunter2");
    await tab.keyboard.press("Enter");
    await screen.getByText("length 7").waitFor();
    await tab.getByRole("button", { name: "C-c" }).click();
    await tab.locator(".head", { hasText: /ended|failed|SIGINT|130/ }).waitFor();
    expect((await kit.call("BashOutput", { bash_id: id, since: "0" })).output).not.toContain("hunter2");
  },
);
