import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that run a command whenever files change. */
export const WATCHERS: readonly Tool[] = family("options", [
  tool("air modd reflex guard", {
    options: { loads: "-c -f -G --guardfile -r" },
    examples: {
      "run-foreign": ["air -c /tmp/evil.txt"],
      fine: ["air -v"],
    },
  }),
  tool("watchman chokidar onchange", {
    options: { shell: "-c --command --exec" },
    examples: {
      power: ["watchman -c reboot"],
      fine: ["watchman watch src"],
    },
  }),
]);
