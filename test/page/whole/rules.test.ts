import { expect, test } from "vitest";
import { cli } from "../../support/cli.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

test.skipIf(!hasChromium)(
  "rules of sessions and of the user are shown live, and are taken back on the page",
  async () => {
    const page = await servePage();
    const config = tempDir();
    const kit = openToolkit({ stateDir: page.stateDir, userRules: `${config}/nacre`, ask: "refuse" });
    await kit.bash("true");
    const nacre = (...words: string[]) =>
      cli([...words, "--state-dir", page.stateDir], { cwd: kit.workingDir, env: { XDG_CONFIG_HOME: config } });
    const allowed = async () => (await kit.bash("git push nowhere")).metadata.error_kind === undefined;
    const tab = await signedIn(browser, page.link);
    await tab.keyboard.press("4");
    await tab.getByText("No rule of yours holds").waitFor();
    expect((await nacre("allow", "git push *", "--session", "default")).code).toBe(0);
    expect((await nacre("deny", "npm publish *")).code).toBe(0);
    const ofSession = tab.getByRole("region", { name: "Session default of nacre library" });
    await ofSession.getByText("Bash(git push *)").waitFor();
    await ofSession.getByText("until the session ends").waitFor();
    await tab
      .getByRole("region", { name: `Workspace ${kit.workingDir}` })
      .getByText("Bash(npm publish *)")
      .waitFor();
    expect(await allowed()).toBe(true);
    await tab.keyboard.press("1");
    await tab.locator(".given", { hasText: "Bash(git push *)" }).waitFor(); // beside what was answered
    await tab.keyboard.press("4");
    await tab.getByRole("button", { name: "Remove the rule Bash(git push *)" }).click();
    await ofSession.waitFor({ state: "detached" });
    expect(await allowed()).toBe(false);
    await tab.getByRole("button", { name: "Remove the rule Bash(npm publish *)" }).click();
    await tab.getByText("No rule of yours holds").waitFor();
    expect((await nacre("rules")).stdout).toContain("no rules of yours hold");
  },
);

test.skipIf(!hasChromium)("hostile text in a rule stays text", async () => {
  const page = await servePage();
  const kit = openToolkit({ stateDir: page.stateDir });
  await kit.bash("true");
  const rule = "echo <img src=x onerror=alert(1)> \u202e *";
  await cli(["allow", rule, "--session", "default", "--state-dir", page.stateDir], { env: {} });
  const tab = await signedIn(browser, page.link);
  await tab.keyboard.press("4");
  await tab.locator(".rule code", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
  await waitUntil("the hidden letter", async () => (await tab.locator(".rule .chip").textContent()) === "U+202E");
  expect(await tab.locator(".rule img").count()).toBe(0);
});
