import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/apps/server/listen-http.ts";
import { OneTimeLink } from "../../src/apps/server/page/one-time-link.ts";
import { linkTo } from "../../src/apps/server/page/served-address.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { type PageGround, servePage } from "../support/page-ground.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "./real-browser.ts";

const browser = useBrowser();

/** A host and a page on the same state directory. */
async function ground() {
  const stateDir = tempDir();
  const kit = openToolkit({ stateDir });
  return { kit, page: await servePage(stateDir) };
}

const freshLink = ({ url, stateDir }: PageGround): string => linkTo(url, new OneTimeLink(stateDir).make());

test.skipIf(!hasChromium)("output appears while the command runs, and its end is shown", async () => {
  const { kit, page } = await ground();
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

test.skipIf(!hasChromium)(
  "the user types into a terminal, a line and keys, and a secret stays between the two",
  async () => {
    const { kit, page } = await ground();
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

test.skipIf(!hasChromium)("the search counts every matching line and goes through them", async () => {
  const { kit, page } = await ground();
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
  const { kit, page } = await ground();
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
  const { kit, page } = await ground();
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
  const { kit, page } = await ground();
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

test.skipIf(!hasChromium)("without a sign-in, or with a link that was used, nothing of what runs is seen", async () => {
  const { kit, page } = await ground();
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
    const { kit, page } = await ground();
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

test.skipIf(!hasChromium)("the keys lead through shells, views and help, and mean nothing in a field", async () => {
  const { kit, page } = await ground();
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

test.skipIf(!hasChromium)(
  "a browser that is signed out shows nothing more, and a new link signs it in again",
  async () => {
    const { kit, page } = await ground();
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
