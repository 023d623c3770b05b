import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Door } from "../../../src/apps/server/door.ts";

const HOSTS = { names: ["localhost"], anyAddress: false };
const TOKEN = "the-token";

function request(headers: Readonly<Record<string, string>>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  const all = { host: "localhost", ...headers };
  message.url = "/mcp";
  Object.assign(message.headers, all);
  message.rawHeaders.push(...Object.entries(all).flat());
  return message;
}

test("who shows the token comes in, whatever is asked for", () => {
  const door = new Door(TOKEN, HOSTS);
  for (const credentials of ["token", "token-or-cookie"] as const)
    expect(door.refuse(request({ authorization: `bearer ${TOKEN}` }), credentials)).toBeUndefined();
});

test.each([{}, { authorization: "Bearer the-toke" }, { authorization: TOKEN }, { cookie: `nacre=${TOKEN}` }])(
  "%j shows no token",
  (headers) => {
    expect(new Door(TOKEN, HOSTS).refuse(request(headers), "token-or-cookie")?.status).toBe(401);
  },
);

test("a foreign name is refused before the token is looked at", () => {
  const foreign = request({ host: "evil.example", authorization: `Bearer ${TOKEN}` });
  expect(new Door(TOKEN, HOSTS).refuse(foreign, "token")?.status).toBe(403);
});

test("the token is changed into a cookie that only a page takes, and only this server", () => {
  const door = new Door(TOKEN, HOSTS);
  const cookie = door.cookieFor(TOKEN)?.split(";")[0] ?? "";
  expect([door.cookieFor("other"), cookie.includes(TOKEN)]).toEqual([undefined, false]);
  const asBrowser = request({ cookie: `a=b; ${cookie}` });
  expect(door.refuse(asBrowser, "token-or-cookie")).toBeUndefined();
  expect(door.refuse(asBrowser, "token")?.status).toBe(401);
  expect(new Door("another", HOSTS).refuse(asBrowser, "token-or-cookie")?.status).toBe(401);
});

test("strangers who come too often are told so, and those who are known still come in", () => {
  const door = new Door(TOKEN, HOSTS);
  const seen = Array.from({ length: 1000 }, () => door.refuseForm(request({}))?.status);
  expect([seen[0], seen.includes(429)]).toEqual([undefined, true]);
  expect(door.refuse(request({ authorization: `Bearer ${TOKEN}` }), "token")).toBeUndefined();
});
