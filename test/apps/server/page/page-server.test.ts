import { expect, test } from "vitest";
import { BrowserSignIns } from "../../../../src/apps/server/page/browser-sign-ins.ts";
import { startPageServer } from "../../../../src/apps/server/page/page-server.ts";
import { madeUpHost, OVERVIEW } from "../../../core/line/made-up-host.ts";
import {
  get,
  listenAs,
  openStream,
  post,
  servePage,
  shellView,
  signIn,
  tellsHost,
} from "../../../support/page-ground.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("the link signs in one browser, once; what it gives opens the data", async () => {
  const page = await servePage();
  const browser = await signIn(page);
  expect((await get(page, "/api/summary", browser)).status).toBe(200);
  const again = await post(page, "/api/enter", { code: page.link.split("#")[1] });
  expect([again.status, await again.text()]).toEqual([401, expect.stringContaining("used already")]);
});

test.each([
  ["the cookie alone", ["cookie"]],
  ["the key alone", ["x-nacre-key"]],
  ["neither", []],
])("%s opens nothing", async (_, names) => {
  const page = await servePage();
  const { headers } = await signIn(page);
  const some = Object.fromEntries(Object.entries(headers).filter(([name]) => names.some((one) => one === name)));
  for (const path of ["/api/summary", "/api/stream", "/api/log?shell=x", "/api/nothing"]) {
    expect((await get(page, path, { headers: some })).status, path).toBe(401);
  }
  expect((await post(page, "/api/kill", { host: "h", shell: "s" }, some)).status).toBe(401);
});

test("without a sign-in `/` is refused and shows how to get one; with its cookie it is the page, and both are the same file", async () => {
  const page = await servePage();
  const stranger = await get(page, "/", { headers: {} });
  const known = await get(page, "/", await signIn(page));
  expect([stranger.status, known.status]).toEqual([401, 200]);
  expect(await stranger.text()).toBe(await known.text());
});

test("every answer forbids to keep, guess, frame it, and to make HTML of a text", async () => {
  const page = await servePage();
  const browser = await signIn(page);
  const answers = [
    ...(await Promise.all(
      ["/", "/enter", "/page/page.js", "/page/page.css", "/page/icon.svg", "/elsewhere"].map((path) =>
        get(page, path, { headers: {} }),
      ),
    )),
    await get(page, "/api/summary", browser),
    await get(page, "/api/summary", { headers: {} }),
    (await openStream(page, "/api/stream", browser)).response,
    await post(page, "/api/kill", {}, { origin: "http://evil.example" }),
  ];
  for (const { headers } of answers) {
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    for (const [name, value] of Object.entries({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    })) {
      expect(headers.get(name)).toBe(value);
    }
  }
});

