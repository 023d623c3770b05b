/**
 * The one door to schemas: what a tool says of its input, as JSON Schema for a provider and as a check for the executor.
 *
 * nacre's own tools use `input-schema.ts`. An embedder's tool may bring plain JSON Schema or any Standard Schema (such as
 * zod). zod is loaded only when plain JSON Schema has to be checked: importing it costs more than starting a shell.
 */
import { Fault } from "../../core/base/fault.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { type InputSchema, type JsonSchema } from "./input-schema.ts";

export type { InputSchema, JsonSchema } from "./input-schema.ts";

/** What Standard Schema libraries have in common (https://standardschema.dev), with their JSON Schema extension. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardVerdict<T> | Promise<StandardVerdict<T>>;
    readonly jsonSchema?: { readonly input: (options: { readonly target: "draft-2020-12" }) => JsonSchema };
  };
}

type StandardVerdict<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };
type StandardIssue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

export type ToolInputSchema<T> = InputSchema<T> | StandardSchema<T> | JsonSchema;

export type ParsedInput =
  | { readonly kind: "valid"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

/** Checks a model's input. Nothing it sends makes this throw. */
export async function parseInput(schema: ToolInputSchema<unknown>, value: unknown): Promise<ParsedInput> {
  if (isOurs(schema)) {
    const problems = schema.problems(value);
    return problems.length === 0 ? { kind: "valid", value } : { kind: "invalid", problems };
  }
  const standard = isStandard(schema) ? schema : await checkOf(schema);
  const verdict = await standard["~standard"].validate(value);
  if (verdict.issues === undefined) return { kind: "valid", value: verdict.value };
  return { kind: "invalid", problems: verdict.issues.map(sentenceOf) };
}

/** The JSON Schema of a tool's input. A schema that has none is a fault, found when the tool is registered. */
export function jsonSchemaOf(schema: ToolInputSchema<unknown>): JsonSchema {
  if (isOurs(schema)) return schema.json;
  if (!isStandard(schema)) return schema;
  const json = schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
  if (json === undefined) {
    const { vendor } = schema["~standard"];
    throw new Fault("CONFIG_INVALID", `a schema of ${vendor} cannot be told as JSON Schema; give JSON Schema itself`);
  }
  return Object.fromEntries(Object.entries(json).filter(([keyword]) => keyword !== "$schema"));
}

const checks = new WeakMap<JsonSchema, StandardSchema<unknown>>();

/** The check behind plain JSON Schema, made once for each schema. */
async function checkOf(schema: JsonSchema): Promise<StandardSchema<unknown>> {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const { fromJSONSchema } = await import("zod");
  const made = fromJSONSchema(schema);
  checks.set(schema, made);
  return made;
}

function sentenceOf({ message, path = [] }: StandardIssue): string {
  const field = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
  return field === "" ? message : `${field}: ${message}`;
}

const isOurs = (schema: ToolInputSchema<unknown>): schema is InputSchema<unknown> =>
  "problems" in schema && typeof schema.problems === "function";

const isStandard = (schema: ToolInputSchema<unknown>): schema is StandardSchema<unknown> =>
  "~standard" in schema && isRecord(schema["~standard"]);
