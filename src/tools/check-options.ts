import { Fault } from "../core/base/fault.ts";
import { hintFor } from "../core/base/hint-for.ts";
import { isRecord } from "../core/base/is-record.ts";
import { shown } from "../core/base/show-value.ts";
import { toolNamesOf } from "./tool-names.ts";
import type { PolicyOptions, ToolkitOptions } from "./toolkit-options.ts";
import { WORDS } from "./words.ts";

/** What an option may be, in words and as a test; of an object also its fields. */
type Option = {
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
  readonly fields?: Readonly<Record<string, Option>>;
};

const oneOf = (...values: readonly string[]): Option => ({
  allowed: listed(values.map((value) => `"${value}"`)),
  accepts: (value) => values.some((one) => one === value),
});

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const group = (allowed: string, fields?: Readonly<Record<string, Option>>): Option => ({
  allowed,
  accepts: isRecord,
  ...(fields === undefined ? {} : { fields }),
});

const either = (...options: readonly Option[]): Option => {
  const fields = options.find((option) => option.fields !== undefined)?.fields;
  return {
    allowed: listed(options.map(({ allowed }) => allowed)),
    accepts: (value) => options.some((option) => option.accepts(value)),
    ...(fields === undefined ? {} : { fields }),
  };
};

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const FLAG: Option = { allowed: "true or false", accepts: (value) => typeof value === "boolean" };
const PATH: Option = { allowed: "a path", accepts: isText };
const TEXTS: Option = {
  allowed: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every(isText),
};
const FUNCTION: Option = { allowed: "a function", accepts: (value) => typeof value === "function" };
const LIST: Option = { allowed: "a list", accepts: (value) => Array.isArray(value) };

const POLICY: Readonly<Record<keyof PolicyOptions, Option>> = {
  mode: oneOf("standard", "strict", "permissive"),
  rules: either(LIST, group("an object with allow, ask, deny, rules or hosts")),
  rulesFile: PATH,
};

/** Every option there is. Limits and rules are checked where they are read, name by name. */
const OPTIONS: Readonly<Record<keyof ToolkitOptions, Option>> = {
  workingDir: PATH,
  sandbox: either(
    oneOf("none", "workspace", "readonly"),
    group("an object with profile, network, read, write, cache", {
      profile: oneOf("workspace", "readonly"),
      network: either(oneOf("on", "off"), group("an object with allow", { allow: TEXTS })),
      read: TEXTS,
      write: TEXTS,
      cache: oneOf("private", "shared", "none"),
    }),
  ),
  policy: group("an object with mode, rules, rulesFile", POLICY),
  onPartial: oneOf("refuse", "run"),
  guard: TEXTS,
  approver: FUNCTION,
  ask: oneOf("wait", "refuse"),
  userRules: PATH,
  environment: group("an object with inherit, include, exclude, set", {
    inherit: oneOf("all", "core", "none"),
    include: TEXTS,
    exclude: TEXTS,
    set: {
      allowed: "an object of texts",
      accepts: (value) => isRecord(value) && Object.values(value).every((one) => typeof one === "string"),
    },
  }),
  limits: group("an object of limits"),
  stateDir: PATH,
  app: { allowed: "a name", accepts: isText },
  clientName: FUNCTION,
  redact: either(
    FLAG,
    group("an object with names, values, patterns", { names: TEXTS, values: TEXTS, patterns: FLAG }),
  ),
  journal: oneOf("on", "off", "strict"),
  onEvent: FUNCTION,
  // Tested by its methods: an embedder may have two copies of this package.
  shells: { allowed: "a ShellManager", accepts: (value) => isRecord(value) && FUNCTION.accepts(value["getShell"]) },
  roots: TEXTS,
  merge: FLAG,
  raw: FLAG,
  onTimeout: oneOf("kill", "background"),
  interactive: FLAG,
  autoQuote: FLAG,
  confine: FLAG,
  snapshot: FLAG,
  machine: either({ allowed: "the name of a machine", accepts: isText }, FUNCTION),
  machines: group("an object of machines"),
  profile: { allowed: "the name of a profile", accepts: isText },
  maxWorkers: {
    allowed: "a whole number of at least 1",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  },
  toolNames: group(
    "an object with names of tools",
    Object.fromEntries(Object.keys(toolNamesOf()).map((name) => [name, { allowed: "a name", accepts: isText }])),
  ),
  words: group(
    "an object of sentences",
    Object.fromEntries(
      Object.entries(WORDS).map(([name, word]) => [name, typeof word === "function" ? FUNCTION : group("an object")]),
    ),
  ),
  loginShell: FLAG,
};

/** Refuses what TypeScript would have refused: a mistyped option must not silently become the default. */
export function checkOptions(options: ToolkitOptions): void {
  if (!isRecord(options))
    throw new Fault("CONFIG_INVALID", `the options are ${shown(options)}; they must be an object`);
  checkFields(options, OPTIONS, "");
}

function checkFields(values: object, options: Readonly<Record<string, Option>>, path: string): void {
  for (const [name, value] of Object.entries(values)) {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw unknownOption(name, Object.keys(options), path);
    if (value === undefined) continue;
    if (!option.accepts(value)) {
      throw new Fault("CONFIG_INVALID", `${path}${name} is ${shown(value)}; it must be ${option.allowed}`);
    }
    if (option.fields !== undefined && isRecord(value)) checkFields(value, option.fields, `${path}${name}.`);
  }
}

function unknownOption(name: string, known: readonly string[], path: string): Fault {
  const hint = hintFor(name, known, (meant) => path + meant);
  return new Fault("CONFIG_INVALID", `there is no option ${path}${name}; ${hint}`);
}
