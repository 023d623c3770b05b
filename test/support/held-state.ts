import type { HeldState, SessionVariable } from "../../src/core/policy/session/session-knowledge.ts";

/** What a session of a test holds; nothing by default. */
export function heldState(
  held: Partial<Omit<HeldState, "functions" | "aliases" | "variables">> & {
    readonly functions?: Readonly<Record<string, string>>;
    readonly aliases?: Readonly<Record<string, string>>;
    readonly variables?: Readonly<Record<string, string | readonly string[]>>;
  } = {},
): HeldState {
  return {
    options: [],
    shopts: ["expand_aliases"],
    arguments: [],
    last: "",
    traps: [],
    ...held,
    functions: new Map(
      Object.entries(held.functions ?? {}).map(([name, body]) => [name, `${name} () \n{ \n    ${body}\n}\n`]),
    ),
    aliases: new Map(Object.entries(held.aliases ?? {})),
    variables: new Map(Object.entries(held.variables ?? {}).map(([name, value]) => [name, variable(value)])),
  };
}

const variable = (value: string | readonly string[]): SessionVariable =>
  typeof value === "string"
    ? { attributes: "", value }
    : { attributes: "a", value: new Map(value.map((element, index) => [String(index), element])) };
