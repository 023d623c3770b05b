import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Fault } from "../../core/base/fault.ts";
import type { SandboxRequest } from "../../core/sandbox/sandbox.ts";
import { checkReadable, defaultStateDir } from "../../core/shell/host/state-dir.ts";
import { prefixedToolNames } from "../../tools/tool-names.ts";
import type { ToolkitOptions } from "../../tools/toolkit-options.ts";
import { usualTokenFile } from "../server/door/token.ts";
import { type Config, checkConfig, configDirectory, fromHome, loadConfig, userConfigPath } from "./config.ts";
import type { Io } from "./io.ts";

/** The flags that run, mcp and serve share, as the command line gives them. */
export type SharedFlags = {
  readonly config?: string;
  readonly sandbox?: string;
  readonly network?: string;
  readonly workspace?: string;
  readonly onPartial?: string;
  /** The name of a machine, and of a profile of it. */
  readonly on?: string;
  readonly profile?: string;
  readonly ask?: string;
  readonly policy?: string;
  readonly rules?: string;
  readonly stateDir?: string;
  readonly visibleChars?: number;
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly cache?: string;
  /** Names of variables. */
  readonly env?: readonly string[];
  /** Of the servers alone. */
  readonly interactive?: boolean;
  readonly prefix?: string;
  readonly toolNames?: string;
};

export type Settings = Config & {
  /** Where commands run, if not on this machine; then the workspace is a path there, if one was named. */
  readonly on?: { readonly machine: string; readonly profile?: string; readonly workspace?: string };
  readonly workspace: string;
  readonly stateDir: string;
  readonly sandbox: NonNullable<Config["sandbox"]>;
  /** The directory of the user's own rules. */
  readonly userRules: string;
  /** The configuration file that the operator named. */
  readonly configFile?: string;
};

/** The NACRE_* variable of each setting that is a single word. @internal exported for the test of docs/configuration.md. */
export const VARIABLES = {
  workspace: "NACRE_WORKSPACE",
  sandbox: "NACRE_SANDBOX",
  network: "NACRE_NETWORK",
  policy: "NACRE_POLICY",
  rules: "NACRE_RULES",
  stateDir: "NACRE_STATE_DIR",
  tokenFile: "NACRE_TOKEN_FILE",
} as const;

/** One precedence, everywhere: flags, then NACRE_* variables, then the configuration file, then the default. */
export function settingsOf(
  flags: SharedFlags,
  io: Io,
  defaults: { readonly sandbox: NonNullable<Config["sandbox"]> },
): Settings {
  const place = (path: string): string => resolve(io.cwd, fromHome(path, io.home));
  const file = flags.config ?? io.env["NACRE_CONFIG"];
  const named = file === undefined ? undefined : place(file);
  const config = loadConfig(named, userConfigPath(io.env, io.home), io.home);
  const variables = fromWords(
    Object.fromEntries(Object.entries(VARIABLES).map(([key, name]) => [key, io.env[name] || undefined])),
    (key) => Object.entries(VARIABLES).find(([name]) => name === key)?.[1] ?? key,
  );
  const { sandbox, network, cache, workspace, onPartial, ask, policy, rules, stateDir, prefix, toolNames } = flags;
  const { visibleChars } = flags;
  const settings = {
    sandbox: defaults.sandbox,
    ...config,
    ...variables,
    ...fromWords(
      { sandbox, network, cache, workspace, onPartial, ask, policy, rules, stateDir, prefix, toolNames },
      flagOf,
    ),
  };
  return {
    ...settings,
    ...openedBy(flags, settings, place),
    ...(named === undefined ? {} : { configFile: named }),
    ...(flags.interactive === undefined ? {} : { interactive: flags.interactive }),
    ...(visibleChars === undefined ? {} : { limits: { ...settings.limits, visibleChars } }),
    ...(settings.rules === undefined ? {} : { rules: place(settings.rules) }),
    ...(settings.tokenFile === undefined ? {} : { tokenFile: place(settings.tokenFile) }),
    ...machineOf(flags, config),
    workspace: place(settings.workspace ?? "."),
    userRules: configDirectory(io.env, io.home),
    stateDir: place(settings.stateDir ?? defaultStateDir(io.env)),
  };
}

/** The machine that the flags name. */
function machineOf({ on: machine, profile, workspace }: SharedFlags, { machines = {} }: Config): Pick<Settings, "on"> {
  if (machine === undefined) {
    if (profile !== undefined) throw new Fault("CONFIG_INVALID", "--profile is of a machine; add --on NAME");
    return {};
  }
  if (!Object.hasOwn(machines, machine)) {
    const known = Object.keys(machines).join(", ") || "none";
    throw new Fault(
      "CONFIG_INVALID",
      `--on is ${JSON.stringify(machine)}; the configuration has these machines: ${known}`,
    );
  }
  if (workspace !== undefined && !workspace.startsWith("/"))
    throw new Fault(
      "CONFIG_INVALID",
      `--workspace is ${JSON.stringify(workspace)}; with --on it is a path there, from /`,
    );
  return {
    on: {
      machine,
      ...(profile === undefined ? {} : { profile }),
      ...(workspace === undefined ? {} : { workspace }),
    },
  };
}

