import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusedRenames } from "../../../src/core/try/refused-renames.ts";
import { differencesOf, triedChanges } from "../../../src/core/try/tried-changes.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { type TryGround, tryGround } from "../../support/tried.ts";
import { waitUntil } from "../../support/wait-until.ts";

const FILES = { "d/s/a": "one\n", "e/b": "two\n", "x/c": "three\n", f: "four\n" };

/** What differs after a text, and whether the overlay refused what it should have. */
async function differs({ stateDir, run }: TryGround, text: string): Promise<readonly string[]> {
  const record = await run(text);
  const { changes } = await triedChanges(stateDir, record);
  return differencesOf(stateDir, record, changes);
}

/** Renames by the system call alone; the program says nothing and ends well. */
const quietly = (from: string, to: string): string => `perl -e 'rename($ARGV[0], $ARGV[1])' '${from}' '${to}'`;

test.each([
  ["a directory", quietly("d", "d2"), ["d to d2"]],
  ["one in another", quietly("d/s", "e/s"), ["d/s to e/s"]],
  [
    "one that is named from the root, or with a slash",
    quietly("$PWD/e/", "./e2").replaceAll("'$", '"$').replaceAll("/'", '/"'),
    ["e to e2"],
  ],
  ["one of which something was changed before", `echo new > d/n; ${quietly("d", "d2")}`, ["d to d2"]],
  [
    "each of two that are exchanged",
    `python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b"d", -100, b"e", 2)'`,
    ["d to e"],
  ],
  [
    "one by a descriptor",
    `python3 -c 'import os
try: os.rename("s", "t", src_dir_fd=os.open("d", 0), dst_dir_fd=os.open("d", 0))
except OSError: pass'`,
    ["d/s to d/t"],
  ],
  ["one whose name is no text", `mv e $'e\\xff' 2>/dev/null; ${quietly("d", "d2")}`, ["d to d2"]],
])("%s that was there before is named when its rename was refused", async (_, text, told) => {
  const said = await differs(tryGround(FILES), text);
  const refused = said.filter((sentence) => sentence.includes("could not be renamed"));
  expect(
    refused.map((sentence) => sentence.replace(/^(.*) could not be renamed (to .*) \(EXDEV\).*$/, "$1 $2")),
  ).toEqual(told);
});

test.each([
  ["a file", quietly("f", "g")],
  ["a directory that the try made", `mkdir n; ${quietly("n", "n2")}`],
  ["one that it made anew", `rm -r x; mkdir x; ${quietly("x", "x2")}`],
  ["one below such", `rm -r d; mkdir -p d/s; ${quietly("d/s", "d/t")}`],
  ["what is not there", quietly("none", "n2")],
  ["a directory onto a file, which is refused everywhere", quietly("d", "f")],
  ["a directory into itself", quietly("d", "d/s/d")],
])("%s: nothing is said", async (_, text) => {
  expect(await differs(tryGround(FILES), text)).toEqual([]);
});

test("what mv copies instead is told once, as what became of it", async () => {
  expect(await differs(tryGround(FILES), "mv d d2")).toEqual([expect.stringMatching(/^d became d2 by copying/)]);
});

test("renames go on as they were asked for, and no watcher is left", async () => {
  const ground = tryGround(FILES);
  const record = await ground.run("for i in $(seq 50); do echo $i > n$i; mv n$i m$i; done; mv d d2; mv f g");
  const { changes } = await triedChanges(ground.stateDir, record);
  expect(changes.filter(({ path }) => path.startsWith("m"))).toHaveLength(50);
  const watchers = (): readonly string[] =>
    readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(ground.stateDir));
  await waitUntil("the watchers to end", () => watchers().length === 0);
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

test("very many are named up to a number, and that there are more is said", async () => {
  const said = await differs(tryGround(FILES), `perl -e 'rename("d", "n$_") for 1..250'`);
  expect(said).toHaveLength(201);
  expect(said.at(-1)).toContain("so many were that no more are named");
});

test("where renames could not be seen, that is said", () => {
  const notes = join(tempDir(), "renames");
  expect(refusedRenames(notes, [])).toEqual([]);
  writeFileSync(notes, "unwatched Device or resource busy\nunseen Permission denied\nunseen Permission denied\n");
  expect(refusedRenames(notes, [])).toEqual([
    "whether a rename of a directory was refused (EXDEV) is not known here: Device or resource busy",
    "whether a rename of a directory was refused (EXDEV) is not known here: Permission denied",
  ]);
});
