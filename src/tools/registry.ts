import { Fault } from "../core/base/fault.ts";
import { isRecord } from "../core/base/is-record.ts";
import { shown } from "../core/base/show-value.ts";
import { jsonSchemaOf } from "./schema/schema.ts";
import { renderSchema, SCHEMA_FORMATS, type SchemaFormat, type SchemasOf } from "./schema/schema-formats.ts";
import { shownName, type Tool } from "./tool.ts";

/** Names of tools that every provider accepts. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The tools that a model may call, by name. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  /** Adds a tool. Refuses a taken name, and a tool that no provider can be told of, here and not at the first call. */
  register<Input>(tool: Tool<Input>): void {
    for (const name of new Set([tool.name, shownName(tool)])) {
      if (!NAME.test(name)) {
        throw new Fault("CONFIG_INVALID", `${shown(name)} is no name for a tool: 1 to 64 letters, digits, "_" or "-"`);
      }
      if (this.has(name)) throw new Fault("TOOL_EXISTS", name);
    }
    if (!isRecord(tool.inputSchema)) {
      throw new Fault("CONFIG_INVALID", `the tool ${tool.name} has no inputSchema: JSON Schema or a Standard Schema`);
    }
    jsonSchemaOf(tool.inputSchema);
    this.#tools.set(tool.name, tool);
  }

  /** A tool by its name, or by the name that models see. */
  get(name: string): Tool | undefined {
    return this.#tools.get(name) ?? this.list().find((tool) => tool.shownAs === name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The names that models see. */
  names(): string[] {
    return this.list().map(shownName);
  }

  /** All tools in the order of their registration, or those of one category. */
  list(category?: string): Tool[] {
    const all = [...this.#tools.values()];
    return category === undefined ? all : all.filter((tool) => tool.category === category);
  }

  /** Every tool in the format of a provider. */
  getAllSchemas<F extends SchemaFormat>(format: F): SchemasOf[F][] {
    if (!SCHEMA_FORMATS.includes(format)) {
      throw new Fault("CONFIG_INVALID", `${shown(format)} is no schema format; there are ${SCHEMA_FORMATS.join(", ")}`);
    }
    return this.list().map((tool) => renderSchema(tool, format));
  }
}
