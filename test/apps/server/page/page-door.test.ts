import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { BrowserSignIns } from "../../../../src/apps/server/page/browser-sign-ins.ts";
import { COOKIE, PageDoor } from "../../../../src/apps/server/page/page-door.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function request(headers: Readonly<Record<string, string>>, method = "GET"): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  const all = { host: "nacre.localhost", ...headers };
  Object.assign(message, { url: "/api/summary", method });
  Object.assign(message.headers, all);
  message.rawHeaders.push(...Object.entries(all).flat());
  return message;
}

function open() {
  const signIns = new BrowserSignIns(tempDir());
  const signIn = signIns.add();
  const known: Socket[] = [];
  const door = new PageDoor(signIns, { names: ["nacre.localhost"], anyAddress: false }, (socket) => known.push(socket));
  const headers = { cookie: `a=b; ${COOKIE}=other; ${COOKIE}=${signIn.cookie}`, "x-nacre-key": signIn.key };
  return { door, signIn, headers, known };
}

test("a browser with cookie and key comes in, and its connection counts as known", () => {
  const { door, signIn, headers, known } = open();
  expect([door.enter(request(headers)), known.length]).toEqual([signIn, 1]);
  expect(door.enter(request({ ...headers, host: "evil.example" }))).toMatchObject({ status: 403 });
  expect(door.enter(request({ ...headers, "sec-fetch-site": "same-site" }))).toMatchObject({ status: 403 });
  expect([door.hasCookie(request(headers)), door.hasCookie(request({}))]).toEqual([true, false]);
});

test("a change is the page's own: JSON, from its origin", () => {
  const { door, headers } = open();
  const own = { ...headers, "content-type": "application/json", origin: "http://nacre.localhost" };
  expect(door.enterToChange(request(own, "POST"))).toMatchObject({ key: headers["x-nacre-key"] });
  expect(door.enterToChange(request(own, "GET"))).toMatchObject({ status: 403 });
  expect(door.enterToChange(request({ ...own, origin: "null" }, "POST"))).toMatchObject({ status: 403 });
  expect(door.refuseEntering(request({ ...own, "content-type": "text/plain" }, "POST"))).toMatchObject({ status: 403 });
  expect(door.refuseEntering(request(own, "POST"))).toBeUndefined();
});

test("strangers who come too often are told so, and a browser that is signed in still comes in", () => {
  const { door, headers } = open();
  const seen = Array.from({ length: 200 }, () => door.refuseFile(request({}))?.status);
  expect([seen[0], seen.at(-1)]).toEqual([undefined, 429]);
  expect(door.enter(request({}))).toMatchObject({ status: 429 });
  expect("status" in door.enter(request(headers))).toBe(false);
});
