import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkJournal, readHistory, wantedIn } from "../../../../src/apps/server/page/history-answer.ts";
import { HISTORY_ROWS } from "../../../../src/core/base/limits.ts";
import { Journal } from "../../../../src/core/journal/journal.ts";
import { journalDir } from "../../../../src/core/journal/journal-files.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const DECISIONS = ["allow", "allow", "ask", "deny"] as const;

/** A journal with so many commands. */
function journalOf(many: number): string {
  const stateDir = tempDir();
  const journal = new Journal({ stateDir, host: "1-a", redact: (text) => text });
  for (let at = 0; at < many; at++) {
    const [session, command] = [at % 2 === 0 ? "even" : "odd", `make step-${at}`];
    const decision = DECISIONS[at % 4];
    const isRun = decision === "allow";
    const findings = [{ rule: `rule-${at % 4}`, reason: "Because." }];
    journal.note({ kind: "verdict", session, command, cwd: "/w", decision, findings, cleared: isRun, by: "policy" });
    if (!isRun) continue;
    journal.note({ kind: "command-started", session, command });
    journal.note({ kind: "command-ended", session, command, ending: "exited", exitCode: at % 8 === 0 ? 0 : 1 });
  }
  journal.close();
  return stateDir;
}

const look = (stateDir: string, query = "") => readHistory(stateDir, new URLSearchParams(query));

test("rows are counted by verdict and by minute, and filtered by each of the filters", async () => {
  const stateDir = journalOf(16);
  const all = await look(stateDir);
  expect(all).toMatchObject({ found: 16, total: 16, isCut: false, verdicts: { allow: 8, ask: 4, deny: 4 } });
  expect(all.sessions).toEqual(["even", "odd"]);
  expect(all.minutes.allow.concat(all.minutes.ask, all.minutes.deny).reduce((a, b) => a + b)).toBe(16);
  expect(await look(stateDir, "verdict=ask,deny")).toMatchObject({ found: 8, total: 16, verdicts: { allow: 8 } });
  expect(await look(stateDir, "session=odd")).toMatchObject({ found: 8 });
  expect(await look(stateDir, "exit=ok")).toMatchObject({ found: 2 });
  expect(await look(stateDir, "exit=failed")).toMatchObject({ found: 6 });
  expect(await look(stateDir, "exit=not-run")).toMatchObject({ found: 8 });
  expect(await look(stateDir, "text=RULE-3")).toMatchObject({ found: 4 });
  expect(await look(stateDir, `since=${Date.now() + 60_000}`)).toMatchObject({ found: 0, total: 0 });
  expect((await look(stateDir, "limit=3")).rows.map((row) => row.kind === "command" && row.command)).toEqual(
    [15, 14, 13].map((at) => `make step-${at}`),
  );
});

test("a long journal is read as far as is good, and says that there is more", async () => {
  const { found, isCut, rows } = await look(journalOf(15_000));
  expect(isCut).toBe(true);
  expect(rows).toHaveLength(200);
  expect(found).toBeGreaterThan(5000);
});

test("what a browser asks for is held within limits", () => {
  expect(wantedIn(new URLSearchParams("limit=1e9&since=x&until=-4&exit=__proto__"))).toMatchObject({
    limit: HISTORY_ROWS,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  });
});

test("the chains are checked: whole with their last hashes, or what is wrong", async () => {
  const stateDir = journalOf(4);
  const whole = await checkJournal(stateDir);
  expect(whole).toMatchObject({ chains: 1, flaws: [], heads: [{ host: "1-a" }] });
  expect(whole.heads[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(join(journalDir(stateDir), "1-a.jsonl"), "not a line\n");
  expect((await checkJournal(stateDir)).flaws).toEqual(["1-a: what stands behind line 0 is no entry"]);
});

test("a state directory without a journal has an empty history", async () => {
  expect(await look(tempDir(), "time=all")).toMatchObject({ found: 0, total: 0, isCut: false, rows: [] });
});
