import type { Where } from "../../src/core/policy/judge.ts";
import { RULES } from "../../src/core/policy/rules/all-rules.ts";
import { TOOLS } from "../../src/core/policy/tools/all-tools.ts";
import type { Tool } from "../../src/core/policy/tools/tool-shape.ts";
import type { Verdict } from "../../src/core/policy/verdict.ts";
import { PLACE } from "../attacks/shared-corpus.ts";
import { HARSH, SOFT } from "../attacks/soft.ts";
import { TABLES } from "../attacks/tables.ts";

/** A line of which a test says how it is judged. */
export type Line = {
  readonly command: string;
  readonly where: Where;
  /** The rules that it is about, so far as its label names them. */
  readonly rules: readonly string[];
  readonly holds: (verdict: Verdict) => boolean;
};

const finds =
  (rule: string) =>
  (verdict: Verdict): boolean =>
    rule === "fine"
      ? verdict.decision === "allow"
      : verdict.findings.some((finding) => finding.rule === rule && finding.decision !== "allow");

/** The same line with another name of the tool, wherever the first stands as a word. */
const renamed = (command: string, from: string, to: string): string =>
  command.replaceAll(new RegExp(`(?<![\\w./-])${from.replaceAll(/[.+]/g, "\\$&")}(?![\\w./-])`, "g"), to);

const ofTool = ({ names, examples, commands = [] }: Tool): readonly Line[] => [
  ...Object.entries(examples).flatMap(([rule, lines]) =>
    lines.flatMap((command) =>
      names.map((name) => ({
        command: renamed(command, names[0] ?? "", name),
        where: PLACE,
        rules: [rule],
        holds: finds(rule),
      })),
    ),
  ),
  ...commands.flatMap(ofTool),
];

const ofRules = (): readonly Line[] =>
  Object.entries(RULES).flatMap(([id, { examples }]) => {
    const where: Where = { ...PLACE, mode: id === "strict-unknown" ? "strict" : "standard" };
    const said = (verdict: Verdict): boolean => verdict.findings.some(({ rule }) => rule === id);
    return [
      ...examples.caught.map((command) => ({ command, where, rules: [id], holds: said })),
      ...examples.fine.map((command) => ({ command, where, rules: [], holds: (verdict: Verdict) => !said(verdict) })),
    ];
  });

const ofTables = (): readonly Line[] =>
  Object.entries(TABLES).flatMap(([name, attacks]) =>
    attacks.map(([command, label]) => {
      const isSoft = SOFT.some(({ lines }) => lines[name]?.includes(command));
      const due = isSoft ? "ask" : HARSH[name]?.includes(command) ? "deny" : label;
      return { command, where: PLACE, rules: [], holds: ({ decision }: Verdict) => decision === due };
    }),
  );

/** Every line that a test of the policy labels: examples of tools and rules, the tables of attacks and of ordinary lines. */
export const labelledLines = (): readonly Line[] => [...TOOLS.flatMap(ofTool), ...ofRules(), ...ofTables()];
