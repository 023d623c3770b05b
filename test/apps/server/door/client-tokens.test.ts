import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientNameFor } from "../../../../src/apps/cli/client-name.ts";
import {
  CLIENT_NAMES,
  clientsWithToken,
  clientTokenFile,
  isClientName,
  loadClientToken,
  removeClientToken,
} from "../../../../src/apps/server/door/client-tokens.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test.each(["a", "my-app-0a1b2c", "0", "a_b", "x".repeat(40), clientNameFor("/any/Where (2)")])(
  "%s is a name",
  (name) => {
    expect(isClientName(name)).toBe(true);
  },
);

test.each(["", "-a", "_a", "A", "a b", "a/b", "..", ".", "a.b", "a%20", "ä", "a\n", "x".repeat(41)])(
  "%j is no name, and no file is made for it",
  (name) => {
    const tokenFile = join(tempDir(), "token");
    expect(isClientName(name)).toBe(false);
    expect(() => loadClientToken(tokenFile, name)).toThrow(CLIENT_NAMES);
    expect(existsSync(`${tokenFile}.d`)).toBe(false);
  },
);

test("a client's token is made once, for its owner only, and is another than every other one", () => {
  const tokenFile = join(tempDir(), "token");
  const one = loadClientToken(tokenFile, "one");
  expect(loadClientToken(tokenFile, "one")).toBe(one);
  expect(loadClientToken(tokenFile, "two")).not.toBe(one);
  expect(statSync(clientTokenFile(tokenFile, "one")).mode & 0o777).toBe(0o600);
  expect(statSync(`${tokenFile}.d`).mode & 0o777).toBe(0o700);
});

test("clients are listed by name, and files that are none are not", () => {
  const tokenFile = join(tempDir(), "token");
  expect(clientsWithToken(tokenFile)).toEqual([]);
  for (const name of ["two", "one"]) loadClientToken(tokenFile, name);
  writeFileSync(`${tokenFile}.d/one~`, "");
  expect(clientsWithToken(tokenFile)).toEqual(["one", "two"]);
});

test("a removed token is gone, and one that is not there is said so", () => {
  const tokenFile = join(tempDir(), "token");
  expect(() => removeClientToken(tokenFile, "one")).toThrow("no client has one");
  for (const name of ["one", "two"]) loadClientToken(tokenFile, name);
  removeClientToken(tokenFile, "one");
  expect(clientsWithToken(tokenFile)).toEqual(["two"]);
  expect(() => removeClientToken(tokenFile, "../token")).toThrow("those with one are two");
});
