import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Door } from "../../../../src/apps/server/door/door.ts";
import type { Tokens } from "../../../../src/apps/server/door/tokens.ts";

const HOSTS = { names: ["localhost"], anyAddress: false };
const TOKEN = "the-token";

/** A main token, and one of the client "mine". */
const tokens = (main?: string): Pick<Tokens, "ownerOf"> => ({
  ownerOf: (given) => {
    if (given === main) return { client: undefined };
    return given === "of-mine" ? { client: "mine" } : undefined;
  },
});

function request(headers: Readonly<Record<string, string>>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  const all = { host: "localhost", ...headers };
  message.url = "/mcp";
  Object.assign(message.headers, all);
  message.rawHeaders.push(...Object.entries(all).flat());
  return message;
}

test("who shows the token comes in, whatever is asked for", () => {
  const door = new Door(tokens(TOKEN), HOSTS);
  expect(door.enter(request({ authorization: `bearer ${TOKEN}` }))).toEqual({ client: undefined });
});

test.each([{}, { authorization: "Bearer the-toke" }, { authorization: TOKEN }, { cookie: `nacre=${TOKEN}` }])(
  "%j shows no token",
  (headers) => {
    const door = new Door(tokens(TOKEN), HOSTS);
    expect(door.enter(request(headers))).toMatchObject({ status: 401 });
  },
);

test("a foreign name is refused before the token is looked at", () => {
  const foreign = request({ host: "evil.example", authorization: `Bearer ${TOKEN}` });
  const door = new Door(tokens(TOKEN), HOSTS);
  expect(door.enter(foreign)).toMatchObject({ status: 403 });
});

test("strangers who come too often are told so, and those who are known still come in", () => {
  const door = new Door(tokens(TOKEN), HOSTS);
  const seen = Array.from({ length: 1000 }, () => door.enter(request({})));
  expect([seen[0], seen.at(-1)]).toMatchObject([{ status: 401 }, { status: 429 }]);
  expect(door.enter(request({ authorization: `Bearer ${TOKEN}` }))).toEqual({ client: undefined });
});

test.each([
  [TOKEN, undefined, { client: undefined }],
  [TOKEN, "mine", { client: "mine" }],
  ["of-mine", undefined, { client: "mine" }],
  ["of-mine", "mine", { client: "mine" }],
  ["of-mine", "yours", { status: 403, message: "This token belongs to a client of another name." }],
])("the token %s at the name %s", (token, named, expected) => {
  expect(new Door(tokens(TOKEN), HOSTS).enter(request({ authorization: `Bearer ${token}` }), named)).toEqual(expected);
});

test("while there is no main token, none is right", () => {
  const door = new Door(tokens(undefined), HOSTS);
  for (const authorization of [`Bearer ${TOKEN}`, "Bearer undefined"])
    expect(door.enter(request({ authorization }))).toMatchObject({ status: 401 });
});
