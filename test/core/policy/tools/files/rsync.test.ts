import { expect, test } from "vitest";
import { acts, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { rsync } from "../../../../../src/core/policy/tools/files/rsync.ts";
import { FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const sweeps = (path: string): unknown => ({ kind: "reads", path, recursive: true });
const deletes = (path: string): unknown => ({ kind: "deletes", path, recursive: true });

test.each([
  ["rsync -a src/ out/", [sweeps("src/"), writes("out/")]],
  ["rsync -a --delete src/ out/", [sweeps("src/"), deletes("out"), writes("out/")]],
  ["rsync --remove-source-files a out", [sweeps("a"), deletes("a"), writes("out")]],
  ["rsync -a src host:/srv", [sweeps("src"), { kind: "sends", to: "host:/srv", data: FILE }]],
  ["rsync -a host:/srv out", [{ kind: "fetches", from: "host:/srv" }, writes("out")]],
  ["rsync --version", []],
])("%s", (line, effects) => {
  expect(rsync(callOf(line))).toEqual(effects);
});

test("a remote shell other than ssh is a helper", () => {
  expect(rsync(callOf(["rsync", "-e", "ssh -p 22", "a", "b"]))).toEqual([sweeps("a"), writes("b")]);
  expect(rsync(callOf(["rsync", "-e", "sh -c ls", "a", "b"]))).toEqual([
    shell("sh -c ls"),
    acts("run-helper"),
    sweeps("a"),
    writes("b"),
  ]);
});
