import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JournalCheck } from "../../src/apps/page/page-messages.ts";
import { journalFiles } from "../../src/core/journal/journal-files.ts";
import { cli } from "../support/cli.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { get, servePage, signIn } from "../support/page-ground.ts";
import { tempDir } from "../support/temp-dir.ts";

const linesOf = (path: string): readonly string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);
const textOf = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const forged = (path: string): string => readFileSync(path, "utf8").replace("echo one", "echo two");

type Harm = {
  readonly does: (path: string) => void;
  /** What the check says. */
  readonly flaw: RegExp;
  /** What a session is told, where nothing can be written until the user takes it away. */
  readonly told?: RegExp;
};

const HARMS: Readonly<Record<string, Harm>> = {
  "edited in place": {
    does: (path) => writeFileSync(path, forged(path)),
    flaw: /line \d or the one before it was changed/,
  },
  "edited by a program that writes aside and renames": {
    does: (path) => {
      writeFileSync(`${path}~`, forged(path));
      renameSync(`${path}~`, path);
    },
    flaw: /line \d or the one before it was changed/,
  },
  "truncated in a line": {
    does: (path) => truncateSync(path, 40),
    flaw: /is no entry|lines? .* missing/,
  },
  emptied: { does: (path) => truncateSync(path, 0), flaw: /lines 1 to \d are missing/ },
  reordered: { does: (path) => writeFileSync(path, textOf(linesOf(path).toReversed())), flaw: /lines? .* missing/ },
  deleted: { does: (path) => rmSync(path), flaw: /lines 1 to \d are missing/ },
  "replaced by a directory": {
    does: (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    flaw: /is no plain file|lines 1 to \d+ are missing/,
    told: /not in nacre's journal.*EEXIST.*move away what lies in its place/,
  },
  "replaced by a link": {
    does: (path) => {
      renameSync(path, `${path}.moved`);
      symlinkSync(`${path}.moved`, path);
    },
    flaw: /is no plain file|lines 1 to \d+ are missing/,
    told: /not in nacre's journal.*EEXIST.*move away what lies in its place/,
  },
  "moved away": {
    does: (path) => renameSync(path, `${path}.moved`),
    flaw: /lines 1 to \d are missing/,
  },
  "replaced by a link to another file": {
    does: (path) => {
      rmSync(path);
      symlinkSync(join(path, "..", "..", "elsewhere"), path);
    },
    flaw: /is no plain file|lines 1 to \d+ are missing/,
    told: /not in nacre's journal.*EEXIST.*move away what lies in its place/,
  },
};

test.each(Object.entries(HARMS))(
  "a journal that is %s stops no command and costs no later entry; the check and the page name it",
  async (name, { does, flaw, told }) => {
    const stateDir = tempDir();
    const kit = openToolkit({ stateDir });
    await kit.bash("echo one");
    const [path = ""] = journalFiles(stateDir).map((file) => file.path);
    does(path);
    const first = await kit.bash("echo during");
    expect(first.output).toMatch(/^during\n/);
    if (told === undefined) expect([name, first.output]).toEqual([name, "during\n"]);
    else {
      expect(first.output).toMatch(told);
      expect(existsSync(join(stateDir, "elsewhere"))).toBe(false);
      rmSync(path, { recursive: true });
    }
    await kit.bash("echo after");
    const env = { NACRE_STATE_DIR: stateDir };
    const shown = (await cli(["journal"], { env })).stdout;
    expect(shown).toContain("echo after");
    if (told === undefined)
      expect(shown.match(/(verdict|command-started|command-ended) .*echo during/g)).toHaveLength(3);
    else expect(shown).toMatch(/gap .* entries since .* could not be written: EEXIST/);
    const check = await cli(["journal", "verify"], { env });
    const page = await servePage(stateDir);
    const { flaws } = (await (await get(page, "/api/journal", await signIn(page))).json()) as JournalCheck;
    expect(check.code).toBe(1);
    expect(check.stdout).toMatch(flaw);
    expect(check.stderr).toContain("the journal is not whole");
    expect(flaws.join("\n")).toMatch(flaw);
  },
);
