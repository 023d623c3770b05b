import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientTokenFile, loadClientToken, removeClientToken } from "../../../../src/apps/server/door/client-tokens.ts";
import { Tokens } from "../../../../src/apps/server/door/tokens.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function open(): { readonly path: string; readonly tokens: Tokens; readonly said: string[] } {
  const path = join(tempDir(), "token");
  const said: string[] = [];
  return { path, tokens: new Tokens(path, (sentence) => said.push(sentence)), said };
}

test("the main token is made at the start, and belongs to no client", () => {
  const { path, tokens } = open();
  const main = readFileSync(path, "utf8").trim();
  expect([tokens.main(), tokens.ownerOf(main)]).toEqual([main, { client: undefined }]);
  for (const other of ["", main.slice(1), `${main}x`]) expect(tokens.ownerOf(other)).toBeUndefined();
});

test("a client's token is known as soon as it is made, and as long as it is there", () => {
  const { path, tokens, said } = open();
  const [one, two] = [loadClientToken(path, "one"), loadClientToken(path, "two")];
  expect([tokens.ownerOf(one), tokens.ownerOf(two)]).toEqual([{ client: "one" }, { client: "two" }]);
  removeClientToken(path, "one");
  expect([tokens.ownerOf(one), tokens.ownerOf(two)]).toEqual([undefined, { client: "two" }]);
  const again = loadClientToken(path, "one");
  expect([tokens.ownerOf(one), tokens.ownerOf(again)]).toEqual([undefined, { client: "one" }]);
  expect(said).toEqual([]);
});

test("an unusable file of one client takes nothing from the others", () => {
  const { path, tokens, said } = open();
  const [one, two] = [loadClientToken(path, "one"), loadClientToken(path, "two")];
  chmodSync(clientTokenFile(path, "one"), 0o644);
  expect([tokens.ownerOf(one), tokens.ownerOf(two)]).toEqual([undefined, { client: "two" }]);
  expect(said).toEqual([expect.stringContaining("chmod 600")]);
});

test("without the main token's file the clients with one of their own go on", () => {
  const { path, tokens, said } = open();
  const main = tokens.main() ?? "";
  const one = loadClientToken(path, "one");
  rmSync(path);
  expect([tokens.main(), tokens.ownerOf(main), tokens.ownerOf(one)]).toEqual([undefined, undefined, { client: "one" }]);
  writeFileSync(path, "n".repeat(43), { mode: 0o600 });
  expect([tokens.ownerOf(main), tokens.ownerOf("n".repeat(43))]).toEqual([undefined, { client: undefined }]);
  expect(said).toHaveLength(1);
});
