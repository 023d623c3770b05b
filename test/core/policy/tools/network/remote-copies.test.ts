import { expect, test } from "vitest";
import { acts, reads, shell, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { ftp, rcloneCopies, scp, sftp } from "../../../../../src/core/policy/tools/network/remote-copies.ts";
import { ANY, DOWNLOAD, FILE } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const sweeps = (path: string): unknown => ({ kind: "reads", path, recursive: true });
const sends = (to: string, data: string): unknown => ({ kind: "sends", to, data });

test.each([
  ["scp -P 22 a host:b", [sweeps("a"), sends("host:b", FILE)]],
  ["scp host:b a", [{ kind: "fetches", from: "host:b" }, writes("a", DOWNLOAD)]],
  ["scp ./a:b c", [reads("./a:b"), writes("c", FILE)]],
  ["scp -F x host:b a", [acts("run-helper", "x"), { kind: "fetches", from: "host:b" }, writes("a", DOWNLOAD)]],
])("%s", (line, effects) => {
  expect(scp(callOf(line))).toEqual(effects);
});

test("ftp sends files only where a command says so", () => {
  expect(ftp(callOf("ftp a.example", "get x"))).toEqual([sends("a.example", "")]);
  expect(ftp(callOf("ftp a.example", "cd y\nput x"))).toEqual([sends("a.example", FILE)]);
  expect(ftp(callOf(["lftp", "-e", "mirror -R src", "a.example"]))).toEqual([sends("a.example", FILE)]);
});

test("a bang of ftp runs a command here", () => {
  expect(ftp(callOf("ftp", "!ls -l"))).toEqual([shell("ls -l"), sends(ANY, "")]);
  expect(ftp(callOf(["lftp", "-e", "!ls", "a.example"]))).toContainEqual(shell("ls"));
});

test("sftp copies like scp and has commands like ftp", () => {
  const effects = sftp(callOf("sftp host:b a", "!ls"));
  expect(effects).toContainEqual({ kind: "fetches", from: "host:b" });
  expect(effects).toContainEqual(shell("ls"));
});

test("rclone reads what leaves and writes what comes", () => {
  expect(rcloneCopies(callOf("rclone copy src remote:b"))).toEqual([sweeps("src"), acts("leak")]);
  expect(rcloneCopies(callOf("rclone copy remote:b out"))).toEqual([acts("network"), writes("out")]);
});
