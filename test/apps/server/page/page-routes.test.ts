import { expect, test } from "vitest";
import { get, post, servePage, signIn } from "../../../support/page-ground.ts";

test("a code that is missing, too long, or no JSON signs nobody in", async () => {
  const page = await servePage();
  for (const body of [{}, { code: 7 }, { code: "x".repeat(100_000) }, "text", null]) {
    expect((await post(page, "/api/enter", body)).status).toBe(401);
  }
  expect((await signIn(page)).headers["cookie"]).toMatch(/^__Host-nacre=[\w-]{43}$/);
});

test("the cookie is for this server's own pages, out of reach of scripts", async () => {
  const page = await servePage();
  const response = await post(page, "/api/enter", { code: page.link.split("#")[1] });
  expect(response.headers.get("set-cookie")).toMatch(
    /^__Host-nacre=[\w-]{43}; Secure; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
  );
});

test("a body that is no JSON, or another method, is refused with a sentence", async () => {
  const page = await servePage();
  const browser = await signIn(page);
  const origin = page.url.slice(0, -1);
  const headers = { ...browser.headers, origin, "content-type": "application/json" };
  expect((await fetch(`${origin}/api/kill`, { method: "POST", body: "{", headers })).status).toBe(400);
  expect((await fetch(`${origin}/api/kill`, { method: "DELETE", headers })).status).toBe(405);
  expect((await fetch(origin, { method: "PUT", headers })).status).toBe(405);
  const head = await fetch(`${origin}/page/page.js`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await get(page, "/page/elsewhere", browser)).status).toBe(404);
});
