import { resolve } from "node:path";
import { limitsOf } from "../core/base/limits.ts";
import { homeDirectory } from "../core/files/home-directory.ts";
import { lineQuestionsOf } from "../core/line/line-questions.ts";
import { lineRulesOf } from "../core/line/line-rules.ts";
import { createRedactor, type Redactor, secretValuesOf } from "../core/output/redact/redact.ts";
import { childEnvironment, type EnvironmentPolicy, hostEnvironment } from "../core/process/environment.ts";
import { createSandbox } from "../core/sandbox/create-sandbox.ts";
import { type SandboxRequest, type TriedWorkspace, wallOf } from "../core/sandbox/sandbox.ts";
import { defaultStateDir } from "../core/shell/host/state-dir.ts";
import type { HostAbout } from "../core/shell/line/manager-line.ts";
import { ShellManager } from "../core/shell/shell-manager.ts";
import { recoverKeeps } from "../core/try/keep/undo-keep.ts";
import type { Asking } from "./policy-rules.ts";
import type { RedactOptions, ToolkitOptions } from "./toolkit-options.ts";

/** A manager as the options describe it. The sandbox is built when the first command needs it; `asking` is on its line. */
export function createShells(
  options: ToolkitOptions,
  workspace: string,
  { asking, tried }: { readonly asking?: Asking; readonly tried?: TriedWorkspace | undefined } = {},
): ShellManager {
  const { sandbox: request = "none", onPartial = "refuse", loginShell, interactive, journal, onEvent } = options;
  const stateDir = resolve(options.stateDir ?? defaultStateDir());
  const limits = limitsOf(options.limits);
  // In a sandbox, commands inherit only the core of the host's environment unless the operator says "all"; a variable that
  // is included does not bring the others with it.
  const environment: EnvironmentPolicy = { ...(request === "none" ? {} : { inherit: "core" }), ...options.environment };
  const guard = guardOf(options);
  const { app = "library", clientName = () => undefined } = options;
  return new ShellManager({
    stateDir,
    about: {
      app,
      workspace,
      sandbox: wallAskedFor(request),
      // Looked at whenever a host tells of itself: a client says its name after the host has begun.
      get client() {
        return clientName();
      },
    },
    ...(asking === undefined
      ? {}
      : { questions: lineQuestionsOf(asking.questions, asking.userRules), rules: lineRulesOf(asking) }),
    limits: options.limits ?? {},
    environment,
    sandbox: () => {
      recoverKeeps(stateDir); // what a crash left half kept is undone before anything else runs
      const path = childEnvironment(environment)["PATH"] ?? "";
      return createSandbox(request, {
        workspace,
        home: homeDirectory(),
        stateDir,
        limits,
        path,
        guard,
        onPartial,
        tried,
      });
    },
    ...(loginShell === undefined ? {} : { loginShell }),
    ...(interactive === undefined ? {} : { interactive }),
    redactor: redactorOf(options.redact ?? true, environment.set),
    ...(journal === undefined ? {} : { journal }),
    ...(onEvent === undefined ? {} : { onEvent }),
  });
}

/** The files that decide what commands may do. */
const guardOf = ({ policy = {}, guard = [] }: ToolkitOptions): readonly string[] =>
  [...(policy.rulesFile === undefined ? [] : [policy.rulesFile]), ...guard].map((one) => resolve(one));

/** What those who watch are told of the wall that was asked for. */
function wallAskedFor(request: SandboxRequest): NonNullable<HostAbout["sandbox"]> {
  const { profile, network } = typeof request === "string" ? { profile: request, network: undefined } : request;
  return { profile, network: wallOf(network === undefined ? {} : { network }).network };
}

/** Secrets of the host are redacted whether or not commands inherit them, and so are those that the operator sets. */
function redactorOf(options: RedactOptions, set: Readonly<Record<string, string>> = {}): Redactor | "none" {
  if (options === false) return "none";
  const { names = [], values = [], patterns = true } = options === true ? {} : options;
  const host = hostEnvironment();
  const named = names.flatMap((name) => (host[name] === undefined ? [] : [{ name, value: host[name] }]));
  const given = values.map((value) => ({ name: "secret", value }));
  return createRedactor({ values: [...named, ...given, ...secretValuesOf(host), ...secretValuesOf(set)], patterns });
}