test("what would change something is refused before its body is read, unless the page itself sends it", async () => {
  const page = await servePage();
  const { headers } = await signIn(page);
  const origin = page.url.slice(0, -1);
  const kill = (more: object): Promise<Response> =>
    post(page, "/api/kill", { host: "h", shell: "s" }, { ...headers, ...more });
  expect((await kill({})).status).toBe(404);
  for (const wrong of [
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    expect((await kill(wrong)).status, JSON.stringify(wrong)).toBe(403);
  }
  const without = await fetch(`${origin}/api/kill`, {
    method: "POST",
    body: "{}",
    headers: { ...headers, "content-type": "application/json" },
  });
  expect(without.status).toBe(403);
  expect((await fetch(`${origin}/api/kill`, { headers })).status).toBe(404);
});

test("a page gets all hosts at once, and what happens from then on", async () => {
  const page = await servePage();
  const host = madeUpHost({ overview: async () => ({ ...OVERVIEW, shells: [shellView("shell_1")] }) });
  await listenAs(host, page.stateDir);
  const { events } = await openStream(page, "/api/stream", await signIn(page));
  await waitUntil("the host to be told", () => tellsHost(events));
  expect(events[0]).toMatchObject({
    kind: "hosts",
    version: "1.2.3",
    kept: [],
    hosts: [{ shells: [{ id: "shell_1" }] }],
  });
  host.tell({ kind: "shell", shell: shellView("shell_1", { status: "completed", exitCode: 0 }) });
  await waitUntil("the end to be told", () =>
    events.some((event) => event.kind === "shell" && event.shell.exitCode === 0),
  );
  const late = await openStream(
    page,
    "/api/stream",
    await signIn({ ...page, link: `x#${await freshCode(page.stateDir)}` }),
  );
  await waitUntil("the second page to be told", () => late.events.length > 0);
  expect(late.events[0]).toMatchObject({
    kind: "hosts",
    hosts: [{ shells: [{ id: "shell_1", status: "completed" }] }],
  });
});

const freshCode = async (stateDir: string): Promise<string> => {
  const { OneTimeLink } = await import("../../../../src/apps/server/page/one-time-link.ts");
  return new OneTimeLink(stateDir).make();
};

test("a host that ends is told, and one that comes later too", async () => {
  const page = await servePage();
  const { events } = await openStream(page, "/api/stream", await signIn(page));
  const line = await listenAs(madeUpHost(), page.stateDir);
  await waitUntil("the host to be told", () => tellsHost(events));
  await line.close();
  await waitUntil("its end to be told", () => events.some(({ kind }) => kind === "host-gone"));
});

test("a kill reaches the host, and what the host says comes back", async () => {
  const page = await servePage();
  const asked: unknown[] = [];
  await listenAs(
    madeUpHost({
      kill: async (ask) => {
        asked.push(ask);
        return ask.shell === "shell_1"
          ? { is: { shell: ask.shell, alreadyStopped: false, survivors: [] } }
          : { no: { code: "unknown", sentence: "Shell not found: nothing" } };
      },
    }),
    page.stateDir,
  );
  const browser = await signIn(page);
  const { events } = await openStream(page, "/api/stream", browser);
  await waitUntil("the host to be known", () => tellsHost(events));
  const kill = (shell: string): Promise<Response> =>
    post(page, "/api/kill", { host: OVERVIEW.host.id, shell }, browser.headers);
  expect(await (await kill("shell_1")).json()).toEqual({ shell: "shell_1", alreadyStopped: false, survivors: [] });
  const unknown = await kill("nothing");
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { error: { code: "unknown", message: "Shell not found: nothing." } },
  ]);
  expect(asked).toEqual([
    { do: "kill", shell: "shell_1" },
    { do: "kill", shell: "nothing" },
  ]);
});

test("a fifth stream of a browser ends the first, and signing out ends them all", async () => {
  const page = await servePage();
  const browser = await signIn(page);
  const first = await openStream(page, "/api/stream", browser);
  const others: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let at = 0; at < 4; at += 1) others.push(await openStream(page, "/api/stream", browser));
  await first.ended;
  await waitUntil("the others to be told", () => others.every(({ events }) => events.length > 0));
  await post(page, "/api/sign-out", {}, browser.headers);
  await Promise.all(others.map(({ ended }) => ended));
  expect((await get(page, "/api/summary", browser)).status).toBe(401);
});

test("a sign-in outlives the server, and ends when the user says so", async () => {
  const stateDir = tempDir();
  const first = await startPageServer({ stateDir, port: 0, version: "1" });
  const browser = await signIn(first);
  await first.close();
  const second = await servePage(stateDir);
  expect((await get(second, "/api/summary", browser)).status).toBe(200);
  expect(new BrowserSignIns(stateDir).removeAll()).toBe(1);
  expect((await get(second, "/api/summary", browser)).status).toBe(401);
});

test("other paths are refused with a sentence", async () => {
  const page = await servePage();
  const answer = await get(page, "/mcp", { headers: {} });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("serves no MCP")]);
});
