import { isRecord } from "../../core/base/is-record.ts";
import { shown } from "../../core/base/show-value.ts";

/** JSON Schema as data, as a provider gets it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** For adapters, which see this room and nothing below it. */
export { isRecord };

/** One source for both: the description of a value for a model, and the check of a value. */
export interface ValueSchema<T> {
  readonly json: JsonSchema;
  /** What is allowed, to stand after "it must be". */
  readonly allowed: string;
  accepts(value: unknown): value is T;
}

/** The input of a tool: an object with these fields and no others. */
export interface InputSchema<T> extends ValueSchema<T> {
  /** One sentence for each thing that is wrong; none when the value is accepted. */
  problems(value: unknown): readonly string[];
}

type Bounds = { readonly min?: number; readonly max?: number; readonly description?: string };
/** `fallback` is the value of a missing field: the schema states it, the tool applies it. */
type WithFallback<T> = { readonly fallback?: T };

export function text({ min = 0, max = Number.POSITIVE_INFINITY, description }: Bounds = {}): ValueSchema<string> {
  return {
    json: {
      type: "string",
      ...(min > 0 ? { minLength: min } : {}),
      ...(max < Number.POSITIVE_INFINITY ? { maxLength: max } : {}),
      ...described(description),
    },
    allowed: `a text of ${range(min, max)} characters`,
    // Code points, as JSON Schema counts them.
    accepts: (value): value is string => typeof value === "string" && isBetween(lengthOf(value, max), min, max),
  };
}

export function integer({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  unit,
  description,
  fallback,
}: Bounds & WithFallback<number> & { readonly unit?: string }): ValueSchema<number> {
  return {
    json: { type: "integer", minimum: min, maximum: max, ...withDefault(fallback), ...described(description) },
    allowed: `a whole number from ${min} to ${max}${unit === undefined ? "" : ` (${unit})`}`,
    accepts: (value): value is number => Number.isInteger(value) && isBetween(Number(value), min, max),
  };
}

export function flag({
  description,
  fallback,
}: { readonly description?: string } & WithFallback<boolean> = {}): ValueSchema<boolean> {
  return {
    json: { type: "boolean", ...withDefault(fallback), ...described(description) },
    allowed: "true or false",
    accepts: (value): value is boolean => typeof value === "boolean",
  };
}

export function choice<const T extends string>(
  values: readonly T[],
  { description }: { readonly description?: string } = {},
): ValueSchema<T> {
  return {
    json: { type: "string", enum: values, ...described(description) },
    allowed: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    accepts: (value): value is T => values.some((known) => known === value),
  };
}

/** A list of texts. */
export function list(
  item: ValueSchema<string>,
  { max, description }: { readonly max: number; readonly description?: string },
): ValueSchema<readonly string[]> {
  return {
    json: { type: "array", items: item.json, maxItems: max, ...described(description) },
    allowed: `a list of at most ${max} items, each ${item.allowed}`,
    accepts: (value): value is readonly string[] =>
      Array.isArray(value) && value.length <= max && value.every((one) => item.accepts(one)),
  };
}

type Optional<T> = ValueSchema<T> & { readonly isOptional: true };

/** A field that may be missing. */
export const optional = <T>(schema: ValueSchema<T>): Optional<T> => ({ ...schema, isOptional: true });

type Fields = Readonly<Record<string, ValueSchema<unknown>>>;
type ValueOf<S> = S extends ValueSchema<infer T> ? T : never;
type OptionalNames<F> = { [K in keyof F]: F[K] extends { readonly isOptional: true } ? K : never }[keyof F];

/** The value that an object schema with these fields accepts. */
export type ObjectOf<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[K]>;
} & { readonly [K in OptionalNames<F>]?: ValueOf<F[K]> };

/** A closed object: any other field is reported as a mistake. */
export function object<F extends Fields>(fields: F): InputSchema<ObjectOf<F>> {
  const names = Object.keys(fields);
  const schemas = new Map(Object.entries(fields));
  const required = names.filter((name) => !isOptional(fields[name]));
  const allowed = `an object with ${names.length === 0 ? "no fields" : names.join(", ")}`;
  const problems = (value: unknown): readonly string[] => {
    if (!isRecord(value)) return [`the input is ${shown(value)}; it must be ${allowed}`];
    const given = Object.keys(value);
    // Most inputs are right, and give few of the fields.
    const areRight = given.every((name) => schemas.get(name)?.accepts(value[name]));
    if (areRight && required.every((name) => Object.hasOwn(value, name))) return [];
    const unknown = given.filter((name) => !schemas.has(name));
    return [
      ...unknown.map(
        (name) =>
          `there is no field ${shown(name)} (its value is ${shown(value[name])}); it must be one of ${names.join(", ")}`,
      ),
      ...names.flatMap((name) => fieldProblems(name, fields[name], value)),
    ];
  };
  return {
    json: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, fields[name]?.json])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    allowed,
    problems,
    accepts: (value): value is ObjectOf<F> => problems(value).length === 0,
  };
}

function fieldProblems(
  name: string,
  schema: ValueSchema<unknown> | undefined,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  // A field that is there but undefined cannot come over a wire: it means "not given", as callers in TypeScript write it.
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (schema === undefined || (value === undefined && isOptional(schema)) || schema.accepts(value)) return [];
  return [`${name} is ${value === undefined ? "missing" : shown(value)}; it must be ${schema.allowed}`];
}

const isOptional = (schema: ValueSchema<unknown> | undefined): boolean =>
  schema !== undefined && "isOptional" in schema;

function range(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `${min} or more`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/** Counting code points is only needed where it can decide. */
const lengthOf = (value: string, max: number): number =>
  value.length <= max || value.length > 2 * max ? value.length : Array.from(value).length;

const withDefault = (fallback: unknown): { readonly default?: unknown } =>
  fallback === undefined ? {} : { default: fallback };

const described = (description: string | undefined): { readonly description?: string } =>
  description === undefined ? {} : { description };
