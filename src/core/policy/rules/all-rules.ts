import { CODE_RULES, type CodeRule } from "./code-rules.ts";
import { FILE_RULES, type FileRule } from "./file-rules.ts";
import { MACHINE_RULES, type MachineRule } from "./machine-rules.ts";
import { REACH_RULES, type ReachRule } from "./network-rules.ts";
import type { Rule } from "./rule.ts";

/** The id of a built-in rule, e.g. `delete-vital`. */
export type RuleId = FileRule | CodeRule | ReachRule | MachineRule;

/** Every built-in rule, with its reason and its examples. */
export const RULES: Readonly<Record<RuleId, Rule>> = { ...FILE_RULES, ...CODE_RULES, ...REACH_RULES, ...MACHINE_RULES };

/** Whether a text is the id of a built-in rule. */
export const isRuleId = (id: string): id is RuleId => Object.hasOwn(RULES, id);
