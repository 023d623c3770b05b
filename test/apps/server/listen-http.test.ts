import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import {
  answeredHosts,
  bracketed,
  HTTP_LIMITS,
  isLoopback,
  listen,
  mostStrangers,
} from "../../../src/apps/server/listen-http.ts";

test("addresses of this machine alone are known", () => {
  expect(["127.0.0.1", "127.1.2.3", "localhost", "::1"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"].some(isLoopback)).toBe(false);
  expect([bracketed("::1"), bracketed("127.0.0.1")]).toEqual(["[::1]", "127.0.0.1"]);
});

test("a server answers to the names of this machine, its own, and those it is told", () => {
  const { names, anyAddress } = answeredHosts("0.0.0.0", ["Box.example"]);
  expect(names).toEqual(expect.arrayContaining(["localhost", "nacre.localhost", "0.0.0.0", "box.example"]));
  expect([anyAddress, answeredHosts("127.0.0.1").anyAddress]).toEqual([true, false]);
});

test("strangers have a share of the connections", () => {
  expect(mostStrangers({ ...HTTP_LIMITS, connections: 30 })).toBe(8);
});

test("a port that is taken is said to be", async () => {
  const [first, second] = [createServer(), createServer()];
  onTestFinished(() => void first.close());
  const port = await listen(first, "127.0.0.1", 0);
  await expect(listen(second, "127.0.0.1", port)).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`);
});
