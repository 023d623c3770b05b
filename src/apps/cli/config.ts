import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Fault, isFault } from "../../core/base/fault.ts";
import { hintFor } from "../../core/base/hint-for.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { JsonProblem, type PlacedJson } from "../../core/base/json-with-positions.ts";
import { type Limits, limitsOf } from "../../core/base/limits.ts";
import { shown } from "../../core/base/show-value.ts";
import { isMissing, systemReason } from "../../core/base/system-error.ts";
import type { EnvironmentPolicy } from "../../core/process/environment.ts";
import type { CacheMode } from "../../core/sandbox/sandbox.ts";
import type { JournalMode } from "../../core/shell/host/host-journal.ts";
import { checkMachines, type MachineOptions } from "../../tools/machines/machine-options.ts";
import { type ToolNames, toolNamesOf } from "../../tools/tool-names.ts";
import { parseJsonc, placeIn } from "./jsonc.ts";

/** The settings of a configuration file. Flags and NACRE_* variables override them. */
export type Config = {
  readonly workspace?: string;
  readonly sandbox?: "none" | "workspace" | "readonly";
  readonly network?: "on" | "off" | readonly string[];
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly cache?: CacheMode;
  readonly onPartial?: "refuse" | "run";
  readonly ask?: "wait" | "refuse";
  readonly policy?: "standard" | "strict" | "permissive";
  readonly rules?: string;
  readonly stateDir?: string;
  readonly limits?: Partial<Limits>;
  readonly environment?: EnvironmentPolicy;
  readonly redact?: boolean;
  readonly journal?: JournalMode;
  readonly snapshot?: boolean;
  readonly interactive?: boolean;
  readonly prefix?: string;
  readonly toolNames?: Partial<ToolNames>;
  readonly handoverMs?: number;
  readonly structured?: boolean;
  readonly idleMs?: number;
  readonly port?: number;
  readonly tokenFile?: string;
  readonly machines?: Readonly<Record<string, MachineOptions>>;
  readonly maxWorkers?: number;
};

type Check = (value: unknown) => boolean;
const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.some((one) => one === value);
const isString: Check = (value) => typeof value === "string" && value !== "";
const isBoolean: Check = (value) => typeof value === "boolean";
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

const TOOLS = Object.keys(toolNamesOf());
const isPrefix: Check = (value) => typeof value === "string" && /^[A-Za-z0-9_-]{1,40}$/.test(value);
const isToolNames: Check = (value) =>
  isRecord(value) &&
  Object.entries(value).every(
    ([tool, name]) => TOOLS.includes(tool) && typeof name === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(name),
  );

/** With a shorter time almost every command would be handed over before its result. */
export const LEAST_HANDOVER_MS = 1000;

/** With a shorter time a client that thinks would lose its session. */
export const LEAST_IDLE_MS = 1000;

/** @internal exported for the test of docs/configuration.md. */
export const KEYS: Readonly<Record<keyof Config, { readonly check: Check; readonly allowed: string }>> = {
  workspace: { check: isString, allowed: "a path" },
  sandbox: { check: oneOf("none", "workspace", "readonly"), allowed: '"none", "workspace" or "readonly"' },
  network: {
    check: (value) => oneOf("on", "off")(value) || isStrings(value),
    allowed: '"on", "off" or a list of hosts',
  },
  read: { check: isStrings, allowed: "a list of paths" },
  write: { check: isStrings, allowed: "a list of paths" },
  cache: { check: oneOf("private", "shared", "none"), allowed: '"private", "shared" or "none"' },
  onPartial: { check: oneOf("refuse", "run"), allowed: '"refuse" or "run"' },
  ask: { check: oneOf("wait", "refuse"), allowed: '"wait" or "refuse"' },
  policy: { check: oneOf("standard", "strict", "permissive"), allowed: '"standard", "strict" or "permissive"' },
  rules: { check: isString, allowed: "the path of a rules file" },
  stateDir: { check: isString, allowed: "a path" },
  limits: { check: isRecord, allowed: "an object of limits" },
  environment: { check: isRecord, allowed: "an object with inherit, include, exclude, set" },
  redact: { check: isBoolean, allowed: "true or false" },
  journal: { check: oneOf("on", "off", "strict"), allowed: '"on", "off" or "strict"' },
  snapshot: { check: isBoolean, allowed: "true or false" },
  interactive: { check: isBoolean, allowed: "true or false" },
  prefix: { check: isPrefix, allowed: 'at most 40 letters, digits, "_" or "-"' },
  toolNames: { check: isToolNames, allowed: `an object with other names for ${TOOLS.join(", ")}` },
  handoverMs: {
    check: isWhole(LEAST_HANDOVER_MS, 86_400_000),
    allowed: `a whole number of at least ${LEAST_HANDOVER_MS}`,
  },
  structured: { check: isBoolean, allowed: "true or false" },
  idleMs: {
    check: isWhole(LEAST_IDLE_MS, 7 * 86_400_000),
    allowed: `a whole number of at least ${LEAST_IDLE_MS}`,
  },
  port: { check: isWhole(0, 65_535), allowed: "a port number, 0 for any free one" },
  tokenFile: { check: isString, allowed: "a path" },
  machines: { check: isRecord, allowed: "an object of machines" },
  maxWorkers: { check: isWhole(1, 100_000), allowed: "a whole number of at least 1" },
};

