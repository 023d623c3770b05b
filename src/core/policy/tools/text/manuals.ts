import { acts, type Program, reads, shell } from "../effect.ts";
import { readOptions } from "../options.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** The option that names a pager can run any program; a name with a slash is a file. */
const pages: Program = ({ args }) => {
  const options = readOptions(args, "-P: --pager: -H: --html: -s: -S: -M: -L: -m: -e: -E: -C: --config-file:");
  const helpers = options
    .values("-P", "--pager", "-H", "--html")
    .filter((helper) => !/^(?:cat|less|more|)$/.test(helper));
  const files = options.rest.filter((name) => name.includes("/"));
  return [...helpers.flatMap((helper) => [shell(helper), acts("run-helper", helper)]), ...files.map(reads)];
};

/** Tools that show a manual, by its name or from a file. */
export const MANUALS: readonly Tool[] = family("everything", [
  tool("man info whatis apropos tldr cheat pydoc ri perldoc", {
    by: pages,
    examples: {
      "run-helper": ["man -P 'sh -c id' ls"],
      "read-secret": ["man ~/.ssh/id_rsa"],
      fine: ["man rm", "man -P cat ls", "man --pager=less rm", "man ./tool.1"],
    },
  }),
]);
