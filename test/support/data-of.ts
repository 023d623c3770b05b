import { runInNewContext } from "node:vm";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { Format } from "../../src/apps/cli/clients/settings-text.ts";

/** What a text of settings means to a parser that is not nacre's. JSON with comments is an expression of JavaScript. */
export function dataOf(text: string, format: Format): unknown {
  if (format === "toml") return plain(parseToml(text));
  if (format === "yaml") return plain(parseYaml(text));
  return plain(runInNewContext(`(${text.replace(/^\uFEFF/, "")}\n)`));
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));