const PATHS = ["workspace", "rules", "stateDir", "tokenFile"] as const;

/** A configuration file's text, or a fault that names the file, the line, the key and what is allowed. */
function parseConfig(text: string, source: string): Config {
  const { value, places } = readConfig(text, source);
  return checkConfig(value, (key) => {
    const place = `${source}, ${placeIn(text, places.get(key) ?? 0)}:`;
    return key === "" ? `${place} the file` : `${place} "${key}"`;
  });
}

function readConfig(text: string, source: string): PlacedJson {
  try {
    return parseJsonc(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new Fault("CONFIG_INVALID", `${source}, ${placeIn(text, error.at)}: ${error.message}`, { cause: error });
  }
}

/** Checks a configuration. `named` gives the name under which the operator wrote a key, and where. */
export function checkConfig(value: unknown, named: (key: string) => string): Config {
  if (!isRecord(value)) throw new Fault("CONFIG_INVALID", `${named("")} must hold an object`);
  const entries = Object.entries(value);
  for (const [key, entry] of entries) {
    const known = Object.entries(KEYS).find(([name]) => name === key)?.[1];
    if (known === undefined) {
      const hint = hintFor(key, Object.keys(KEYS), (meant) => `"${meant}"`);
      throw new Fault("CONFIG_INVALID", `${named(key)} is not a key; ${hint}`);
    }
    if (!known.check(entry)) {
      throw new Fault("CONFIG_INVALID", `${named(key)} is ${shown(entry)}; it must be ${known.allowed}`);
    }
  }
  const config: Config = Object.fromEntries(entries);
  checkLimits(config.limits ?? {}, named);
  checkMachines(config.machines ?? {}, named);
  return config;
}

/** Checks each limit by itself, so that a mistake has a place; `limitsOf` checks them together. */
function checkLimits(limits: Partial<Limits>, named: (key: string) => string): void {
  for (const [name, value] of Object.entries(limits)) {
    try {
      limitsOf({ maxTimeoutMs: Number.MAX_SAFE_INTEGER, defaultTimeoutMs: 1, [name]: value });
    } catch (error) {
      if (!isFault(error)) throw error;
      const why = error.message.slice(error.message.indexOf(name) + name.length);
      throw new Fault("CONFIG_INVALID", `${named(`limits.${name}`)}${why}`, { cause: error });
    }
  }
}

/** nacre's own directory in the user's configuration. A relative `XDG_CONFIG_HOME` does not count: it would lie where commands write. */
export function configDirectory(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  return join(isAbsolute(named) ? named : join(home, ".config"), "nacre");
}

/** The path of the user's own configuration, used when none is named. Never in the workspace: a command that can write there must not loosen the rules. */
export function userConfigPath(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(configDirectory(env, home), "config.json");
}

/** A shell replaces `~` by the home directory, but not in a file, nor in `--workspace=~/x`. */
export const fromHome = (path: string, home: string): string =>
  path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;

/** The named configuration, or the user's own if there is one. Relative paths in it are relative to the file. */
export function loadConfig(named: string | undefined, fallback: string, home: string): Config {
  const path = named === undefined ? fallback : resolve(fromHome(named, home));
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    // Only a missing file counts as empty; an unreadable one may say "strict".
    if (named === undefined && isMissing(cause)) return {};
    throw new Fault("CONFIG_INVALID", `${path} cannot be read (${systemReason(cause)})`, { cause });
  }
  const config = parseConfig(text, path);
  const paths = PATHS.flatMap((key) => {
    const value = config[key];
    return value === undefined ? [] : [[key, resolve(dirname(path), fromHome(value, home))] as const];
  });
  return { ...config, ...Object.fromEntries(paths) };
}
