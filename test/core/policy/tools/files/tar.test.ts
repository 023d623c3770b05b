import { expect, test } from "vitest";
import { acts, prints, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { tar } from "../../../../../src/core/policy/tools/files/tar.ts";
import { DECODED, FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const sweeps = (path: string): unknown => ({ kind: "reads", path, recursive: true });

test.each([
  ["tar czf a.tgz src", [writes("a.tgz"), sweeps("src"), prints("")]],
  ["tar -cfz a.tgz src", [writes("a.tgz"), sweeps("src"), prints("")]],
  ["tar -C lib -c src", [sweeps("lib/src"), prints(FILE)]],
  ["tar -cf host:a.tar src", [{ kind: "sends", to: "host:a.tar", data: FILE }, sweeps("src"), prints("")]],
  ["tar -tf a.tgz", []],
])("%s packs", (line, effects) => {
  expect(tar(callOf(line))).toEqual(effects);
});

test("what is packed may be gone afterwards", () => {
  expect(tar(callOf("tar --remove-files -cf a.tar src"))).toContainEqual({
    kind: "deletes",
    path: "src",
    recursive: true,
  });
});

test.each([
  ["tar xf a.tgz", [writes("./", FILE)]],
  ["tar xf a.tgz -C /etc", [writes("/etc/", FILE)]],
  ["tar xPf a.tgz", [acts("write-unknown"), writes("./", FILE)]],
  ["tar xOf a.tgz", [prints(DECODED)]],
])("%s unpacks", (line, effects) => {
  expect(tar(callOf(line))).toEqual(effects);
});

test("tar runs its helpers, and a compressor is none", () => {
  expect(tar(callOf("tar xf a.tar --checkpoint-action=exec=./x"))).toEqual([
    shell("./x"),
    acts("run-helper", "./x"),
    writes("./", FILE),
  ]);
  expect(tar(callOf("tar -I zstd -xf a.tar"))).toEqual([writes("./", FILE)]);
});
