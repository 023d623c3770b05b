import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** What git keeps of times and inodes: the same state is written in other bytes. */
const OF_GIT = /(?:^|\/)\.git\/index$/;

/** Every path of a tree with type, rights, content, target, further names and holes; not its times. */
export function treeFacts(top: string): readonly string[] {
  const names = new Map<number, string>();
  const facts: string[] = [];
  const walk = (inside: string): void => {
    for (const name of readdirSync(Buffer.from(join(top, inside), "latin1"), { encoding: "latin1" }).toSorted()) {
      const path = inside === "" ? name : `${inside}/${name}`;
      const full = Buffer.from(`${Buffer.from(top).toString("latin1")}/${path}`, "latin1");
      const stat = lstatSync(full);
      const rights = (stat.mode & 0o7777).toString(8);
      const first = stat.nlink > 1 && stat.isFile() ? names.get(stat.ino) : undefined;
      if (stat.isFile() && first === undefined) names.set(stat.ino, path);
      if (stat.isDirectory()) {
        facts.push(`directory ${path} ${rights}`);
        walk(path);
      } else if (stat.isSymbolicLink()) facts.push(`link ${path} ${readlinkSync(full, { encoding: "latin1" })}`);
      else if (stat.isFile()) {
        const content = OF_GIT.test(path) ? "index" : createHash("sha256").update(readFileSync(full)).digest("hex");
        const holes = stat.size > 1_000_000 && stat.blocks * 512 < stat.size / 2 ? " holes" : "";
        facts.push(`file ${path} ${rights} ${content}${holes}${first === undefined ? "" : ` same as ${first}`}`);
      } else facts.push(`other ${path} ${rights}`);
    }
  };
  walk("");
  return facts;
}
