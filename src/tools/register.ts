import { resolve } from "node:path";
import { Fault } from "../core/base/fault.ts";
import { guarded } from "../core/base/guarded-listener.ts";
import { DEFAULT_LIMITS, LONGEST_COMMAND, limitsOf } from "../core/base/limits.ts";
import { readCode } from "../core/files/read-code.ts";
import { createGate, type Gate } from "../core/permission/gate.ts";
import { joinRules } from "../core/policy/rules/user-rules.ts";
import { ShellManager } from "../core/shell/shell-manager.ts";
import { createBashTool } from "./bash/bash.ts";
import { createLossLookup } from "./bash/loss-lookup.ts";
import { WaitingCalls } from "./bash/waiting-calls.ts";
import { checkOptions } from "./check-options.ts";
import { createShells } from "./create-shells.ts";
import { type Asking, askingOf, homeOf, hostsOpened, rulesOf } from "./policy-rules.ts";
import type { ToolRegistry } from "./registry.ts";
import { createBashOutputTool } from "./shells/bash-output.ts";
import { createKillShellTool } from "./shells/kill-shell.ts";
import { createListShellsTool } from "./shells/list-shells.ts";
import { ShellNotices } from "./shells/shell-notices.ts";
import { TypedInputs } from "./shells/typed-inputs.ts";
import { createBashInputTool } from "./shells/write-to-shell.ts";
import type { Tool } from "./tool.ts";
import { questionEvent, type ToolkitEvent } from "./tool-event.ts";
import { toolNamesOf } from "./tool-names.ts";
import type { ToolSetup } from "./tool-setup.ts";
import type { ToolkitOptions } from "./toolkit-options.ts";
import { Tries } from "./trying/tries.ts";
import type { Trying } from "./trying/trying.ts";
import { wallViewOf } from "./words/wall-view.ts";
import { wordsFor } from "./words.ts";

/**
 * Registers Bash, BashOutput, BashInput, KillShell and ListShells. Without `shells` they use the process-wide manager of the moment
 * of each call. Where an option needs a manager of its own, one is made that lives as long as the process.
 */
export function registerExecutionTools(registry: ToolRegistry, options: ToolkitOptions = {}): void {
  checkOptions(options);
  const { shells } = options;
  const asked = managersOptions(options);
  if (shells !== undefined) {
    refuseManagersOptions(options);
    registerWith(registry, options, { shells: () => shells });
  } else if (asked.length === 0) {
    registerWith(registry, options, { shells: () => ShellManager.getInstance() });
  } else {
    const asking = askingOf(options);
    const own = createShells(options, resolve(options.workingDir ?? "."), { asking });
    registerWith(registry, options, { shells: () => own, asking });
  }
}

/** The manager of the tools; the gate and where questions are taken back, where they are not the tools' own. */
type Registration = Pick<ToolSetup, "shells"> &
  Partial<
    Pick<ToolSetup, "onUse" | "gate" | "withdraw" | "keepsRules"> & {
      readonly asking: Asking;
      readonly trying: Trying;
      /** Whether another registration tells of these questions. */
      readonly isToldElsewhere: boolean;
    }
  >;

