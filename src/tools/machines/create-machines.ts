import { join, resolve } from "node:path";
import { Fault } from "../../core/base/fault.ts";
import type { Questions } from "../../core/permission/questions.ts";
import type { SandboxRequest } from "../../core/sandbox/sandbox.ts";
import { ToolRegistry } from "../registry.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { ToolkitOptions } from "../toolkit-options.ts";
import type { Hello } from "../worker/worker.ts";
import { checkMachines, type MachineOptions } from "./machine-options.ts";
import { Machines } from "./machines.ts";

/** What a toolkit whose sessions all run elsewhere is told of the place: the directory there, and no sandbox here. */
type Place = {
  readonly workingDir: string;
  /** The workspace by which the user's rules are found: those of another machine are rules of their own. */
  readonly rulesFor: string;
  readonly sandbox: SandboxRequest;
};

export function atMachine(options: ToolkitOptions): Place {
  const { machine, sandbox = "none" } = options;
  checkMachines(options.machines ?? {});
  const here = resolve(options.workingDir ?? ".");
  if (typeof machine !== "string") return { workingDir: here, rulesFor: here, sandbox };
  const its = options.machines?.[machine];
  if (its === undefined) {
    const known = Object.keys(options.machines ?? {}).join(", ");
    throw new Fault("CONFIG_INVALID", `there is no machine ${JSON.stringify(machine)}; there are: ${known || "none"}`);
  }
  const workingDir = options.workingDir ?? its.workspace ?? "/";
  return { workingDir, rulesFor: join("/machines", machine, workingDir), sandbox: "none" };
}

/** The tools as they are called where their sessions run; the same registry where all run here. */
export function createMachines(
  here: ToolRegistry,
  { options, setup, questions }: { options: ToolkitOptions; setup: ToolSetup; questions: Questions },
): { readonly machines: Machines | undefined; readonly registry: ToolRegistry } {
  if (options.machine === undefined) return { machines: undefined, registry: here };
  const { gate, approver, words, announce, onUse, raw } = setup;
  const helloFor = (machine: MachineOptions): Hello => helloOf(options, setup, machine);
  const usualDir = atMachine(options).workingDir;
  const gateway = {
    usualDir,
    shells: setup.shells(),
    gate,
    approver,
    questions,
    words,
    announce,
    onUse,
    raw,
    helloFor,
  };
  const machines = new Machines({ ...gateway, profile: options.profile }, options);
  const registry = new ToolRegistry();
  for (const tool of here.list()) registry.register(machines.place(tool));
  return { machines, registry };
}

/** What a worker is told of the options: what is data, and nothing that only concerns this host. */
function helloOf(options: ToolkitOptions, { keepsRules }: ToolSetup, machine: MachineOptions): Hello {
  const { merge, raw, onTimeout, autoQuote, confine, snapshot, toolNames, limits, environment } = options;
  const { loginShell, interactive, onPartial, redact = true, roots } = options;
  const isPlaced = typeof options.machine === "string";
  const workingDir = (isPlaced ? options.workingDir : undefined) ?? machine.workspace;
  const ways = { merge, raw, onTimeout, autoQuote, confine, snapshot, toolNames, limits, environment };
  const known = {
    onPartial,
    loginShell,
    interactive,
    ...ways,
    workingDir,
    stateDir: machine.stateDir,
    roots: isPlaced ? roots : undefined,
    sandbox: machine.sandbox ?? options.sandbox ?? "none",
    // Secrets of this host are taken out here, and do not leave it.
    redact: redact !== false,
  };
  return {
    options: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    keepsRules,
    ...(machine.beatMs === undefined ? {} : { beatMs: machine.beatMs }),
  };
}
