import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Journal } from "../../../../src/core/journal/journal.ts";
import { newestFile } from "../../../../src/core/journal/journal-files.ts";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A state directory with the journal of one host. */
function written(...facts: readonly Parameters<Journal["note"]>[0][]): string {
  const stateDir = tempDir();
  const journal = new Journal({ stateDir, host: "1-a", redact: (text) => text, isStrict: true });
  facts.forEach((fact) => journal.note(fact));
  journal.close();
  return stateDir;
}

const VERDICT = {
  kind: "verdict",
  session: "work",
  command: "git push\n--force\u202e",
  decision: "ask",
  cleared: false,
  by: "nobody",
  findings: [{ rule: "publish" }],
};
const ENDED = {
  kind: "command-ended",
  session: "work",
  command: "make",
  ending: "exited",
  exitCode: 2,
  durationMs: 1500,
};

test("shows what happened, an entry a line, with hidden letters made visible", async () => {
  const { code, stdout } = await cli(["journal", "--state-dir", written(VERDICT, ENDED)]);
  const [verdict = "", ended = "", ...rest] = stdout.split("\n");
  expect(verdict).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}verdict +work {2}ask {2}refused \(nobody\) {2}publish {2}│ git push ⏎ --force\\u\{202e\}$/,
  );
  expect(ended).toMatch(/command-ended {4}work {2}exit 2 {2}1s {2}│ make$/);
  expect([code, rest]).toEqual([0, [""]]);
});

test("as JSON, and only what is asked for", async () => {
  const stateDir = written(VERDICT, { ...ENDED, session: "other" });
  const lines = async (...words: string[]): Promise<unknown[]> =>
    (await cli(["journal", "--json", "--state-dir", stateDir, ...words])).stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).seq);
  expect(await lines()).toEqual([1, 2]);
  expect(await lines("--session", "work")).toEqual([1]);
  expect(await lines("-n", "1")).toEqual([2]);
  expect(await lines("-n", "0")).toEqual([]);
  expect(await lines("--since", "1h")).toEqual([1, 2]);
  expect(await lines("--since", "2099-01-01")).toEqual([]);
});

test("says that there is nothing", async () => {
  expect((await cli(["journal", "--state-dir", tempDir()])).stderr).toBe("nacre: the journal is empty\n");
  expect((await cli(["journal", "--session", "x", "--state-dir", tempDir()])).stderr).toBe(
    "nacre: the journal has no such entry\n",
  );
});

test.each([
  [["journal", "--since", "yesterday"], "is no point in time; it must be 30m, 2h, 7d or a date"],
  [["journal", "-n", "x"], "It must be a whole number."],
  [["journal", "verifiy"], "Allowed choices are verify."],
])("%o is refused", async (words, sentence) => {
  const { code, stderr } = await cli([...words, "--state-dir", tempDir()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

test("follows what happens until it is told to end", async () => {
  const stateDir = written(VERDICT);
  const end = new AbortController();
  const journal = new Journal({ stateDir, host: "2-b", redact: (text) => text, isStrict: true });
  const seen: unknown[] = [];
  const show = (line: string): void => void seen.push(JSON.parse(line).kind);
  const followed = cli(["journal", "--follow", "--json", "--state-dir", stateDir], {
    signal: end.signal,
    stdout: show,
  });
  journal.note(ENDED);
  await waitUntil("both entries", () => seen.length === 2);
  end.abort("SIGINT");
  journal.close();
  expect((await followed).code).toBe(130);
  expect(seen).toEqual(["verdict", "command-ended"]);
});

test("verify says that all is whole, names what is not, and takes an anchor", async () => {
  const stateDir = written(VERDICT, ENDED);
  expect(await cli(["journal", "verify", "--state-dir", stateDir])).toMatchObject({
    code: 0,
    stdout: "the journal is whole: 2 lines of 1 host\n",
  });
  const head = (await cli(["journal", "--head", "--state-dir", stateDir])).stdout;
  expect(head).toMatch(/^[0-9a-f]{64} {2}1-a\n$/);
  const anchor = head.slice(0, 64);
  expect(JSON.parse((await cli(["journal", "--head", "--json", "--state-dir", stateDir])).stdout)).toEqual({
    "1-a": anchor,
  });
  const path = newestFile(stateDir, "1-a");
  const [first = ""] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${first}\n{"seq"`);
  expect(await cli(["journal", "verify", "--state-dir", stateDir])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1-a: the last line was cut off in mid-write"),
  });
  const cut = await cli(["journal", "verify", "--anchor", anchor, "--state-dir", stateDir]);
  expect(cut).toMatchObject({ code: 1, stdout: expect.stringContaining(`no line has the hash ${anchor}`) });
  expect(cut.stderr).toBe("nacre: the journal is not whole: 1 flaw in 1 line of 1 host\n");
  appendFileSync(path, "\n");
  const { code, stdout } = await cli(["journal", "verify", "--json", "--state-dir", stateDir]);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { whole: false, lines: 1, flaws: [{ host: "1-a" }] }]);
});
