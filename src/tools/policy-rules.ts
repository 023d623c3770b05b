import { readFileSync } from "node:fs";
import { Fault } from "../core/base/fault.ts";
import { systemReason } from "../core/base/system-error.ts";
import { checkRules, parseRules } from "../core/policy/parse-rules.ts";
import { joinRules, NO_RULES, type RuleSet } from "../core/policy/rules/user-rules.ts";
import { parseHostRules } from "../core/sandbox/network/host-rules.ts";
import type { SandboxRequest } from "../core/sandbox/sandbox.ts";
import type { PolicyOptions } from "./toolkit-options.ts";

/** The operator's rules, from code and from a file. A broken rule is a fault that names its place; no rule is ever dropped. */
export function rulesOf({ rules, rulesFile }: PolicyOptions = {}): RuleSet {
  return joinRules(
    rules === undefined ? NO_RULES : checkRules(rules, "policy.rules"),
    rulesFile === undefined ? NO_RULES : parseRules(readRules(rulesFile), rulesFile),
  );
}

/** A command may reach the hosts that the sandbox is open to without a question. */
export function hostsOpened(sandbox: SandboxRequest | undefined): RuleSet {
  const network = typeof sandbox === "object" ? sandbox.network : undefined;
  const names = typeof network === "object" ? parseHostRules(network.allow) : [];
  return { ...NO_RULES, hosts: names.flatMap(({ kind, host }) => (kind === "exact" ? [host] : [])) };
}

function readRules(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Fault("RULES_INVALID", `${path} cannot be read (${systemReason(cause)})`, { cause });
  }
}
