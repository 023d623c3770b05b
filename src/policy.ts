/** `nacre/policy`: the verdict alone, for hosts that run commands by other means. Pure; starts nothing, reads nothing. */
export { Fault, type FaultCode, isFault } from "./core/base/fault.ts";
export { judge, type Mode, type Where } from "./core/policy/judge.ts";
export { parseRules } from "./core/policy/parse-rules.ts";
export type { GivenStdin } from "./core/policy/read/given-stdin.ts";
export { RULES, type RuleId } from "./core/policy/rules/all-rules.ts";
export type { Rule } from "./core/policy/rules/rule.ts";
export { joinRules, type RuleSet, type UserRule } from "./core/policy/rules/user-rules.ts";
export type {
  HeldState,
  ReadFile,
  SessionKnowledge,
  SessionVariable,
} from "./core/policy/session/session-knowledge.ts";
export type { Changes, Decision, Finding, Findings, Link, Needs, Part, Verdict } from "./core/policy/verdict.ts";
