import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { hasBash, randomFrom, scale, seedOf } from "../../conformance/real-bash.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { type BaseLine, deniedLines } from "./base-lines.ts";
import { callsOf, canRun, isSame, makePrograms } from "./canary.ts";
import { FAMILIES } from "./families.ts";
import { type Family, pick } from "./family.ts";

/** `npm test` tries so many different ones; `npm run test:spellings` tries 50,000. */
const SPELLINGS = 4000;

type Spelling = { readonly families: readonly string[]; readonly text: string; readonly line: BaseLine };

/** A denied line written otherwise by this family and, in every third case, by another one on top. */
function spelling(family: Family, lines: readonly BaseLine[], random: () => number): Spelling | undefined {
  const means = { random, bin: "/bin" };
  for (let attempt = 0; attempt < 40; attempt++) {
    const line = lines[Math.floor(random() * lines.length)];
    const text = line === undefined ? undefined : family.spell(line.command, means);
    if (line === undefined || text === undefined || text === line.command) continue;
    const second = random() < 1 / 3 ? pick(means, FAMILIES[0] ?? family, ...FAMILIES) : undefined;
    const twice = second?.spell(text, means);
    if (second === undefined || twice === undefined) return { families: [family.name], text, line };
    return { families: [family.name, second.name], text: twice, line };
  }
  return undefined;
}

/** So many different texts, from each family in turn; fewer where the families have no more to give. */
function differentSpellings(count: number, lines: readonly BaseLine[], random: () => number): readonly Spelling[] {
  const byText = new Map<string, Spelling>();
  for (let at = 0; byText.size < count && at < 2 * count; at++) {
    const family = FAMILIES[at % FAMILIES.length];
    const made = family === undefined ? undefined : spelling(family, lines, random);
    if (made !== undefined && !byText.has(made.text)) byText.set(made.text, made);
  }
  return [...byText.values()];
}

test("no denied line is allowed in another spelling", () => {
  const random = randomFrom(seedOf("spellings"));
  const lines = deniedLines();
  const count = Math.ceil(SPELLINGS * scale());
  const spellings = differentSpellings(count, lines, random);
  const allowed = spellings.filter(({ text, line }) => judge(text, line.where).decision === "allow");
  console.log(`${spellings.length} different spellings of ${lines.length} lines in ${FAMILIES.length} families`);
  expect(FAMILIES.length).toBeGreaterThanOrEqual(25);
  expect(spellings.length).toBe(count);
  expect(
    allowed.map(({ families, text, line }) => `${families.join(", ")}: ${JSON.stringify([line.command, text])}`),
  ).toEqual([]);
}, 1_800_000);

/** Denied lines whose program becomes the canary: only the canary ever runs. */
const STAND_INS = [
  "rm -rf /etc",
  "rm -rf /",
  "dd of=/dev/sda1 if=/dev/zero",
  "git push --force origin main:x",
  "cat /etc/passwd",
  "chmod -R 777 /usr/lib x%y",
].map((line) => line.replace(/^\S+/, "canary"));

test.skipIf(!hasBash)(
  "each family makes bash do the same",
  () => {
    const bin = tempDir("nacre-canary-");
    makePrograms(bin);
    const random = randomFrom(seedOf("canaries"));
    const tries = Math.max(2, Math.floor(2 * scale()));
    const spelled = FAMILIES.flatMap(({ name, spell }) =>
      Array.from({ length: tries }, () => {
        const line = pick({ random, bin }, "canary -rf /etc", ...STAND_INS);
        return { name, line, text: spell(line, { random, bin }) };
      }),
    ).flatMap(({ name, line, text }) => (text === undefined || !canRun(text) ? [] : [{ name, line, text }]));
    const calls = callsOf([...STAND_INS, ...spelled.map(({ text }) => text)], bin);
    const wanted = new Map(STAND_INS.map((line, at) => [line, calls[at]?.[0]]));
    const wrong = spelled.filter(({ line }, at) => {
      const made = calls[STAND_INS.length + at] ?? [];
      const call = wanted.get(line);
      return call === undefined || made.length === 0 || !made.every((one) => isSame(one, call));
    });
    console.log(`${spelled.length} spellings ran in bash`);
    expect(wrong.map(({ name, text }) => `${name}: ${JSON.stringify(text)}`)).toEqual([]);
  },
  600_000,
);
