import { expect, test } from "vitest";
import { checkOrigin } from "../../../../src/apps/server/door/check-origin.ts";

const LOCAL = { names: ["localhost", "127.0.0.1", "[::1]"], anyAddress: false };
const REMOTE = { names: ["localhost", "box.example"], anyAddress: true };

type Headers = Readonly<Record<string, string>>;

const request = (headers: Headers, url = "/mcp"): Parameters<typeof checkOrigin>[0] => ({
  url,
  headers,
  rawHeaders: Object.entries(headers).flat(),
});

test.each<[Headers]>([
  [{ host: "127.0.0.1:4000" }],
  [{ host: "localhost" }],
  [{ host: "LOCALHOST:80" }],
  [{ host: "[::1]:9" }],
  [{ host: "localhost:9000", origin: "http://localhost:9000" }],
  [{ host: "127.0.0.1:1", origin: "http://127.0.0.1:1", "sec-fetch-site": "same-origin" }],
  [{ host: "127.0.0.1:1", "sec-fetch-site": "none" }],
])("lets its own names in: %j", (headers) => {
  expect(checkOrigin(request(headers), LOCAL)).toBeUndefined();
});

test.each<[Headers, number]>([
  [{}, 400],
  [{ host: "" }, 403],
  [{ host: "evil.example" }, 403],
  [{ host: "evil.example:4000" }, 403],
  [{ host: "127.0.0.1.evil.example" }, 403],
  [{ host: "localhost.evil.example" }, 403],
  [{ host: "localhost:80@evil.example" }, 403],
  [{ host: "evil.example/localhost" }, 403],
  [{ host: "localhost:80:80" }, 403],
  [{ host: "0.0.0.0" }, 403],
  [{ host: "10.0.0.1" }, 403],
  [{ host: "[::ffff:127.0.0.1]" }, 403],
  [{ host: "localhost", origin: "null" }, 403],
  [{ host: "localhost", origin: "" }, 403],
  [{ host: "localhost", origin: "http://evil.example" }, 403],
  [{ host: "localhost:4000", origin: "http://localhost:3000" }, 403],
  [{ host: "localhost:4000", origin: "http://127.0.0.1:4000" }, 403],
  [{ host: "localhost:4000", origin: "https://localhost:4000" }, 403],
  [{ host: "localhost:4000", origin: "http://localhost:4000.evil.example" }, 403],
  [{ host: "localhost", "sec-fetch-site": "cross-site" }, 403],
  [{ host: "localhost", "sec-fetch-site": "same-site" }, 403],
])("turns others away: %j with %i", (headers, status) => {
  expect(checkOrigin(request(headers), LOCAL)?.status).toBe(status);
});

test("a request line with a whole address, or two hosts, or two origins, is refused", () => {
  expect(checkOrigin(request({ host: "localhost" }, "http://evil.example/mcp"), LOCAL)?.status).toBe(400);
  expect(checkOrigin(request({ host: "localhost" }, "*"), LOCAL)?.status).toBe(400);
  const two = { ...request({ host: "localhost" }), rawHeaders: ["Host", "localhost", "HOST", "evil.example"] };
  expect(checkOrigin(two, LOCAL)?.status).toBe(400);
  const origins = {
    ...request({ host: "localhost", origin: "http://localhost" }),
    rawHeaders: ["Host", "localhost", "Origin", "http://localhost", "Origin", "http://evil.example"],
  };
  expect(checkOrigin(origins, LOCAL)?.status).toBe(400);
});

test("bound to more than loopback, any address is answered and still no foreign name", () => {
  for (const host of ["10.1.2.3:80", "[fe80::1]:80", "box.example"])
    expect(checkOrigin(request({ host }), REMOTE)).toBeUndefined();
  for (const host of ["evil.example", "10.1.2.3.evil.example", "999.1.1.1"])
    expect(checkOrigin(request({ host }), REMOTE)?.status).toBe(403);
});
