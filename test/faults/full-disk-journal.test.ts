import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { journalDir, newestFile } from "../../src/core/journal/journal-files.ts";
import { latestEntries } from "../../src/core/journal/read-journal.ts";
import { verifyJournal } from "../../src/core/journal/verify-journal.ts";
import { driveHost, hasOwnDisk } from "../support/driven-host.ts";
import { tempDir } from "../support/temp-dir.ts";

test.skipIf(!hasOwnDisk)(
  "a full disk is told once and stops no command; half a line is taken back, and the next entry counts what is missing",
  async () => {
    const host = await driveHost({ disk: { bytes: 12 << 20 } });
    const directory = host.stateDir;
    await host.bash("echo before");
    expect(await host.act("fillDisk", { directory })).toBe("ENOSPC");
    await host.act("events");
    // Longer than what is left of the file's last block: a part of it is written before the disk refuses.
    const long = `: ${"x".repeat(9000)}`;
    for (const round of [1, 2, 3]) expect((await host.bash(`${long}; echo ${round}`)).output).toBe(`${round}\n`);
    const kinds = (await host.act("events")) as readonly string[];
    expect(kinds.filter((kind) => kind === "journal-failed")).toHaveLength(1);
    await host.act("empty", { directory });
    await host.bash("echo after");
    const { output } = await host.bash(`cat ${journalDir(directory)}/[0-9]*.jsonl`);
    const copy = tempDir();
    mkdirSync(journalDir(copy));
    const id = String(JSON.parse(output.split("\n")[0] ?? "{}").host);
    writeFileSync(newestFile(copy, id), output);
    expect(verifyJournal(copy)).toMatchObject({ flaws: [], torn: [] });
    const gap = [...latestEntries(copy)].find(({ kind }) => kind === "gap");
    expect(gap).toMatchObject({ missed: expect.any(Number), reason: expect.stringContaining("ENOSPC") });
  },
);
