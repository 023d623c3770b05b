const UNIONS = ["anyOf", "oneOf", "allOf", "not", "if"] as const;

/** Every schema within a schema, and the schema itself. */
const within = (schema: unknown): readonly object[] =>
  typeof schema !== "object" || schema === null ? [] : [schema, ...Object.values(schema).flatMap(within)];

/** The parts of a schema that allow several shapes, which clients flatten or refuse. */
export const unionsIn = (schema: unknown): readonly object[] =>
  within(schema).filter(
    (part) => UNIONS.some((keyword) => keyword in part) || ("type" in part && Array.isArray(part.type)),
  );
