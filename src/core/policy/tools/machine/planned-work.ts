import { family, type Tool, tool } from "../tool.ts";

/** What makes a command run later. */
export const PLANNED_WORK: readonly Tool[] = family("options", [
  tool("incrontab", {
    also: [{ with: "-e -r -u -z", is: "persist" }],
    examples: {
      persist: ["incrontab -e"],
      fine: ["incrontab src/a"],
    },
  }),
  tool("schtasks atrun runwhen", {
    also: [{ is: "persist" }],
    examples: {
      persist: ["schtasks x"],
      fine: ["schtasks --version"],
    },
  }),
]);
