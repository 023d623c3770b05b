import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isRecord } from "../../../core/base/is-record.ts";
import { isMissing, messageOf, systemReason } from "../../../core/base/system-error.ts";
import { inProject } from "./changes.ts";
import { type Client, pathOf, type SettingsFile, type Whereabouts } from "./client.ts";
import { isProgram, programOnPath } from "./nacre-start.ts";
import { type Fields, holds, valueAt } from "./setting.ts";
import { readSettings } from "./settings-text.ts";

/** How a client reaches nacre, by one of its files. */
export type NacreEntry = {
  readonly file: string;
  readonly transport: "stdio" | "http";
  readonly words?: readonly string[];
  readonly url?: string;
  readonly isDisabled: boolean;
  /** Of the program and the paths that the entry names, those that are not there. */
  readonly missing: readonly string[];
};

/** What is set up for a client. */
export type ClientState = {
  readonly client: string;
  readonly isInstalled: boolean;
  readonly nacre: readonly NacreEntry[];
  /** "unknown": no switch is known, or only words of the command line, which nacre cannot see. */
  readonly ownShell: "off" | "on" | "unknown";
  /** Files that are broken or cannot be read. */
  readonly problems: readonly string[];
};

/** Looks at a client's program and settings; changes nothing. */
export function inspectClient(client: Client, where: Whereabouts): ClientState {
  const problems = new Set<string>();
  const read = (file: SettingsFile): unknown => {
    try {
      return dataOf(file, where);
    } catch (error) {
      problems.add(messageOf(error));
      return undefined;
    }
  };
  const nacre = client.servers.flatMap(({ file, path }) => {
    const entry = valueAt(read(file), inProject(path, where.cwd));
    return isRecord(entry) ? [entryOf(entry, pathOf(file, where), where)] : [];
  });
  return {
    client: client.name,
    isInstalled:
      client.programs.some((name) => programOnPath(name, where) !== undefined) ||
      client.folders.some((folder) => existsSync(join(where.home, folder))),
    nacre,
    ownShell: ownShellOf(client, read),
    problems: [...problems],
  };
}

function dataOf(file: SettingsFile, where: Whereabouts): unknown {
  const path = pathOf(file, where);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return {};
    throw new Error(`${path} cannot be read (${systemReason(error)})`, { cause: error });
  }
  return readSettings(text, file.format, path);
}

function ownShellOf({ shell }: Client, read: (file: SettingsFile) => unknown): ClientState["ownShell"] {
  if (shell.kind !== "settings") return "unknown";
  const isOff = shell.files.some((file) => {
    const data = read(file);
    return shell.settings.every((setting) => holds(data, setting));
  });
  return isOff ? "off" : "on";
}

function entryOf(entry: Fields, file: string, where: Whereabouts): NacreEntry {
  const { command, args, url, httpUrl, disabled, enabled } = entry;
  const isDisabled = disabled === true || enabled === false;
  const address = [url, httpUrl].find((one) => typeof one === "string");
  if (typeof address === "string") {
    return { file, transport: "http", url: address, isDisabled, missing: [] };
  }
  const words = [command, args].flat().filter((one) => typeof one === "string");
  const [program = "", ...rest] = words;
  const isThere = isAbsolute(program) ? isProgram(program) : programOnPath(program, where) !== undefined;
  const missing = [...(isThere ? [] : [program]), ...rest.filter((word) => isAbsolute(word) && !existsSync(word))];
  return { file, transport: "stdio", words, isDisabled, missing };
}
