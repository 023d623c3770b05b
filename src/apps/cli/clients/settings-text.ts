import { Fault } from "../../../core/base/fault.ts";
import { JsonProblem } from "../../../core/base/json-with-positions.ts";
import { placeIn } from "../jsonc.ts";
import { readJson, withJsonSetting } from "./json-edit.ts";
import { holds, type Setting } from "./setting.ts";
import { TomlProblem } from "./toml.ts";
import { readToml, withTomlSetting } from "./toml-edit.ts";
import { readYaml, withYamlSetting, YamlProblem } from "./yaml-edit.ts";

/** The formats of clients' settings. JSON may have comments. */
export type Format = "json" | "toml" | "yaml";

const FORMATS: Readonly<
  Record<Format, { readonly read: (text: string) => unknown; readonly add: (text: string, setting: Setting) => string }>
> = {
  json: { read: readJson, add: withJsonSetting },
  toml: { read: readToml, add: withTomlSetting },
  yaml: { read: readYaml, add: withYamlSetting },
};

/** The data of settings, or a fault that says where they are broken. */
export const readSettings = (text: string, format: Format, source: string): unknown =>
  placed(text, source, () => FORMATS[format].read(text));

/** The text of settings that hold all of these; the same text where they did before. */
export function withSettings(
  text: string,
  settings: readonly Setting[],
  { format, source }: { readonly format: Format; readonly source: string },
): string {
  return placed(text, source, () => {
    const { read, add } = FORMATS[format];
    const written = settings.reduce(
      (before, setting) => (holds(read(before), setting) ? before : add(before, setting)),
      text,
    );
    const missing = settings.find((setting) => !holds(read(written), setting));
    if (missing === undefined) return written;
    throw new Fault("CONFIG_INVALID", `${source}: ${missing.path.join(".")} is overruled there; change it by hand`);
  });
}

/** Runs this; a problem with the text becomes a fault that names the file, the line and the column. */
function placed<T>(text: string, source: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const place = placeOf(text, cause);
    if (place === undefined || !(cause instanceof Error)) throw cause;
    throw new Fault("CONFIG_INVALID", `${source}, ${place}: ${cause.message}`, { cause });
  }
}

function placeOf(text: string, problem: unknown): string | undefined {
  if (problem instanceof YamlProblem) return `line ${problem.line + 1}`;
  return problem instanceof JsonProblem || problem instanceof TomlProblem ? placeIn(text, problem.at) : undefined;
}
