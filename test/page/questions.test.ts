import { expect, test } from "vitest";
import { listenAs, servePage } from "../support/page-ground.ts";
import { waitUntil } from "../support/wait-until.ts";
import { askingHost, questionView } from "./made-up-questions.ts";
import { hasChromium, signedIn, useBrowser } from "./real-browser.ts";

const browser = useBrowser();

/** A page on a host that asks. */
async function asked(...questions: readonly ReturnType<typeof questionView>[]) {
  const page = await servePage();
  const { host, given } = askingHost(questions);
  await listenAs(host, page.stateDir);
  const tab = await signedIn(browser, page.link);
  const card = tab.locator("article.question");
  await card.waitFor();
  /** Waits until the card hears: it is disabled in its first moments. */
  const click = (name: string): Promise<void> => card.getByRole("button", { name, exact: true }).click();
  return { tab, card, given, click };
}

test.skipIf(!hasChromium)(
  "a question shows the whole command, the asked part, why, what is lost and a safer way",
  async () => {
    const { tab, card } = await asked(questionView("q1"), questionView("q2", { command: "docker compose down -v" }));
    expect(await card.locator(".asked").textContent()).toBe("cd web && npm run build && git push --force origin main");
    expect(await card.locator("mark").textContent()).toBe("git push --force origin main");
    for (const text of ["rewrites work in git", "git-discard", "2 commits on origin/main", "--dry-run"]) {
      expect(await card.textContent()).toContain(text);
    }
    await waitUntil("the title to count them", async () => (await tab.title()) === "(2) nacre: questions wait");
  },
);

test.skipIf(!hasChromium)("a reason that two parts of a command share is said once", async () => {
  const { findings } = questionView("q1");
  const { card } = await asked(questionView("q1", { findings: [...findings, ...findings] }));
  expect((await card.textContent())?.match(/rewrites work in git/g)).toHaveLength(1);
});

/** Clicks the first button that allows in the moment in which it is there: what comes between two frames is not too early. */
const CLICK_AT_ONCE = `new MutationObserver((_, observer) => {
  const button = [...document.querySelectorAll("article.question button")].find(({ textContent }) => textContent === "Allow once");
  if (button === undefined) return;
  observer.disconnect();
  button.click();
  document.documentElement.dataset.clicked = "";
}).observe(document, { childList: true, subtree: true })`;

test.skipIf(!hasChromium)(
  "an answer goes to the host with the question's digest, and is not heard in the first moments",
  async () => {
    const { tab, card, given, click } = await asked(questionView("q1"));
    await tab.addInitScript(CLICK_AT_ONCE);
    await tab.reload();
    await tab.locator("html[data-clicked]").waitFor();
    await click("Deny with a message…");
    await card.getByLabel("What the model is told").waitFor(); // the card hears by now, and the first click was not heard
    expect(given).toEqual([]);
    await click("Allow once");
    await waitUntil("the answer", () => given.length > 0);
    expect(given).toMatchObject([{ question: "q1", digest: "digest of q1", answer: "once", via: "page" }]);
  },
);

test.skipIf(!hasChromium)("a rule is shown with what it would let through before it is saved", async () => {
  const { card, given, click } = await asked(questionView("q1"));
  await click("As a rule…");
  const field = card.getByLabel("Rule, as it will be saved");
  expect(await field.inputValue()).toBe("Bash(git push --force origin main)");
  await card.getByText("git push --force origin release").waitFor();
  await field.fill("nonsense");
  await card.getByText("A rule has the form").waitFor();
  expect(await card.getByRole("button", { name: "Save and run" }).isDisabled()).toBe(true);
  await card.getByRole("button", { name: "Wider" }).click();
  await waitUntil("the rule to be good", () => card.getByRole("button", { name: "Save and run" }).isEnabled());
  await click("Save and run");
  await waitUntil("the answer", () => given.length > 0);
  expect(given).toMatchObject([
    { answer: "always", rule: "Bash(git push --force origin *)", scope: "workspace", until: "1d" },
  ]);
});

test.skipIf(!hasChromium)(
  "a no takes a message along; hidden characters are shown, and such a text becomes no rule",
  async () => {
    const { card, given, click } = await asked(questionView("q1", { command: "echo ok \u202e# txet neddih" }));
    expect(await card.locator(".asked .chip").textContent()).toBe("U+202E");
    await card.getByText("characters that cannot be seen").waitFor();
    expect(await card.getByRole("button", { name: "As a rule…" }).count()).toBe(0);
    await click("Deny with a message…");
    await card.getByLabel("What the model is told").fill("keep those");
    await click("Deny");
    await waitUntil("the answer", () => given.length > 0);
    expect(given).toMatchObject([{ answer: "deny", message: "keep those" }]);
  },
);
