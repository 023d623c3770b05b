import { expect, test } from "vitest";
import { startPageServer } from "../../../src/apps/server/page/page-server.ts";
import { cli } from "../../support/cli.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { listenAs, servePage } from "../../support/page-ground.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { askingHost, questionView } from "../made-up-questions.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** A real host that waits for answers, a page, and a user at a terminal. */
async function ground() {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir, ask: "wait" });
  kit.shells.open();
  const page = await startPageServer({ stateDir, port: 0, version: "1" });
  const questions = () => kit.questions.list();
  const ask = async (command: string) => {
    const calling = kit.call("Bash", { command });
    await waitUntil("the question", () => questions().some(({ state }) => state === "open"));
    return { calling, id: questions().find(({ state }) => state === "open")?.id ?? "" };
  };
  const nacre = (...words: string[]) => cli([...words, "--state-dir", stateDir], { env: {} });
  const link = async (): Promise<string> => {
    const { stdout } = await nacre("watch", "--link");
    return stdout.trim();
  };
  return { stateDir, kit, page, ask, nacre, link };
}

test.skipIf(!hasChromium)(
  "an answer that does not get through leaves the buttons, and can be given again",
  async () => {
    const page = await servePage();
    const { host, given } = askingHost([questionView("q1")]);
    await listenAs(host, page.stateDir);
    const tab = await signedIn(browser, page.link);
    const card = tab.locator("article.question");
    await tab.route("**/api/answer", (route) => route.abort(), { times: 1 });
    await card.getByRole("button", { name: "Allow once" }).click();
    await card.getByRole("alert").getByText("The server did not answer").waitFor();
    expect(given).toEqual([]);
    await card.getByRole("button", { name: "Allow once" }).click();
    await waitUntil("the answer", () => given.length > 0);
    expect(given).toMatchObject([{ question: "q1", answer: "once" }]);
    expect(await card.getByRole("alert").count()).toBe(0);
  },
);

test.skipIf(!hasChromium)(
  "of two answers at once the first counts, and the other page is told which it was",
  async () => {
    const { kit, page, ask, link } = await ground();
    try {
      const tabs = [await signedIn(browser, page.link), await signedIn(browser, await link())];
      const { calling, id } = await ask("git push nowhere");
      const answers: string[] = [];
      for (const tab of tabs) {
        // Both have sent their answer before either is let through.
        await tab.route("**/api/answer", async (route) => {
          answers.push(route.request().postData() ?? "");
          await waitUntil("both answers", () => answers.length === 2);
          await route.continue();
        });
        await tab.locator("article.question").waitFor();
      }
      const [first, second] = tabs;
      await Promise.all([
        first?.getByRole("button", { name: "Allow once" }).click(),
        second?.getByRole("button", { name: "Allow in this session" }).click(),
      ]);
      const { metadata } = await calling;
      expect(["once", "session"]).toContain(metadata.approved_by);
      // Every page shows the one answer that counted, and none the other.
      const words = metadata.approved_by === "once" ? "allowed once" : "allowed in its session";
      for (const tab of tabs)
        await waitUntil("the outcome", async () =>
          ((await tab.locator(".lately").textContent()) ?? "").includes(words),
        );
      expect(kit.questions.list()).toMatchObject([{ id, state: "answered", answer: metadata.approved_by }]);
    } finally {
      await page.close();
    }
  },
);

test.skipIf(!hasChromium)("a tab that did not hear of an answer is told that it came too late", async () => {
  const page = await servePage();
  // The host settles the question without telling the page.
  const stale = askingHost([questionView("q1")], {});
  const { questions } = stale.host;
  const late = questions && {
    ...questions,
    answer: async () => ({ is: { won: false, by: "answer", answer: "deny" } as const }),
  };
  await listenAs({ ...stale.host, questions: late }, page.stateDir);
  const tab = await signedIn(browser, page.link);
  const card = tab.locator("article.question");
  await card.getByRole("button", { name: "Allow once" }).click();
  await card.getByText("Already answered by nacre answer: deny.").waitFor();
});

test.skipIf(!hasChromium)(
  "a stale tab sees that its question was answered elsewhere while its server was gone",
  async () => {
    const { stateDir, page, ask, nacre } = await ground();
    const tab = await signedIn(browser, page.link);
    const { calling, id } = await ask("git push nowhere");
    const card = tab.locator("article.question");
    await card.waitFor();
    await page.close();
    await tab.getByText("The server does not answer.").waitFor();
    expect(await card.getByRole("button", { name: "Allow once" }).isDisabled()).toBe(true);
    expect((await nacre("answer", id, "deny", "-m", "not now")).code).toBe(0);
    expect((await calling).error).toContain("not now");
    const again = await startPageServer({ stateDir, port: Number(new URL(page.url).port), version: "1" });
    try {
      await tab.getByText("Live", { exact: true }).waitFor();
      await card.waitFor({ state: "detached" });
      await tab.locator(".lately", { hasText: "denied, by nacre answer: “not now”" }).waitFor();
    } finally {
      await again.close();
    }
  },
);

test.skipIf(!hasChromium)(
  "an answer to a question that has changed meanwhile changes nothing, and says so",
  async () => {
    const { page, ask, kit } = await ground();
    try {
      const tab = await signedIn(browser, page.link);
      const { id } = await ask("git push nowhere");
      await tab.route("**/api/answer", (route) =>
        route.continue({
          postData: JSON.stringify({ ...JSON.parse(route.request().postData() ?? "{}"), digest: "old" }),
        }),
      );
      const card = tab.locator("article.question");
      await card.getByRole("button", { name: "Allow once" }).click();
      await card.getByRole("alert").getByText("The question is another one than the one that was shown.").waitFor();
      expect(await card.getByRole("button", { name: "Allow once" }).isEnabled()).toBe(true);
      expect(kit.questions.list()).toMatchObject([{ id, state: "open" }]);
    } finally {
      await page.close();
    }
  },
);
