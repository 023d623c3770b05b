import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  flatWaitFor,
  LONGEST_WAIT_FOR,
  parseWaitFor,
  type WaitWish,
} from "../../../src/tools/shells/parse-wait-for.ts";
import { freePort } from "../../support/free-port.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const FORMS: readonly (readonly [given: string, wish: WaitWish])[] = [
  ["exit", { kind: "exit" }],
  ["output", { kind: "output" }],
  ["port:3000", { kind: "port", port: 3000, host: undefined }],
  ["port:1", { kind: "port", port: 1, host: undefined }],
  ["port:65535", { kind: "port", port: 65_535, host: undefined }],
  ["port:localhost:3000", { kind: "port", port: 3000, host: "localhost" }],
  ["port:10.0.0.7:80", { kind: "port", port: 80, host: "10.0.0.7" }],
  ["port:[::1]:3000", { kind: "port", port: 3000, host: "::1" }],
  ["/ready/", { kind: "pattern", pattern: "ready" }],
  ["/ready/i", { kind: "pattern", pattern: "(?i)ready" }],
  ["/http://localhost:\\d+/", { kind: "pattern", pattern: "http://localhost:\\d+" }],
  ["/a/i/", { kind: "pattern", pattern: "a/i" }],
  ["///", { kind: "pattern", pattern: "/" }],
  ["/exit/", { kind: "pattern", pattern: "exit" }],
];

test.each(FORMS)("%j is read", (given, wish) => {
  expect(parseWaitFor(given)).toEqual(wish);
});

test.each([
  ["ready", "/ready/"],
  ["Server started", "/Server started/"],
  ["listening on (", "/listening on \\(/"],
  ["error:42", "/error:42/"],
  ["/ready", "/ready/"],
  ["/ready/g", "/ready/"],
  ["/ready/gi", "/ready/i"],
  ["/api/health", "//api/health/"],
  ["pattern:ready", "/ready/"],
  ["regex = ^ok$", "/^ok$/"],
  ["regex:/ok/i", "/ok/i"],
  ["3000", "port:3000"],
  [":3000", "port:3000"],
  ["port 3000", "port:3000"],
  ["port=3000", "port:3000"],
  ["port: 3000", "port:3000"],
  ["PORT:3000", "port:3000"],
  ["tcp:3000", "port:3000"],
  ["localhost:3000", "port:localhost:3000"],
  ["127.0.0.1:3000", "port:127.0.0.1:3000"],
  ["::1:3000", "port:[::1]:3000"],
  ["[::1]:3000", "port:[::1]:3000"],
  ["port:::1:3000", "port:[::1]:3000"],
  ["port localhost:3000", "port:localhost:3000"],
  ["http://localhost:3000/health", "port:localhost:3000"],
  ["port:http://localhost:3000", "port:localhost:3000"],
  ["tcp://127.0.0.1:80", "port:127.0.0.1:80"],
  ["exited", "exit"],
  ["Exit", "exit"],
  [" exit ", "exit"],
  ["done", "exit"],
  ["completed", "exit"],
  ["stdout", "output"],
  ["new output", "output"],
  ["OUTPUT", "output"],
])("%j is refused, and %j was probably meant", (given, meant) => {
  expect(parseWaitFor(given)).toEqual({ kind: "unknown", meant });
  // What is proposed is itself one of the forms.
  expect(parseWaitFor(meant).kind).not.toBe("unknown");
});

test.each([
  "port:0",
  "port:65536",
  "70000",
  "localhost:99999",
  "port:localhost",
  "{}",
  '{"regex":"a"}',
  " ",
  "/",
  "//",
])("%j is refused without a guess that would be wrong", (given) => {
  expect(parseWaitFor(given)).toEqual({ kind: "unknown", meant: undefined });
});

