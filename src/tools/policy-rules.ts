import { readFileSync } from "node:fs";
import { Fault } from "../core/base/fault.ts";
import type { Mode } from "../core/policy/judge.ts";
import { checkRules, parseRules } from "../core/policy/parse-rules.ts";
import { joinRules, NO_RULES, type RuleSet } from "../core/policy/user-rules.ts";
import type { PolicyOptions } from "./toolkit-options.ts";

/** The user's rules, from code and from a file. A broken one refuses the start with its place; no rule is ever dropped. */
export function rulesOf({ rules, rulesFile }: PolicyOptions = {}): RuleSet {
  return joinRules(
    rules === undefined ? NO_RULES : checkRules(rules, "policy.rules"),
    rulesFile === undefined ? NO_RULES : parseRules(readRules(rulesFile), rulesFile),
  );
}

const MODES: readonly Mode[] = ["standard", "strict", "permissive"];

/** The mode that was asked for; a mistyped one must not quietly be the mild one. */
export function modeOf({ mode = "standard" }: PolicyOptions = {}): Mode {
  if (MODES.includes(mode)) return mode;
  throw new Fault("CONFIG_INVALID", `policy.mode is ${JSON.stringify(mode)}; it must be one of ${MODES.join(", ")}`);
}

function readRules(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Fault("RULES_INVALID", `${path} cannot be read`, { cause });
  }
}
