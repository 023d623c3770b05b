import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../core/base/fault.ts";
import { systemReason } from "../core/base/system-error.ts";
import { homeDirectory } from "../core/files/home-directory.ts";
import { isInside, realPath } from "../core/files/path-inside.ts";
import { Questions } from "../core/permission/questions.ts";
import { SessionRules } from "../core/permission/session-rules.ts";
import { UserRulesStore } from "../core/permission/user-rules-store.ts";
import { checkRules, parseRules } from "../core/policy/parse-rules.ts";
import { joinRules, NO_RULES, type RuleSet } from "../core/policy/rules/user-rules.ts";
import { parseHostRules } from "../core/sandbox/network/host-rules.ts";
import type { SandboxRequest } from "../core/sandbox/sandbox.ts";
import type { PolicyOptions, ToolkitOptions } from "./toolkit-options.ts";

/** The operator's rules, from code and from a file. A broken rule is a fault that names its place; no rule is ever dropped. */
export function rulesOf({ rules, rulesFile }: PolicyOptions = {}): RuleSet {
  return joinRules(
    rules === undefined ? NO_RULES : checkRules(rules, "policy.rules"),
    rulesFile === undefined ? NO_RULES : parseRules(readRules(rulesFile), rulesFile),
  );
}

/** The questions of a toolkit, and the rules that answers to them and the user make. */
export type Asking = {
  readonly questions: Questions;
  readonly userRules: UserRulesStore | undefined;
  readonly sessionRules: SessionRules;
};

export const askingOf = ({ ask, userRules, workingDir, environment }: ToolkitOptions): Asking => ({
  questions: new Questions({ mode: ask }),
  sessionRules: new SessionRules(),
  userRules: userRulesOf(userRules, { home: homeOf(environment), workspace: resolve(workingDir ?? ".") }),
});

/** The home of commands. */
export const homeOf = (environment: ToolkitOptions["environment"]): string =>
  environment?.set?.["HOME"] ?? homeDirectory();

/** The user's own rules. The policy keeps commands out of nacre's directory in a home, and out of no other in a workspace. @internal exported for its test. */
export function userRulesOf(
  directory: string | undefined,
  { home, workspace }: { readonly home: string; readonly workspace: string },
): UserRulesStore | undefined {
  if (directory === undefined) return undefined;
  const place = resolve(directory);
  const root = realPath(workspace);
  if (isInside(place, root) && place !== join(home, ".config", "nacre"))
    throw new Fault("RULES_INVALID", `${place} lies in the workspace, where commands write; keep your rules elsewhere`);
  return new UserRulesStore(place, root);
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
