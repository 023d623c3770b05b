import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PinnedSeals } from "../../../../../src/core/sandbox/bubblewrap/crowd/pinned-seals.ts";
import type { Seal } from "../../../../../src/core/sandbox/view/seal.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

/** A repository, and the seals of it. */
function repository(name: string): { readonly path: string; readonly seals: readonly Seal[] } {
  const path = join(tempDir(), name);
  mkdirSync(path);
  writeFileSync(join(path, "config"), "");
  const sealOf = (at: string, as: Seal["as"]): Seal => ({ path: at, as, inode: lstatSync(at).ino });
  return { path, seals: [sealOf(path, "fixed"), sealOf(join(path, "config"), "read-only")] };
}

test("while no command runs all can be laid; else what is sealed in every shell", () => {
  const [known, fresh] = [repository("known"), repository("new")];
  const pinned = new PinnedSeals();
  expect(pinned.among(known.seals, true)).toEqual(known.seals);
  expect(pinned.among(known.seals, false)).toEqual([]);
  pinned.add(known.seals, [], true);
  expect(pinned.among([...known.seals, ...fresh.seals], false)).toEqual(known.seals);
});

test("what one shell alone has is not pinned, and what one shell lacks is not any more", () => {
  const { path, seals } = repository("known");
  const pinned = new PinnedSeals();
  pinned.add(seals, [], false);
  expect(pinned.among(seals, false)).toEqual([]);
  pinned.add(seals, [], true);
  pinned.add(seals, [join(path, "config")], false);
  expect(pinned.among(seals, false)).toEqual(seals.slice(0, 1));
});

test("what was lifted can be moved again, and what lies in it would be covered", () => {
  const { path, seals } = repository("made");
  const pinned = new PinnedSeals();
  pinned.add(seals, [], true);
  pinned.lift([path]);
  expect(pinned.among(seals, false)).toEqual([]);
});

test("what the user removed, replaced or has sealed otherwise is not laid by its old seal", () => {
  const { path, seals } = repository("replaced");
  const pinned = new PinnedSeals();
  pinned.add(seals, [], true);
  rmSync(join(path, "config"));
  expect(pinned.among(seals, false)).toEqual(seals.slice(0, 1));
  expect(pinned.among(seals, true)).toEqual(seals.slice(0, 1));
  expect(pinned.among([{ path, as: "hidden", inode: seals[0]?.inode ?? 0 }], false)).toEqual([]);
});
