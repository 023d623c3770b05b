import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { announceAddress, linkTo, servedAddress } from "../../../../src/apps/server/page/served-address.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the address is known while its server lives", () => {
  const stateDir = tempDir();
  expect(servedAddress(stateDir)).toBeUndefined();
  const takeBack = announceAddress(stateDir, "http://127.0.0.1:4117/");
  expect(servedAddress(stateDir)).toBe("http://127.0.0.1:4117/");
  takeBack();
  expect(servedAddress(stateDir)).toBeUndefined();
});

test("an address that a killed server left, or another has taken over, is not used or removed", () => {
  const stateDir = tempDir();
  const takeBack = announceAddress(stateDir, "http://127.0.0.1:1/");
  const path = join(stateDir, "page", "serving.json");
  writeFileSync(path, JSON.stringify({ url: "http://127.0.0.1:2/", pid: 4_194_000, startTime: "1" }), { mode: 0o600 });
  expect(servedAddress(stateDir)).toBeUndefined();
  takeBack();
  writeFileSync(path, "{}", { mode: 0o600 });
  expect(servedAddress(stateDir)).toBeUndefined();
});

test("a link leads to a name whose cookies no other server of this machine gets, with the code in the fragment", () => {
  expect(linkTo("http://127.0.0.1:4117/", "CODE")).toBe("http://nacre.localhost:4117/enter#CODE");
  expect(linkTo("http://127.0.0.1/", "CODE")).toBe("http://nacre.localhost/enter#CODE");
});
