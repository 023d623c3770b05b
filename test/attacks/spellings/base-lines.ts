import { judge, type Where } from "../../../src/core/policy/judge.ts";
import { DANGEROUS } from "../held-out/dangerous.ts";
import { PLACE, policyLines, realLines } from "../shared-corpus.ts";
import { TABLES } from "../tables.ts";

export type BaseLine = { readonly command: string; readonly where: Where };

/** Lines that deserve deny and get it: of the tables, of the held-out lines and of the labelled lines beside the project. */
export function deniedLines(): readonly BaseLine[] {
  const here = [...Object.values(TABLES).flat(), ...DANGEROUS]
    .filter(([, decision]) => decision === "deny")
    .map(([command]) => ({ command, where: PLACE }));
  const labelled = [...policyLines().map((line) => ({ ...line, where: PLACE })), ...realLines()]
    .filter(({ expect }) => expect === "deny")
    .map(({ command, where }) => ({ command, where }));
  const byCommand = new Map([...labelled, ...here].map((line) => [line.command, line]));
  return [...byCommand.values()].filter(({ command, where }) => judge(command, where).decision === "deny");
}
