import { WITHHELD_ADDRESS, withoutCredentials } from "../../base/without-credentials.ts";
import type { GoodSettings } from "../../knowledge/package-manager-settings.ts";

/** The part of a settings file that is on the list, without the credentials in its addresses. */
export function goodPartOf(text: string, good: GoodSettings): string {
  const lines = text.split(/\r?\n/);
  switch (good.written) {
    case "lines":
      return goodLines(lines, good).join("\n");
    case "yaml":
      return goodYaml(
        lines.filter((line) => !COMMENT.test(line) && line !== "---"),
        good,
      ).join("\n");
    case "xml":
      return goodXml(text, good);
  }
}

const COMMENT = /^\s*(?:[#;]|$)/;
const SECTION = /^\s*\[+\s*([^\]]*?)\s*\]+\s*(?:#.*)?$/;
const KEY = /^((\s*)["']?([\w@./:[\]-]+?)["']?(\s*=\s*|\s+(?=\S)))(.*)$/;

const GOES_ON = /^[\s\])}"']/;

/** What a line of a settings file is: a section's head, a key with what stands around it, or a part of the value above. */
function partsOf(line: string): {
  readonly section?: string;
  readonly key?: string;
  readonly before: string;
  readonly value: string;
} {
  const section = SECTION.exec(line)?.[1]?.replace(/["']/g, "");
  if (section !== undefined) return { section, before: "", value: "" };
  const [, before = "", indent = "", key = "", equals = "", value = ""] = KEY.exec(line) ?? [];
  const isKey = key !== "" && !key.includes("://") && (indent === "" || equals.includes("="));
  if (isKey) return { key, before, value };
  // Only an indented line, or what closes a list, belongs to the value above; any other is a key that is on no list.
  return GOES_ON.test(line) ? { before: "", value: line } : { key: "", before: "", value: "" };
}

function goodLines(
  lines: readonly string[],
  { keys, sections = /^/ }: { readonly keys: RegExp; readonly sections?: RegExp },
): string[] {
  let isGood = false;
  let isOpen = true;
  return lines.flatMap((line) => {
    if (COMMENT.test(line)) return [];
    const { section, key, before, value } = partsOf(line);
    if (section !== undefined) {
      isOpen = sections.test(section);
      isGood = false;
      return isOpen ? [line] : [];
    }
    if (key !== undefined) isGood = isOpen && keys.test(key);
    return isGood ? [before + cleaned(value, keys)] : [];
  });
}

/** The value without credentials; of a table in braces only the keys that are on the list. */
const cleaned = (value: string, keys: RegExp): string =>
  withoutCredentials(
    value.replace(/\{([^{}$]*)\}/g, (_, inner: string) => {
      const pairs = inner.split(/,(?=\s*[\w-]+\s*=)/).filter((pair) => keys.test(pair.split("=")[0]?.trim() ?? ""));
      return `{${pairs.join(",")}}`;
    }),
  );

const YAML_KEY = /^((\s*)["']?([^\s"'#-][^"'\n]*?)["']?:)(?:(\s+)(.*))?$/;

function goodYaml(
  lines: readonly string[],
  { keys, instead }: { readonly keys: RegExp; readonly instead?: string },
): string[] {
  const way: { readonly indent: number; readonly key: string }[] = [];
  let isGood = false;
  return lines.flatMap((line) => {
    const found = YAML_KEY.exec(line);
    if (found === null) return isGood ? [withoutCredentials(line)] : [];
    const [, head = "", indent = "", key = "", space = "", value = ""] = found;
    while ((way.at(-1)?.indent ?? -1) >= indent.length) way.pop();
    way.push({ indent: indent.length, key });
    isGood = keys.test(way.map((step) => step.key).join("."));
    const shown = value.startsWith("{") ? nowhere(instead) : head + space + withoutCredentials(value);
    return isGood && shown !== undefined ? [shown] : [];
  });
}

/** Elements without text of their own stay as they are; text stays where its element is on the list. */
function goodXml(
  text: string,
  { keys, without }: { readonly keys: RegExp; readonly without: readonly string[] },
): string {
  const whole = without.reduce(
    (left, name) => left.replace(new RegExp(`<${name}\\b[^>]*>[^]*?</${name}>`, "g"), ""),
    text.replace(/<!--[^]*?-->/g, ""),
  );
  return whole.replace(/(<([\w.-]+)[^>]*>)([^<]*)<\/\2>/g, (...[, head, name, value]: string[]) =>
    keys.test(name ?? "") ? `${head}${withoutCredentials(value ?? "")}</${name}>` : "",
  );
}

const nowhere = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : `${key}: "${WITHHELD_ADDRESS}"`;
