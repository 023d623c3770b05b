import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { changedUlimits, inLongBlocks, isBearable, ulimitsIn } from "../../../../src/core/shell/bash/ulimits.ts";

const said = (set: string): readonly [soft: string, hard: string] => {
  const { stdout } = spawnSync("bash", ["-c", `${set}; ulimit -Sa; printf '\\0'; ulimit -Ha`], { encoding: "utf8" });
  const [soft = "", hard = ""] = stdout.split("\0");
  return [soft, hard];
};

test("what bash prints of its limits is read with letter and value; only what differs counts", () => {
  const atStart = ulimitsIn(...said(":"));
  expect(atStart.get("Sp")).toMatch(/^\d+$/);
  expect(changedUlimits(atStart, atStart).size).toBe(0);
  const now = ulimitsIn(...said("ulimit -S -n 64; ulimit -S -t 300; ulimit -f 1000"));
  expect([...changedUlimits(now, atStart)].toSorted()).toEqual([
    ["Hf", "1000"],
    ["Sf", "1000"],
    ["Sn", "64"],
    ["St", "300"],
  ]);
});

test("what bash says in posix mode comes to the same", () => {
  const plain = ulimitsIn(...said("ulimit -f 1000; ulimit -S -c 0"));
  const posix = ulimitsIn(...said("ulimit -f 1000; ulimit -S -c 0; set -o posix"));
  expect(posix.get("Sf")).toBe("2000");
  expect(inLongBlocks(posix)).toEqual(plain);
});

test("a limit that leaves bash no descriptors is not to be borne", () => {
  expect([isBearable("Sn", "9"), isBearable("Sn", "64"), isBearable("Sn", "unlimited"), isBearable("Su", "1")]).toEqual(
    [false, true, true, true],
  );
});
