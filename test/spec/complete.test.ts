import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCENARIO_IDS } from "./scenario-ids.ts";

const SEEDS = join("..", "shared", "seeds");

const read = (directory: string, name: RegExp): string =>
  readdirSync(directory)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(directory, file), "utf8"))
    .join("\n");

const titles = [...read(import.meta.dirname, /\.test\.ts$/).matchAll(/^test\(\s*"([^"]+)"/gm)].map(
  ([, title = ""]) => title,
);

/** `Feature / Scenario` for each scenario of a Gherkin document. */
function scenariosOf(document: string): string[] {
  let feature = "";
  return document.split("\n").flatMap((line) => {
    feature = /^## Feature: (.*)/.exec(line)?.[1]?.trim() ?? feature;
    const scenario = /^### Scenario: (.*)/.exec(line)?.[1]?.trim();
    return scenario === undefined ? [] : [`${feature} / ${scenario}`];
  });
}

/** Acceptance scenarios by story and number, edge cases by name, requirements by number. */
function requirementsOf(document: string): string[] {
  let story = "";
  return document.split("\n").flatMap((line) => {
    story = /^### (User Story [^(]*)/.exec(line)?.[1]?.trim() ?? story;
    const acceptance = /^(\d+)\. \*\*Given\*\*/.exec(line)?.[1];
    if (acceptance !== undefined) return [`${story} / Acceptance ${acceptance}`];
    const requirement = /^- \*\*(FR-\d+)\*\*/.exec(line)?.[1];
    if (requirement !== undefined) return [requirement];
    const edge = /^- \*\*([^*]+)\*\*: (?:If|Output|When|Calling)/.exec(line)?.[1];
    return edge === undefined ? [] : [`Edge Cases / ${edge}`];
  });
}

test("every scenario has exactly one test that carries its title", () => {
  expect(titles.filter((title) => SCENARIO_IDS.includes(title)).toSorted()).toEqual(SCENARIO_IDS.toSorted());
});

test("no test of a scenario is switched off", () => {
  expect(read(import.meta.dirname, /\.test\.ts$/)).not.toMatch(/test\.(?:skip|todo|only|fails)\b/);
});

test.runIf(existsSync(SEEDS))("the list of scenarios is that of the seed documents", () => {
  const asked = [...scenariosOf(read(SEEDS, /^002_/)), ...requirementsOf(read(SEEDS, /^003_/))];
  expect(asked.length).toBeGreaterThan(60);
  expect(SCENARIO_IDS.toSorted()).toEqual(asked.toSorted());
});
