import { resolve } from "node:path";
import { limitsOf } from "../core/base/limits.ts";
import { homeDirectory } from "../core/files/home-directory.ts";
import { createRedactor, type Redactor, secretValuesOf } from "../core/output/redact/redact.ts";
import { childEnvironment, type EnvironmentPolicy, hostEnvironment } from "../core/process/environment.ts";
import { createSandbox } from "../core/sandbox/create-sandbox.ts";
import { defaultStateDir } from "../core/shell/host/state-dir.ts";
import { ShellManager } from "../core/shell/shell-manager.ts";
import type { RedactOptions, ToolkitOptions } from "./toolkit-options.ts";

/** A manager as the options describe it. The sandbox is built when the first command needs it. */
export function createShells(options: ToolkitOptions, workspace: string): ShellManager {
  const { sandbox: request = "none", onPartial = "refuse", loginShell, onEvent } = options;
  const stateDir = resolve(options.stateDir ?? defaultStateDir());
  const limits = limitsOf(options.limits);
  // In a sandbox, commands inherit only the core of the host's environment unless the operator says "all"; a variable that
  // is included does not bring the others with it.
  const environment: EnvironmentPolicy = { ...(request === "none" ? {} : { inherit: "core" }), ...options.environment };
  const { rulesFile } = options.policy ?? {};
  const guard = [...(rulesFile === undefined ? [] : [rulesFile]), ...(options.guard ?? [])].map((one) => resolve(one));
  return new ShellManager({
    stateDir,
    limits: options.limits ?? {},
    environment,
    sandbox: () => {
      const path = childEnvironment(environment)["PATH"] ?? "";
      return createSandbox(request, { workspace, home: homeDirectory(), stateDir, limits, path, guard, onPartial });
    },
    ...(loginShell === undefined ? {} : { loginShell }),
    redactor: redactorOf(options.redact ?? true, environment.set),
    ...(onEvent === undefined ? {} : { onEvent }),
  });
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
