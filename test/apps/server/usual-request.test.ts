import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { isUsualRequest } from "../../../src/apps/server/usual-request.ts";

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test.each([
  ping,
  { ...ping, id: "one" },
  { ...ping, params: { name: "Bash", arguments: { command: "ls" } } },
  { ...ping, params: { _meta: { progressToken: 7 } } },
])("%j is a usual request, to the SDK too", (value) => {
  expect(isUsualRequest(value)).toBe(true);
  expect(parseJSONRPCMessage(value)).toEqual(value);
});

test.each([
  null,
  [],
  [ping],
  { ...ping, jsonrpc: "1.0" },
  { ...ping, id: null },
  { ...ping, id: 1.5 },
  { ...ping, method: undefined },
  { ...ping, more: 1 },
  { ...ping, params: [] },
  { ...ping, params: { _meta: null } },
  { ...ping, params: { _meta: { progressToken: {} } } },
  { ...ping, params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 1, result: {} },
])("%j is not told by its fields alone", (value) => expect(isUsualRequest(value)).toBe(false));