/** What the flags open to commands: paths of a sandbox, and variables. */
function openedBy({ read, write, cache, env }: SharedFlags, settings: Config, place: (path: string) => string): Config {
  if ((read ?? write ?? cache) !== undefined && settings.sandbox === "none")
    throw new Fault("CONFIG_INVALID", "--read, --write and --cache are of a sandbox; add --sandbox workspace");
  const wrong = env?.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined)
    throw new Fault("CONFIG_INVALID", `--env is ${JSON.stringify(wrong)}; it must be the name of a variable`);
  const { environment } = settings;
  return {
    ...(read === undefined ? {} : { read: read.map(place) }),
    ...(write === undefined ? {} : { write: write.map(place) }),
    ...(env === undefined
      ? {}
      : { environment: { ...environment, include: [...(environment?.include ?? []), ...env] } }),
  };
}

/** The file of the main token: the one that is named, else in the state directory. */
export function tokenFileOf(flags: { readonly tokenFile?: string }, { tokenFile, stateDir }: Settings, io: Io): string {
  if (flags.tokenFile !== undefined) return resolve(io.cwd, fromHome(flags.tokenFile, io.home));
  return tokenFile ?? usualTokenFile(stateDir);
}

/** The flag of a setting. @internal exported for the test of docs/configuration.md. */
export const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The settings, or a fault where commands cannot run in the workspace. */
export function withWorkspace(settings: Settings): Settings {
  const { workspace } = settings;
  if (settings.on !== undefined) return settings; // a path there
  const stat = statSync(workspace, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return settings;
  const why = stat === undefined ? "does not exist" : "is not a directory";
  throw new Fault("CONFIG_INVALID", `the workspace ${workspace} ${why}`);
}

/** Words from flags or variables, checked as a configuration file is. Any network but `on` and `off` is a list of hosts; names of tools are pairs. */
function fromWords(words: Readonly<Record<string, string | undefined>>, named: (key: string) => string): Config {
  const said = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  const { network, toolNames } = said;
  const hosts =
    network === undefined || network === "on" || network === "off"
      ? {}
      : {
          network: network
            .split(",")
            .map((host) => host.trim())
            .filter(Boolean),
        };
  const names = toolNames === undefined ? {} : { toolNames: pairsIn(toolNames) };
  return checkConfig({ ...said, ...hosts, ...names }, named);
}

/** `Bash=shell,KillShell=end` as an object. */
const pairsIn = (list: string): Record<string, string> =>
  Object.fromEntries(
    list.split(",").map((pair) => {
      const [tool = "", name = ""] = pair.split("=", 2);
      return [tool.trim(), name.trim()];
    }),
  );

/** The options of a toolkit for these settings. */
export function toolkitOptionsOf(settings: Settings): ToolkitOptions {
  const { userRules, workspace, stateDir, limits, environment, redact, snapshot, policy, rules, configFile } = settings;
  const { prefix, toolNames, onPartial, ask, journal, interactive } = settings;
  return {
    ...placeOptionsOf(settings),
    ...(settings.on === undefined ? { workingDir: workspace } : {}),
    userRules,
    stateDir,
    sandbox: sandboxRequestOf(settings),
    ...(onPartial === undefined ? {} : { onPartial }),
    ...(ask === undefined ? {} : { ask }),
    policy: { ...(policy === undefined ? {} : { mode: policy }), ...(rules === undefined ? {} : { rulesFile: rules }) },
    ...(configFile === undefined ? {} : { guard: [configFile] }),
    ...(limits === undefined ? {} : { limits }),
    ...(environment === undefined ? {} : { environment }),
    ...(redact === undefined ? {} : { redact }),
    ...(journal === undefined ? {} : { journal }),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(interactive === undefined ? {} : { interactive }),
    toolNames: { ...(prefix === undefined ? {} : prefixedToolNames(prefix)), ...toolNames },
  };
}

/** Where commands run, for a toolkit. */
function placeOptionsOf({
  on,
  machines,
}: Settings): Pick<ToolkitOptions, "machine" | "machines" | "profile" | "workingDir"> {
  if (on === undefined || machines === undefined) return {};
  const { machine, profile, workspace } = on;
  return {
    machine,
    machines,
    ...(profile === undefined ? {} : { profile }),
    ...(workspace === undefined ? {} : { workingDir: workspace }),
  };
}

/** The sandbox that these settings ask for. */
export function sandboxRequestOf({
  sandbox,
  network,
  read,
  write,
  cache,
}: Settings): "none" | Extract<SandboxRequest, object> {
  if (sandbox === "none") {
    if (network !== undefined && network !== "on") {
      throw new Fault(
        "CONFIG_INVALID",
        "network cannot be limited without a sandbox; add --sandbox workspace, or leave --network out",
      );
    }
    return "none";
  }
  return {
    profile: sandbox,
    network: typeof network === "object" ? { allow: network } : (network ?? "on"),
    ...(read === undefined ? {} : { read }),
    ...(write === undefined ? {} : { write }),
    ...(cache === undefined ? {} : { cache }),
  };
}

/** The state directory and the input and output of a command of the CLI. */
export type Surroundings = { readonly stateDir: string; readonly io: Io };

/** Must resolve the state directory exactly as the servers do, or their shells are not found. */
export function placeOf(flags: Pick<SharedFlags, "stateDir" | "config">, io: Io): Surroundings {
  const { stateDir } = settingsOf(flags, io, { sandbox: "none" });
  checkReadable(stateDir);
  return { stateDir, io };
}
