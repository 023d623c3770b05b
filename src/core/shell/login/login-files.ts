import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/list-directory.ts";

/** What a login bash reads, or what the files that it reads usually read in turn. */
const OF_THE_SYSTEM = ["/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/environment"];
const OF_THE_USER = [".bash_profile", ".bash_login", ".profile", ".bashrc"];
const FRAGMENTS = "/etc/profile.d";

/** Differs when a login file came, went or was changed: by size and time of each. */
export function loginFilesSeal(home: string, fragments: string = FRAGMENTS): string {
  const paths = [
    ...OF_THE_SYSTEM,
    fragments,
    ...namesIn(fragments).map((name) => join(fragments, name)),
    ...OF_THE_USER.map((name) => join(home, name)),
  ];
  return paths.map((path) => `${path} ${sealOf(path)}`).join("\n");
}

/** Of the file and, where a link leads to it, of the link. */
function sealOf(path: string): string {
  return [lstatSync, statSync]
    .map((look) => look(path, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? "none" : `${stat.size}:${stat.mtimeNs}`))
    .join(" ");
}
