import { expect, test } from "vitest";
import { hostAndPage } from "../support/page-ground.ts";
import { waitUntil } from "../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "./real-browser.ts";

const browser = useBrowser();

test.skipIf(!hasChromium)("output appears while the command runs, and its end is shown", async () => {
  const { kit, page } = await hostAndPage();
  await kit.start("echo first; until [ -e go ]; do sleep 0.05; done; echo second; exit 3", {
    description: "Print and wait",
  });
  const tab = await signedIn(browser, page.link);
  await tab.locator(".line", { hasText: "first" }).waitFor();
  expect(await tab.locator(".line", { hasText: "second" }).count()).toBe(0);
  await kit.bash("touch go");
  await tab.locator(".line", { hasText: "second" }).waitFor();
  await tab.locator(".head", { hasText: "failed, exit 3" }).waitFor();
  expect(await tab.locator(".shell .name").textContent()).toBe("Print and wait");
});

test.skipIf(!hasChromium)("the search counts every matching line and goes through them", async () => {
  const { kit, page } = await hostAndPage();
  await kit.start("seq 1 3000; sleep 1000");
  const tab = await signedIn(browser, page.link);
  await tab.locator(".line", { hasText: /^3000/ }).waitFor();
  await tab.keyboard.press("/");
  await tab.keyboard.type("77");
  const many = Array.from({ length: 3000 }, (_, at) => String(at + 1)).filter((text) => text.includes("77")).length;
  await tab.getByText(`1 of ${many} lines`).waitFor();
  await tab.locator("mark.now", { hasText: "77" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByText(`2 of ${many} lines`).waitFor();
  await tab.getByRole("button", { name: "Only matches" }).click();
  await waitUntil("only matches to be shown", async () =>
    (await tab.locator(".line .text").allTextContents()).every((text) => text.includes("77")),
  );
  await tab.getByLabel("Search the output").fill("no such text");
  await tab.getByText("no line", { exact: true }).waitFor();
});

test.skipIf(!hasChromium)("the question before a kill takes the keys as soon as its own key was read", async () => {
  const { kit, page } = await hostAndPage();
  await kit.start("echo up; sleep 1000");
  const tab = await signedIn(browser, page.link);
  await tab.locator(".line", { hasText: "up" }).waitFor();
  // A browser runs what was promised between two keys; it need not paint.
  const isOpen = await tab.evaluate(`(async () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "x" }));
    for (let turn = 0; turn < 10; turn += 1) await undefined;
    return document.querySelector("dialog")?.open;
  })()`);
  expect(isOpen).toBe(true);
});

test.skipIf(!hasChromium)("a shell is killed after a question whose first button keeps it running", async () => {
  const { kit, page } = await hostAndPage();
  const id = await kit.start("echo up; sleep 1000");
  const tab = await signedIn(browser, page.link);
  await tab.locator(".line", { hasText: "up" }).waitFor();
  await tab.keyboard.press("x");
  await tab.getByRole("button", { name: "Keep running" }).and(tab.locator(":focus")).waitFor();
  await tab.keyboard.press("Enter");
  await tab.locator("dialog").waitFor({ state: "detached" });
  expect(await tab.locator(".head").textContent()).toContain("running");
  await tab.keyboard.press("x");
  await tab.getByRole("dialog").getByRole("button", { name: "Kill" }).click();
  await tab.locator(".head", { hasText: "killed" }).waitFor();
  const { metadata } = await kit.call("BashOutput", { bash_id: id });
  expect(metadata["status"]).toBe("killed");
});

/** Tries to become HTML, a link, a title, an erased screen, or other text than it is. */
const HOSTILE = [
  "<script>window.hacked = 1</script>",
  '<img src=x onerror="window.hacked = 2">',
  "</span></pre></textarea><svg onload=alert(1)>",
  "&lt;b&gt; {{7*7}} ${7*7}",
  "\u001b]8;;javascript:window.hacked=3\u0007click\u001b]8;;\u0007",
  "\u001b]0;title\u0007\u001b[2J\u001b[1;1H\u001b[31mred",
  "safe\u202egnp.exe \u2066x\u2069 zero\u200bwidth",
].join("\n");

test.skipIf(!hasChromium)("what is hostile in a command, a name and its output stays text", async () => {
  const { kit, page } = await hostAndPage();
  // The policy refuses such a text; an embedder's own command is not judged.
  await kit.shells.createShell(`cat <<'END'\n${HOSTILE}\nEND\nsleep 1000`, kit.workingDir);
  await kit.start("sleep 1000", { description: HOSTILE.replaceAll("\n", " ") });
  const tab = await signedIn(browser, page.link);
  await tab.locator(".shell .name", { hasText: "cat <<" }).click();
  await tab.locator(".line", { hasText: "width" }).waitFor(); // the last line
  const log = (await tab.locator(".line .text").allTextContents()).join("\n");
  for (const text of ["<script>window.hacked = 1</script>", "<svg onload=alert(1)>", "&lt;b&gt; {{7*7}} ${7*7}"]) {
    expect(log).toContain(text);
  }
  expect(log).toContain("safeU+202Egnp.exe");
  expect(await tab.locator(".line .ink1").first().textContent()).toBe("red");
  for (const place of [".head .command", ".shell .name"]) {
    expect((await tab.locator(place).allTextContents()).join()).toContain("<img src=x onerror=");
    expect(await tab.locator(`${place} .chip`).count()).toBeGreaterThan(0);
  }
  expect(await tab.evaluate("String(window.hacked) + document.querySelectorAll('img, a[href^=j]').length")).toBe(
    "undefined0",
  );
  await waitUntil("the title to count them", async () => (await tab.title()) === "nacre: 2 running");
});

test.skipIf(!hasChromium)("the keys lead through shells, views and help, and mean nothing in a field", async () => {
  const { kit, page } = await hostAndPage();
  for (const name of ["one", "two", "three"]) await kit.start(`echo ${name}; sleep 1000`, { description: name });
  const tab = await signedIn(browser, page.link);
  const chosen = tab.locator(".shell[aria-current] .name");
  await tab.locator(".shell").nth(2).waitFor();
  const names = await tab.locator(".shell .name").allTextContents();
  await waitUntil("the last to be chosen", async () => (await chosen.textContent()) === names[2]);
  await tab.keyboard.press("k");
  await waitUntil("the one before it to be chosen", async () => (await chosen.textContent()) === names[1]);
  await tab.locator(".line", { hasText: names[1] ?? "" }).waitFor();
  await tab.keyboard.press("2");
  await tab.getByRole("heading", { name: "History" }).waitFor();
  await tab.keyboard.press("1");
  await tab.keyboard.press("?");
  await tab.getByRole("dialog").getByText("no key allows by itself").waitFor();
  await tab.keyboard.press("Escape");
  await tab.getByRole("dialog").waitFor({ state: "detached" });
  await tab.keyboard.press("/");
  await tab.keyboard.type("jk2x?");
  expect(await tab.getByLabel("Search the output").inputValue()).toBe("jk2x?");
  expect(await chosen.textContent()).toBe(names[1]);
});