/** The five tools over this manager. */
export function registerWith(
  registry: ToolRegistry,
  options: ToolkitOptions,
  { shells, onUse = () => undefined, asking = askingOf(options), ...its }: Registration,
): ToolSetup {
  const { onEvent = () => undefined } = options;
  const listener = guarded(onEvent);
  const announce = (event: ToolkitEvent): void => {
    shells().journal.note(event);
    listener(event);
  };
  const { questions, userRules, sessionRules } = asking;
  if (its.isToldElsewhere !== true)
    questions.onChange((question, change) => {
      if (change !== "learned") announce(questionEvent(question));
    });
  const names = toolNamesOf(options.toolNames);
  const limits = limitsOf({ ...shells().limits, ...options.limits });
  const tries = its.trying === undefined ? undefined : new Tries(its.trying, questions);
  const setup: ToolSetup = {
    shells,
    onUse: (use) => {
      sessionRules.use(use.sessionId);
      onUse(use);
    },
    gate: its.gate ?? gateOf(options, asking),
    approver: options.approver,
    withdraw: its.withdraw ?? ((id) => questions.withdraw(id)),
    waiting: new WaitingCalls(),
    notices: new ShellNotices(),
    tries,
    inputs: new TypedInputs(),
    keepsRules: its.keepsRules ?? userRules !== undefined,
    words: { ...wordsFor(names), ...options.words },
    limits,
    isVisibleSet: options.limits?.visibleChars !== undefined || limits.visibleChars !== DEFAULT_LIMITS.visibleChars,
    ...groundOf(options),
    ...waysOf(options),
    interactive: shells().isInteractive === true,
    announce,
  };
  const redact = (text: string): string => shells().redact(text);
  const anywhere = <Input>(tool: Tool<Input>): Tool<Input> => tries?.within(tool) ?? tool;
  registry.register({ ...createBashTool(setup), shownAs: names.Bash, redact });
  registry.register({ ...anywhere(createBashOutputTool(setup)), shownAs: names.BashOutput, redact });
  registry.register({ ...anywhere(createBashInputTool(setup)), shownAs: names.BashInput, redact });
  registry.register({ ...anywhere(createKillShellTool(setup)), shownAs: names.KillShell, redact });
  registry.register({ ...createListShellsTool(setup), shownAs: names.ListShells, redact });
  return setup;
}

/** The gate that these options ask for. */
const gateOf = (options: ToolkitOptions, asking: Asking): Gate => {
  const { environment, policy, sandbox, workingDir } = options;
  return createGate({
    ...asking,
    lookUpLoss: createLossLookup(options),
    home: homeOf(environment),
    workspace: resolve(workingDir ?? "."),
    mode: policy?.mode ?? "standard",
    rules: joinRules(rulesOf(policy), hostsOpened(sandbox)),
    readFile: (path) => readCode(path, LONGEST_COMMAND),
  });
};

/** Where commands run, and what they reach there. */
const groundOf = ({
  sandbox = "none",
  workingDir,
  roots = workingDir === undefined ? undefined : [workingDir],
}: ToolkitOptions): Pick<ToolSetup, "roots" | "wall" | "sharesNetwork"> => ({
  roots,
  wall: wallViewOf(sandbox, resolve(workingDir ?? ".")),
  sharesNetwork: typeof sandbox !== "object" || (sandbox.network ?? "on") === "on",
});

/** How commands run and how output is shown, unless a call says otherwise. */
function waysOf(
  options: ToolkitOptions,
): Pick<ToolSetup, "merge" | "raw" | "onTimeout" | "autoQuote" | "confine" | "snapshot"> {
  const { merge = false, raw = false, onTimeout = "kill" } = options;
  const { autoQuote = true, confine = false, snapshot = false } = options;
  return { merge, raw, onTimeout, autoQuote, confine, snapshot };
}

/** The limits that tools enforce themselves; the manager enforces all others. */
const OF_TOOLS: readonly string[] = ["defaultTimeoutMs", "maxTimeoutMs", "visibleChars"];

/** The names of the options that only a manager can apply. */
function managersOptions({ sandbox, limits = {}, ...options }: ToolkitOptions): readonly string[] {
  const { onPartial, environment, stateDir, redact, loginShell, interactive, journal, app, clientName } = options;
  const walled = sandbox === "none" ? undefined : sandbox;
  const asked = {
    sandbox: walled,
    onPartial,
    environment,
    stateDir,
    redact,
    loginShell,
    interactive,
    journal,
    app,
    clientName,
  };
  return [...Object.entries(asked), ...Object.entries(limits).filter(([name]) => !OF_TOOLS.includes(name))].flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
}

/** Refuses options that only a manager can apply where the manager exists already: they would have no effect. */
export function refuseManagersOptions(options: ToolkitOptions): void {
  const asked = managersOptions(options);
  if (asked.length === 0) return;
  throw new Fault(
    "CONFIG_INVALID",
    `${asked.join(", ")} cannot be set for a ShellManager that exists already; give them to it, or let createToolkit make one`,
  );
}
