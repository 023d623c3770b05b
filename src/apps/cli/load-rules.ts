import { readFileSync } from "node:fs";
import { Fault } from "../../core/base/fault.ts";
import { parseRules } from "../../core/policy/parse-rules.ts";
import type { RuleSet } from "../../core/policy/user-rules.ts";

/** A rules file; one that is missing or broken refuses the start, it never drops a rule. */
export function loadRules(path: string): RuleSet {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new Fault("RULES_INVALID", `${path} cannot be read`, { cause });
  }
  return parseRules(text, path);
}
