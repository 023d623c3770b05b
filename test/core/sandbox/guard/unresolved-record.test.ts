import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepUnresolved, readUnresolved } from "../../../../src/core/sandbox/guard/unresolved-record.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("what is kept is read again for that workspace, until nothing is left", () => {
  const stateDir = tempDir();
  const stuck = [{ path: "/w/a", why: "it runs" }];
  keepUnresolved(stateDir, "/w", stuck);
  expect([readUnresolved(stateDir, "/w"), readUnresolved(stateDir, "/other")]).toEqual([stuck, []]);
  keepUnresolved(stateDir, "/w", []);
  expect(readUnresolved(stateDir, "/w")).toEqual([]);
});

test.each(["nonsense", "{}", '[{"path":1}]'])("a record that says %s says nothing", (text) => {
  const stateDir = tempDir();
  keepUnresolved(stateDir, "/w", [{ path: "/w/a", why: "it runs" }]);
  const [name = ""] = readdirSync(join(stateDir, "unresolved"));
  writeFileSync(join(stateDir, "unresolved", name), text);
  expect(readUnresolved(stateDir, "/w")).toEqual([]);
});

test("where nothing can be written, nothing is kept", () => {
  keepUnresolved("/proc/nacre-state", "/w", [{ path: "/w/a", why: "it runs" }]);
  expect(readUnresolved("/proc/nacre-state", "/w")).toEqual([]);
});
