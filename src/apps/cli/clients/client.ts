import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Io } from "../io.ts";
import type { Fields, Path, Setting } from "./setting.ts";
import type { Format } from "./settings-text.ts";

/** A file of a client's settings: of the project, or of the user and then for all projects. */
export type SettingsFile = {
  readonly scope: "project" | "user";
  readonly format: Format;
  /** The directory below the home directory, and the variable that names another one. */
  readonly base?: string;
  readonly variable?: string;
  /** Below the project, or below `base`. */
  readonly path: string;
  /** Another name that the client takes, used where a file of that name is there. */
  readonly or?: string;
};

/** How nacre is started: a program and its arguments. */
export type Start = { readonly command: string; readonly args: readonly string[] };

/** Where the client finds the list of servers. `PROJECT` in the path stands for the project's directory. */
type ServerPlace = {
  readonly file: SettingsFile;
  readonly path: Path;
  /** The client makes this file itself, with more in it than servers: nacre makes none. */
  readonly isMadeByClient?: true;
};

/** What turns off the shell that the client has of its own. */
type ShellSwitch =
  /** Settings, each place by itself; the first is the one that nacre writes. */
  | { readonly kind: "settings"; readonly files: readonly SettingsFile[]; readonly settings: readonly Setting[] }
  /** Only words of the command line that starts the client. */
  | { readonly kind: "words"; readonly words: string }
  /** None that was tried. */
  | { readonly kind: "unknown" };

export type Client = {
  /** What the command line calls it. */
  readonly name: string;
  readonly title: string;
  /** Programs on PATH, and directories below the home directory, that show that it is installed. */
  readonly programs: readonly string[];
  readonly folders: readonly string[];
  /** Started from a desktop, without the PATH of a login shell: it is given absolute paths. */
  readonly isDesktop: boolean;
  /** Tool names that nacre's are put behind, because the client tells them bare and has a tool of the same name. */
  readonly prefix?: string;
  /** Where servers are named. The first is the one that nacre writes. */
  readonly servers: readonly ServerPlace[];
  readonly stdio: (start: Start) => Fields;
  /** Undefined where the client's file takes no address. */
  readonly http?: (url: string) => Fields;
  /** What the entry needs besides itself over HTTP. */
  readonly httpMore?: readonly Setting[];
  readonly shell: ShellSwitch;
  /** Why the switch, and what is known of it. */
  readonly why: string;
  readonly notes: readonly string[];
};

/** Stands for the project's directory in a path of settings. */
export const PROJECT = "{project}";

/** What tells where files lie: the user's directories and the project's. */
export type Whereabouts = Pick<Io, "home" | "env" | "cwd">;

/** Where a file of settings lies for this user and project. */
export function pathOf(file: SettingsFile, where: Whereabouts): string {
  const base = baseOf(file, where);
  const other = file.or === undefined ? undefined : join(base, file.or);
  return other !== undefined && existsSync(other) ? other : join(base, file.path);
}

function baseOf({ scope, base = "", variable }: SettingsFile, { home, env, cwd }: Whereabouts): string {
  if (scope === "project") return cwd;
  const named = variable === undefined ? undefined : env[variable];
  if (!named) return join(home, base);
  return resolve(cwd, named);
}
