import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";

const ROUNDS = process.env["TRY"] === "whole" ? 60 : 6;

type Round = Readonly<Record<"began" | "kept" | "later" | "before" | "after" | "end", string>> & {
  readonly left: readonly number[];
};

/** Root makes mount namespaces; others do in a user namespace of their own, where that is allowed. */
const UNSHARE = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
const canMount = spawnSync("unshare", [...UNSHARE, "mount", "-t", "tmpfs", "t", "/mnt"]).status === 0;

const SCRIPT =
  'for i in 1 2; do mount -t tmpfs -o size=3m nacre "$1/$i" || exit; done; exec "$2" test/try/full-disk-child.mjs "$1" "$3"';

test.runIf(canMount)(
  `on a full disk a try and ${ROUNDS} keeps leave the workspace as it was, or keep all`,
  { timeout: 600_000 },
  () => {
    const disks = tempDir("nacre-disks-");
    for (const name of ["1", "2"]) mkdirSync(join(disks, name));
    const words = [...UNSHARE, "bash", "-c", SCRIPT, "disks", disks, process.execPath, String(ROUNDS)];
    const [first = "", ...rounds] = execFileSync("unshare", words, { encoding: "utf8" }).trim().split("\n");
    const filled = JSON.parse(first);
    expect(filled).toMatchObject({ kept: expect.stringContaining("DISK_FULL"), after: filled.before, isGone: true });
    expect(rounds).toHaveLength(ROUNDS);
    const ends = new Set<string>();
    for (const line of rounds) {
      const round: Round = JSON.parse(line);
      const { began, kept, later, before, after, end } = round;
      const isDone = kept === "done";
      ends.add(kept.split(":")[0] ?? "");
      expect({ round, isAsBefore: after === before }).toEqual({ round, isAsBefore: !isDone });
      // With room again, the same keep is whole.
      if (!isDone) expect({ kept, later, isKept: end !== before }).toEqual({ kept, later: "done", isKept: true });
      expect(began).toMatch(/^(?:done|DISK_FULL: )/);
      expect(round.left).toEqual([0, 1]);
      for (const made of ["new1", "new12", "g"]) expect(end).toContain(` ./${made} `);
      expect(end).not.toContain("./lib");
    }
    expect([...ends].toSorted()).toEqual(["DISK_FULL", "done"]);
  },
);
