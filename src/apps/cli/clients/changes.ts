import { type Client, PROJECT, pathOf, type SettingsFile, type Whereabouts } from "./client.ts";
import { startOf } from "./nacre-start.ts";
import type { Setting } from "./setting.ts";
import { type Format, withSettings } from "./settings-text.ts";

/** What a file of a client's settings must hold so that the client uses nacre, and no shell of its own. */
export type Change = {
  readonly file: SettingsFile;
  readonly path: string;
  readonly format: Format;
  readonly settings: readonly Setting[];
  /** The client makes this file itself: nacre makes none. */
  readonly isMadeByClient: boolean;
};

/** The changes for a client, one for each file. Over HTTP, with the server's address; none where the client takes none. */
export function changesFor(client: Client, where: Whereabouts, url?: string): readonly Change[] {
  const place = client.servers[0];
  const value = url === undefined ? client.stdio(startOf(client, where)) : client.http?.(url);
  if (place === undefined || value === undefined) return [];
  const entry: Setting = { kind: "entry", path: inProject(place.path, where.cwd), value };
  const more = url === undefined ? [] : (client.httpMore ?? []);
  const server: Change = {
    ...at(place.file, where),
    settings: [...more, entry],
    isMadeByClient: place.isMadeByClient === true,
  };
  const [file] = client.shell.kind === "settings" ? client.shell.files : [];
  if (file === undefined || client.shell.kind !== "settings") return [server];
  const shell: Change = { ...at(file, where), settings: client.shell.settings, isMadeByClient: false };
  return shell.path === server.path
    ? [{ ...server, settings: [...server.settings, ...shell.settings] }]
    : [server, shell];
}

const at = (file: SettingsFile, where: Whereabouts): Pick<Change, "file" | "path" | "format"> => ({
  file,
  path: pathOf(file, where),
  format: file.format,
});

/** A path of settings with the project's directory in its place. */
export const inProject = (path: readonly string[], cwd: string): readonly string[] =>
  path.map((key) => (key === PROJECT ? cwd : key));

/** The text of a file after a change. */
export const textAfter = (text: string, { settings, format, path }: Change): string =>
  withSettings(text, settings, { format, source: path });
