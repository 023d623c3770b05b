import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../src/apps/server/listen-http.ts";
import { OneTimeLink } from "../../../src/apps/server/page/one-time-link.ts";
import { linkTo } from "../../../src/apps/server/page/served-address.ts";
import { hostAndPage, type PageGround } from "../../support/page-ground.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

const freshLink = ({ url, stateDir }: PageGround): string => linkTo(url, new OneTimeLink(stateDir).make());

test.skipIf(!hasChromium)("without a sign-in, or with a link that was used, nothing of what runs is seen", async () => {
  const { kit, page } = await hostAndPage();
  await kit.start("echo secret-thing; sleep 1000");
  await signedIn(browser, page.link);
  for (const address of [page.url, page.link, `${page.url}#history`]) {
    const tab = await browser.open(address);
    await tab.getByText("Sign in this browser").waitFor();
    expect(await tab.locator("body").textContent()).not.toContain("secret-thing");
  }
  const used = await browser.open(page.link);
  await used.getByText("That link has been used already.").waitFor();
});

/** A server on another port of the same machine, as an agent starts them; it keeps the cookies that it is sent. */
async function devServer(): Promise<{ readonly url: string; readonly cookies: string[] }> {
  const cookies: string[] = [];
  const server = createServer(({ headers }, response) => {
    cookies.push(headers.cookie ?? "");
    response.setHeader("content-type", "text/html").end("<!doctype html><title>dev</title>");
  });
  const port = await listen(server, "127.0.0.1", 0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://nacre.localhost:${port}/`, cookies };
}

/** What a script of that page tries: to read, to change, as `fetch` and as a form may send it. */
const TRIES = `async ([own, shell]) => {
  const told = (path, init) => fetch(own + path, { credentials: "include", ...init }).then(
    ({ type, status }) => type + " " + status, () => "refused");
  const kill = { method: "POST", body: JSON.stringify({ host: "any", shell }) };
  return [await told("api/summary"), await told("api/stream", { mode: "no-cors" }),
    await told("api/kill", { ...kill, mode: "no-cors" }),
    await told("api/kill", { ...kill, headers: { "content-type": "application/json" } })];
}`;

test.skipIf(!hasChromium)(
  "a page of another port sees nothing and does nothing, though it has the cookie",
  async () => {
    const { kit, page } = await hostAndPage();
    const id = await kit.start("echo secret-thing; sleep 1000");
    const tab = await signedIn(browser, page.link);
    await tab.locator(".line", { hasText: "secret-thing" }).waitFor();
    const dev = await devServer();
    const foreign = await tab.context().newPage();
    const answered: (readonly [string, number])[] = [];
    foreign.on("response", (response) => answered.push([new URL(response.url()).pathname, response.status()]));
    await foreign.goto(dev.url);
    expect(dev.cookies[0]).toContain("__Host-nacre="); // what the key is for
    const own = page.url.replace("127.0.0.1", "nacre.localhost");
    const tries = await foreign.evaluate(`(${TRIES})(${JSON.stringify([own, id])})`);
    expect(tries).toEqual(["refused", "refused", "refused", "refused"]);
    expect(answered.filter(([path, status]) => path.startsWith("/api/") && status < 400)).toEqual([]);
    expect(await tab.locator(".head").textContent()).toContain("running");
  },
);

test.skipIf(!hasChromium)(
  "a browser that is signed out shows nothing more, and a new link signs it in again",
  async () => {
    const { kit, page } = await hostAndPage();
    await kit.start("echo something; sleep 1000");
    const tab = await signedIn(browser, page.link);
    await tab.keyboard.press("?");
    await tab.getByRole("button", { name: "Sign out this browser" }).click();
    await tab.getByText("This browser is signed out.").waitFor();
    await tab.goto(page.url.replace("127.0.0.1", "nacre.localhost"));
    await tab.getByText("Sign in this browser").waitFor();
    await tab.goto("about:blank");
    await tab.goto(freshLink(page));
    await tab.locator(".line", { hasText: "something" }).waitFor();
  },
);
