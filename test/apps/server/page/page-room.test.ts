import { expect, test } from "vitest";
import { createPage } from "../../../../src/apps/server/page/page-room.ts";
import { servedAddress } from "../../../../src/apps/server/page/served-address.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a page says where it is served until it is closed", () => {
  const stateDir = tempDir();
  const hosts = { names: ["localhost"], anyAddress: false };
  const page = createPage({ stateDir, version: "1", hosts, onKnown: () => undefined });
  expect(servedAddress(stateDir)).toBeUndefined();
  expect(page.open("http://127.0.0.1:7/")).toMatch(/^http:\/\/nacre\.localhost:7\/enter#[\w-]{22}$/);
  expect(servedAddress(stateDir)).toBe("http://127.0.0.1:7/");
  page.close();
  expect(servedAddress(stateDir)).toBeUndefined();
});