test("whatever is proposed is one of the forms, and not longer than is taken", () => {
  const piece = fc.constantFrom(
    "port",
    "tcp://",
    ":",
    "/",
    "//",
    "[",
    "]",
    "::1",
    "127.0.0.1",
    "3000",
    "http",
    "exit",
    "(",
    " ",
    "\n",
    "i",
    "=",
    "{",
  );
  const given = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary" }),
  );
  const check = (text: string): void => {
    const wish = parseWaitFor(text);
    if (wish.kind !== "unknown" || wish.meant === undefined) return;
    expect(parseWaitFor(wish.meant).kind).not.toBe("unknown");
    expect(wish.meant.length).toBeLessThanOrEqual(LONGEST_WAIT_FOR);
  };
  for (const text of ["a".repeat(1003), "(".repeat(1003), "/".repeat(1003), "a/".repeat(500)]) check(text);
  fc.assert(fc.property(given, check), { numRuns: 500 });
});

test.each([
  [{ pattern: "ready" }, "/ready/"],
  [{ pattern: "a/b" }, "/a/b/"],
  [{ port: 3000 }, "port:3000"],
  [{ port: 3000, host: "localhost" }, "port:localhost:3000"],
  [{ port: 3000, host: "::1" }, "port:[::1]:3000"],
  [{ port: 3000, host: null }, "port:3000"],
  ['{"pattern":"ready"}', "/ready/"],
  [' {"port": 3000, "host": "::1"} ', "port:[::1]:3000"],
  ['"exit"', "exit"],
  ["exit", "exit"],
  [3000, "3000"],
])("the older form %j means %j", (given, flat) => {
  expect(flatWaitFor(given)).toBe(flat);
});

test.each([
  {},
  { pattern: "a", port: 1 },
  { port: 0 },
  { port: 80, host: "" },
  { port: "80" },
  [],
  null,
  true,
  "{",
  '{"a":1}',
])("%j is left for the schema or the reader to refuse", (given) => {
  expect(flatWaitFor(given)).toBe(given);
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

test.skipIf(!hasIpv6)("every way to write it waits for what it says", async () => {
  const { start, call, workingDir } = openToolkit();
  const port = await freePort();
  const source = `require("node:net").createServer().listen(${port}, "::1");`;
  writeFileSync(join(workingDir, "serve.cjs"), source);
  const bash_id = await start("echo READY; sleep 0.3; exec node serve.cjs");
  const ways = [
    "/READY/",
    "/ready/i",
    { pattern: "READY" },
    '{"pattern":"READY"}',
    "output",
    '"output"',
    `port:${port}`,
    `port:[::1]:${port}`,
    { port, host: "::1" },
    JSON.stringify({ port }),
  ];
  for (const wait_for of ways) {
    const { metadata, error } = await call("BashOutput", { bash_id, since: 0, wait_for });
    expect({ wait_for, wait: metadata["wait"], error }).toEqual({ wait_for, wait: "met", error: undefined });
  }
  expect((await call("BashOutput", { bash_id, since: "0", wait_for: "/ready/", wait_ms: 0 })).metadata["wait"]).toBe(
    "timed-out",
  );
});

test.skipIf(!hasIpv6)("a port on [::1] that another process answers is reached by that address", async () => {
  const { start, call } = openToolkit();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const bash_id = await start("sleep 300");
  const wait = async (wait_for: string): Promise<unknown> =>
    (await call("BashOutput", { bash_id, wait_for, wait_ms: 500 })).metadata["wait"];
  expect(await wait(`port:[::1]:${port}`)).toBe("met-elsewhere");
  expect(await wait(`port:127.0.0.1:${port}`)).toBe("timed-out");
});

test("a form that does not exist is refused with the one that was probably meant, and nothing is read", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo unread; sleep 300");
  const refused = await call("BashOutput", { bash_id, wait_for: "ready" });
  expect(refused).toMatchObject({ success: false, metadata: { error_kind: "invalid-input" } });
  expect(refused.error).toBe(
    'wait_for is "ready"; it must be exit, output, port:3000 or port:HOST:3000 (1 to 65535), /regex/ or /regex/i; did you mean "/ready/"?',
  );
  expect((await call("BashOutput", { bash_id, wait_for: 3000 })).error).toContain('did you mean "port:3000"?');
  expect((await call("BashOutput", { bash_id, wait_for: "output" })).output).toContain("unread");
});
