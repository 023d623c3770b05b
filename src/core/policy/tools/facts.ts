import { isRuleId } from "../rules/all-rules.ts";
import { FACTS } from "./fact-table.ts";
import type { Row, Tool } from "./tool.ts";

type Facts = Pick<Tool, "also" | "options" | "operands">;

/** `loads:-f,--file operands:reads acts:publish=push|send edits:-i`, as parts of a tool. */
function factsOf(line: string): Facts {
  const also: Row[] = [];
  const options: Record<string, string> = {};
  const operands: string[] = [];
  for (const word of line.split(/\s+/)) {
    const head = word.slice(0, word.indexOf(":"));
    const list = word.slice(head.length + 1);
    const [rule = "", words = ""] = list.split("=");
    if (head === "acts" && isRuleId(rule))
      also.push(words === "" ? { is: rule } : { with: words.replaceAll("|", " "), is: rule });
    else if (head === "edits") also.push({ with: list.replaceAll(",", " "), operands: "writes" });
    else if (head === "operands") operands.push(...list.split(","));
    else options[head] = [options[head], list.replaceAll(",", " ")].filter((part) => part !== undefined).join(" ");
  }
  return { also, options, operands } as Facts;
}

/** What the table of facts says of each tool; a tool may have several lines. */
export const FACT_TOOLS: ReadonlyMap<string, Facts> = (() => {
  const table = new Map<string, Facts>();
  const lines = new Map<string, string>();
  for (const line of FACTS.trim().split("\n")) {
    const at = line.indexOf(" ");
    for (const name of line.slice(0, at).split(","))
      lines.set(name, `${lines.get(name) ?? ""} ${line.slice(at).trim()}`.trim());
  }
  for (const [name, line] of lines) table.set(name, factsOf(line));
  return table;
})();
