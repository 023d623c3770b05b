import { CODE_RULES, type CodeRule } from "./rules/code.ts";
import { FILE_RULES, type FileRule } from "./rules/files.ts";
import { MACHINE_RULES, type MachineRule } from "./rules/machine.ts";
import { REACH_RULES, type ReachRule } from "./rules/reach.ts";
import type { Rule } from "./rules/rule.ts";

/** The id of a rule of our own, e.g. `delete-vital`. */
export type RuleId = FileRule | CodeRule | ReachRule | MachineRule;

/** Every rule of our own: data, each with its reason and its examples. */
export const RULES: Readonly<Record<RuleId, Rule>> = { ...FILE_RULES, ...CODE_RULES, ...REACH_RULES, ...MACHINE_RULES };

/** Whether a text is the id of one of our rules. */
export const isRuleId = (id: string): id is RuleId => Object.hasOwn(RULES, id);
