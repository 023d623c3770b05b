import { expect, test } from "vitest";
import { Fault } from "../../../src/core/base/fault.ts";
import { journalFailed, journalResumed, wordsFor } from "../../../src/core/journal/problem-words.ts";

const refusal = (code: string): Error => Object.assign(new Error(`${code}: as the system says`), { code });

test.each([
  [refusal("ENOSPC"), "the disk is full (ENOSPC)", "free space on the disk of /state/journal"],
  [refusal("EDQUOT"), "the disk quota is used up", "free space on the disk of /state/journal"],
  [refusal("EROFS"), "the disk is read-only (EROFS)", "make the disk of /state/journal writable again"],
  [refusal("EACCES"), "EACCES: as the system says", "let this user write in /state/journal"],
  [refusal("EPERM"), "EPERM: as the system says", "let this user write in /state/journal"],
  [refusal("EEXIST"), "EEXIST: as the system says", "move away what lies in its place in /state/journal"],
  [refusal("ENOTDIR"), "ENOTDIR: as the system says", expect.stringContaining("/state/journal must be a directory")],
  [refusal("EMFILE"), "EMFILE: as the system says", expect.stringContaining("ulimit -n")],
  [refusal("EIO"), "EIO: as the system says", "see that files can be written in /state/journal"],
  [new Fault("STATE_DIR_UNUSABLE", "x"), expect.stringContaining("x"), expect.stringContaining("NACRE_STATE_DIR")],
])("%s: why it is not written, and what the user can do", (error, reason, advice) => {
  expect(wordsFor(error, "/state")).toEqual({ reason, advice });
});

test("that it failed, and that it goes on, are sentences for users", () => {
  expect(journalFailed({ reason: "the disk is full", advice: "free space" })).toBe(
    "the journal cannot be written: the disk is full; free space: it is tried again every 5 s",
  );
  const reason = "the disk is full";
  expect(journalResumed({ missed: 1, reason })).toBe(
    "the journal is written again; 1 entry is missing in it (the disk is full)",
  );
  expect(journalResumed({ missed: 2, reason })).toContain("2 entries are missing");
});
