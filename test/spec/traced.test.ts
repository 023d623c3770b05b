import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SEEDS = join("..", "shared", "seeds");

type Row = { readonly point: string; readonly proofs: readonly string[] };

const rows: readonly Row[] = [
  ...readFileSync("docs/spec.md", "utf8").matchAll(/^\| (N?FR-[\d.]+) \|[^|]+\| (.+) \|$/gm),
].map(([, point = "", proofs = ""]) => ({ point, proofs: proofs.split("<br>") }));

/** `FR-2.3.1.4` for the fourth point of the section FR-2.3.1. */
function pointsOf(document: string): string[] {
  const end = document.indexOf("## Technical Specifications");
  let section = "";
  let count = 0;
  return document
    .slice(0, end)
    .split("\n")
    .flatMap((line) => {
      const opened = /^### (N?FR-[\d.]+):/.exec(line)?.[1];
      if (opened !== undefined) {
        section = opened;
        count = 0;
      }
      if (section === "" || !line.startsWith("- ")) return [];
      count += 1;
      return [`${section}.${count}`];
    });
}

test("every proof that docs/spec.md names exists", () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const { point, proofs } of rows) {
    for (const proof of proofs) {
      const [, file = "", name] = /^`([^`]+)`(?: — (.+))?$/.exec(proof) ?? [];
      expect(existsSync(file), `${point}: ${proof}`).toBe(true);
      if (name === undefined) expect(file, `${point}: only a benchmark stands without a name`).toMatch(/^bench\//);
      else expect(readFileSync(file, "utf8"), `${point}: ${proof}`).toContain(`"${name}"`);
    }
  }
});

test.runIf(existsSync(SEEDS))("every numbered point of the requirements has its row, in order", () => {
  const document = readdirSync(SEEDS).find((name) => name.startsWith("000_")) ?? "";
  expect(rows.map(({ point }) => point)).toEqual(pointsOf(readFileSync(join(SEEDS, document), "utf8")));
});
