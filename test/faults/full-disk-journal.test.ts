import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JournalEntry } from "../../src/core/journal/journal-entry.ts";
import { journalDir, newestFile } from "../../src/core/journal/journal-files.ts";
import { latestEntries } from "../../src/core/journal/read-journal.ts";
import { verifyJournal } from "../../src/core/journal/verify-journal.ts";
import { type DrivenHost, driveHost, hasOwnDisk } from "../support/driven-host.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

const BYTES = 12 << 20;

type Fault = {
  readonly begin: (host: DrivenHost) => Promise<void>;
  readonly end: (host: DrivenHost) => Promise<void>;
  readonly reason: string;
  readonly advice: string;
};

/** Mounts the directory of journals, in the host's view alone. */
const mounted = async ({ onItsDisks, stateDir }: DrivenHost, ...options: readonly string[]): Promise<void> => {
  const directory = journalDir(stateDir);
  const mount = `mkdir -p "$0" && exec mount "$@" "$0"`;
  expect(spawnSync("env", [...onItsDisks, "sh", "-c", mount, directory, ...options]).status).toBe(0);
};

const FAULTS: Readonly<Record<string, Fault>> = {
  "a full disk": {
    begin: async (host) => {
      await host.bash("echo before");
      expect(await host.act("fillDisk", { directory: host.stateDir })).toBe("ENOSPC");
    },
    end: async (host) => void (await host.act("empty", { directory: host.stateDir })),
    reason: "ENOSPC",
    advice: "free space on the disk of ",
  },
  "a disk that is read-only": {
    // No disk becomes read-only while a file of it is open to be written: it is so from the start.
    begin: (host) => mounted(host, "-t", "tmpfs", "-o", "ro", "none"),
    end: (host) => mounted(host, "-o", "remount,rw"),
    reason: "EROFS",
    advice: "make the disk of ",
  },
};

/** Longer than what is left of the file's last block: a part of it is written before the disk refuses. */
const LONG = `: ${"x".repeat(9000)}`;

test.skipIf(!hasOwnDisk).each(Object.entries(FAULTS))(
  "%s stops no command, and is told once on each channel; the journal goes on by itself, and counts what is missing",
  async (_, { begin, end, reason, advice }) => {
    const host = await driveHost({ disk: { bytes: BYTES } });
    await host.act("events"); // it is there, on its own disk
    await begin(host);
    await host.act("events");
    const said: string[] = [];
    for (const round of [1, 2, 3]) {
      const { output } = await host.bash(`${LONG}; echo ${round}`);
      expect(output).toMatch(new RegExp(`^${round}\\n`));
      said.push(output.slice(2));
    }
    expect(said).toEqual([expect.stringContaining(`not in nacre's journal, which cannot be written`), "", ""]);
    expect(said[0]).toContain(reason);
    expect(said[0]).toContain(`the user can ${advice}`);
    expect(await kindsOf(host, "journal-failed")).toHaveLength(1);
    const sentence = new RegExp(
      `nacre: host ${host.pid} has recorded nothing since [-0-9: ]+ \\([1-9]\\d* entries so far; commands run on\\): the journal cannot be written: the disk is .* \\(${reason}\\); ${advice}`,
    );
    for (const words of [["ps"], ["ps", "--json"], ["journal"], ["journal", "verify"], ["journal", "--head"]])
      expect(await host.nacre(...words)).toMatch(sentence);

    await end(host);
    const heard: string[] = [];
    await waitUntil("the journal to go on by itself", async () => {
      heard.push(...(await kindsOf(host, "journal-resumed")));
      return heard.length > 0;
    });
    expect(heard).toEqual(["journal-resumed"]);
    expect((await host.bash("echo after")).output).toMatch(
      /^after\n\[note\] nacre's journal is written again; [1-9]\d* entries .* are missing in it/,
    );
    expect((await host.bash("echo later")).output).toBe("later\n");
    expect(await host.nacre("ps")).not.toContain("recorded nothing");
    expect(await host.nacre("journal")).toMatch(/ gap +- +[1-9]\d* entries since .* could not be written: /);
    const gaps = (await entriesOf(host)).filter(({ kind }) => kind === "gap");
    expect(gaps).toEqual([
      expect.objectContaining({ missed: expect.any(Number), reason: expect.stringContaining(reason) }),
    ]);
  },
);

async function kindsOf(host: DrivenHost, kind: string): Promise<readonly string[]> {
  return ((await host.act("events")) as readonly string[]).filter((one) => one === kind);
}

/** What the journal on the host's own disk has; its chain is whole. */
async function entriesOf(host: DrivenHost): Promise<readonly JournalEntry[]> {
  const { output } = await host.bash(`cat ${journalDir(host.stateDir)}/[0-9]*.jsonl`);
  const copy = tempDir();
  mkdirSync(journalDir(copy));
  writeFileSync(newestFile(copy, String(JSON.parse(output.split("\n")[0] ?? "{}").host)), output);
  expect(verifyJournal(copy)).toMatchObject({ flaws: [], torn: [] });
  return [...latestEntries(copy)];
}
