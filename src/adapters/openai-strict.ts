import { isRecord, type JsonSchema } from "../tools/schema/input-schema.ts";

/**
 * A schema for strict mode: every field required, every object closed. An optional field becomes nullable.
 * `undefined` where strict mode cannot express the schema.
 */
export function strictSchemaOf(schema: JsonSchema): JsonSchema | undefined {
  if (Object.keys(schema).some((keyword) => !KEYWORDS.includes(keyword))) return undefined;
  const { properties, required, additionalProperties, anyOf, items, ...rest } = schema;
  const plain = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !UNTOLD.includes(keyword)));
  const types = typesOf(schema);
  if (Array.isArray(anyOf)) {
    const strict = types.length === 0 ? allStrict(anyOf) : undefined;
    return strict === undefined ? undefined : { ...plain, anyOf: strict };
  }
  if (types.includes("array") && types.includes("object")) return undefined;
  if (types.includes("array")) {
    const strict = isRecord(items) ? strictSchemaOf(items) : undefined;
    return strict === undefined ? undefined : { ...plain, items: strict };
  }
  if (types.includes("object")) {
    const strict = strictFields(properties, required);
    return strict === undefined || (additionalProperties ?? false) !== false ? undefined : { ...plain, ...strict };
  }
  return types.length === 0 ? undefined : plain;
}

function strictFields(properties: unknown = {}, required: unknown = []): JsonSchema | undefined {
  if (!isRecord(properties) || !Array.isArray(required)) return undefined;
  const names = Object.keys(properties);
  const strict = allStrict(Object.values(properties));
  if (strict === undefined || required.some((name) => !names.includes(name))) return undefined;
  const fields = names.map((name, index) => [name, required.includes(name) ? strict[index] : nullable(strict[index])]);
  return { properties: Object.fromEntries(fields), required: names, additionalProperties: false };
}

/** A call's input for nacre's own schema: `null` in an optional field that cannot be null means that the field is missing. */
export function withoutNulls(value: unknown, schemas: readonly JsonSchema[]): unknown {
  const shapes = schemas.flatMap(alternativesOf);
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ items: schema }) => (isRecord(schema) ? [schema] : []));
    return value.map((item) => withoutNulls(item, items));
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const about = shapes.flatMap(({ properties }) => {
      const schema = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isRecord(schema) ? [schema] : [];
    });
    const isMissing = field === null && about.length > 0 && !about.some(takesNull) && !shapes.some(requires(name));
    return isMissing ? [] : [[name, withoutNulls(field, about)]];
  });
  return Object.fromEntries(fields);
}

/** The keywords of strict mode. A tool with any other is described without strict mode. */
const KEYWORDS: readonly string[] = (
  "type description title enum const anyOf properties required additionalProperties items minItems maxItems pattern " +
  "format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength default"
).split(" ");

/** Known, but some models refuse them; the executor checks these bounds itself. */
const UNTOLD: readonly string[] = ["minLength", "maxLength", "default"];

function allStrict(schemas: readonly unknown[]): readonly JsonSchema[] | undefined {
  const strict = schemas.map((schema) => (isRecord(schema) ? strictSchemaOf(schema) : undefined));
  return strict.every((schema) => schema !== undefined) ? strict : undefined;
}

function nullable(schema: JsonSchema = {}): JsonSchema {
  if (takesNull(schema)) return schema;
  const { description, anyOf, ...rest } = schema;
  const told = description === undefined ? {} : { description };
  return { ...told, anyOf: [...(Array.isArray(anyOf) ? anyOf : [rest]), { type: "null" }] };
}

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(schema["anyOf"]) ? schema["anyOf"].filter(isRecord).flatMap(alternativesOf) : [schema];

const takesNull = (schema: JsonSchema): boolean =>
  alternativesOf(schema).some((one) => {
    const types = typesOf(one);
    return (
      one["const"] === null || types.includes("null") || (types.length === 0 && !("enum" in one || "const" in one))
    );
  });

const requires =
  (name: string) =>
  ({ required }: JsonSchema): boolean =>
    Array.isArray(required) && required.includes(name);

const typesOf = ({ type }: JsonSchema): readonly unknown[] => {
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
};
