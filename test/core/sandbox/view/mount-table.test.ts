import { expect, test } from "vitest";
import { mountsIn } from "../../../../src/core/sandbox/view/mount-table.ts";

/** A table as the kernel writes it: the number of each mount, of the one it lies on, and its path. */
const table = (...mounts: readonly (readonly [number, number, string])[]): string =>
  mounts.map(([id, on, path]) => `${id} ${on} 254:0 /root ${path} rw,nosuid - ext4 /dev/vda rw\n`).join("");

test("mount points are told by their paths, however these are written", () => {
  const mounts = mountsIn(table([1, 0, "/"], [2, 1, "/a\\040b\\012c\\134d"], [3, 1, "/ü"]));
  expect([...mounts.keys()]).toEqual(["/", "/a b\nc\\d", "/ü"]);
});

test("a mount that another one covers is none, nor what lies on it", () => {
  const mounts = mountsIn(
    table([1, 0, "/"], [2, 1, "/w"], [3, 2, "/w/.vscode"], [4, 3, "/w/.vscode/x"], [5, 2, "/w"], [6, 5, "/w/.git"]),
  );
  expect([...mounts.keys()]).toEqual(["/", "/w", "/w/.git"]);
});

test("a root may lie on itself", () => {
  expect([...mountsIn(table([1, 1, "/"], [2, 1, "/w"])).keys()]).toEqual(["/", "/w"]);
});

test("one on a directory above covers as well, one beside does not", () => {
  const mounts = mountsIn(table([1, 0, "/"], [2, 1, "/a/b/c"], [3, 1, "/a/b"], [4, 1, "/a/bb"], [5, 3, "/a/b/d"]));
  expect([...mounts.keys()]).toEqual(["/", "/a/b", "/a/bb", "/a/b/d"]);
});

test("a mount on the very same place takes its path over", () => {
  const mounts = mountsIn(table([1, 0, "/"], [2, 1, "/w"], [3, 2, "/w"], [4, 3, "/w/.git"], [5, 4, "/w/.git"]));
  expect([...mounts]).toEqual([
    ["/", "1"],
    ["/w", "3"],
    ["/w/.git", "5"],
  ]);
});
