import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { judge, judgeBy } from "../../../../src/core/policy/judge.ts";
import { ALL_TOOLS, TOOLS } from "../../../../src/core/policy/tools/all-tools.ts";
import { type OptionMeanings, type Row, type Tool, tool } from "../../../../src/core/policy/tools/tool-shape.ts";
import { ToolTable } from "../../../../src/core/policy/tools/tool-table.ts";
import type { Verdict } from "../../../../src/core/policy/verdict.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

type Example = { readonly rule: string; readonly command: string };

const examplesOf = ({ examples }: Tool): readonly Example[] =>
  Object.entries(examples).flatMap(([rule, commands]) => commands.map((command) => ({ rule, command })));

const nameOf = ({ names }: Tool): string => names[0] ?? "";

/** Every tool that is known: an example may pipe into another one. */
const KNOWN = [...new Set(ALL_TOOLS.names.flatMap((name) => ALL_TOOLS.find(name) ?? []))];

/** A tool, or a command of one, and the table that has another in its place. */
type Part = { readonly title: string; readonly tool: Tool; readonly tableWith: (other: Tool) => ToolTable };

const partsOf = (tool: Tool): readonly Part[] => {
  const others = KNOWN.filter((one) => one !== tool);
  const tableWith = (other: Tool): ToolTable => new ToolTable([...others, other]);
  const commands = tool.commands ?? [];
  return [
    { title: nameOf(tool), tool, tableWith },
    ...commands.map((command) => ({
      title: `${nameOf(tool)} ${nameOf(command)}`,
      tool: command,
      tableWith: (other: Tool) =>
        tableWith({ ...tool, commands: commands.map((one) => (one === command ? other : one)) }),
    })),
  ];
};

const PARTS: readonly Part[] = TOOLS.flatMap(partsOf);

const shown = (verdict: Verdict): string =>
  verdict.findings.map((finding) => `${finding.decision} ${finding.rule}`).join(", ");

const holds = ({ rule }: Example, { decision, findings }: Verdict): boolean =>
  rule === "fine"
    ? decision === "allow"
    : findings.some((finding) => finding.rule === rule && finding.decision !== "allow");

/** The same line with another name of the tool, wherever the first stands as a word. */
const renamed = (command: string, from: string, to: string): string =>
  command.replaceAll(new RegExp(`(?<![\\w./-])${from.replaceAll(/[.+]/g, "\\$&")}(?![\\w./-])`, "g"), to);

describe("the examples of a tool", () => {
  test.each(PARTS)("$title: are judged as they say", ({ tool }) => {
    const name = nameOf(tool);
    const wrong = examplesOf(tool).flatMap((example) => {
      const verdict = judge(example.command, PLACE);
      return holds(example, verdict) ? [] : [`${example.command} → ${shown(verdict)}, not ${example.rule}`];
    });
    expect(wrong).toEqual([]);
    expect(examplesOf(tool).filter(({ command }) => renamed(command, name, "") === command)).toEqual([]);
  });

  test.each(PARTS.filter(({ tool }) => tool.names.length > 1))("$title: hold under each of its names", ({ tool }) => {
    const first = nameOf(tool);
    const wrong = tool.names.slice(1).flatMap((name) =>
      examplesOf(tool).flatMap((example) => {
        const command = renamed(example.command, first, name);
        const verdict = judge(command, PLACE);
        return holds(example, verdict) ? [] : [`${command} → ${shown(verdict)}, not ${example.rule}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("each tool has one that is fine, and one that is caught where it can do harm", () => {
    const without = PARTS.filter(({ tool }) => {
      const rules = examplesOf(tool).map(({ rule }) => rule);
      const canHarm = mutations(tool).some(({ harms }) => harms) || tool.by !== undefined || tool.wraps !== undefined;
      return !rules.includes("fine") || (canHarm && rules.every((rule) => rule === "fine"));
    });
    expect(without.map(({ title }) => title)).toEqual([]);
  });
});

test("every name belongs to one tool", () => {
  for (const tools of [TOOLS, ...TOOLS.map(({ commands = [] }) => commands)]) {
    const names = tools.flatMap((tool) => tool.names);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

type Mutation = { readonly what: string; readonly without: Tool; readonly harms: boolean };

const harms = ({ is, options, operands, runs, by }: Row): boolean =>
  [is, options, operands, runs, by].some((part) => part !== undefined);

/** A tool with one row, one kind of option or one other part less, for each of its parts. */
function mutations(tool: Tool): readonly Mutation[] {
  const rows = (key: "does" | "also"): readonly Mutation[] =>
    (tool[key] ?? []).map((row, at) => ({
      what: `${key}: ${JSON.stringify(row)}`,
      without: { ...tool, [key]: tool[key]?.filter((_, index) => index !== at) },
      harms: harms(row),
    }));
  const meanings = (options: OptionMeanings | undefined): readonly string[] => Object.keys(options ?? {});
  return [
    ...rows("does"),
    ...rows("also"),
    ...meanings(tool.options).map((meaning) => ({
      what: `options: ${meaning}`,
      without: { ...tool, options: { ...tool.options, [meaning]: "" } },
      harms: true,
    })),
    ...(["first", "operands", "prints", "wraps", "works", "by"] as const)
      .filter((key) => tool[key] !== undefined)
      .map((key) => ({
        what: key,
        without: { ...tool, [key]: undefined } as unknown as Tool,
        harms: key !== "prints",
      })),
  ];
}

test("the example in docs/policy.md does what the page says, and needs every part", () => {
  const [, block = ""] = /```ts\n(tool\("gizmo".*?)```/s.exec(readFileSync("docs/policy.md", "utf8")) ?? [];
  const gizmo = runInNewContext(block.trim().replace(/,$/, ""), { tool }) as Tool;
  const judged = (one: Tool): readonly boolean[] =>
    examplesOf(gizmo).map((example) => holds(example, judgeBy(new ToolTable([...TOOLS, one]), example.command, PLACE)));
  expect(judged(gizmo)).not.toContain(false);
  expect(mutations(gizmo).filter(({ without }) => !judged(without).includes(false))).toEqual([]);
});

describe("every part of a tool is needed", () => {
  test.each(PARTS)("$title: an example fails without it", ({ tool, tableWith }) => {
    const idle = mutations(tool).filter(({ without }) => {
      const table = tableWith(without);
      return examplesOf(tool).every((example) => holds(example, judgeBy(table, example.command, PLACE)));
    });
    expect(idle.map(({ what }) => what)).toEqual([]);
  });
});
