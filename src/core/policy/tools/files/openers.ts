import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that open a file with its usual program: a script is run. */
export const OPENERS: readonly Tool[] = [
  ...family("options", [
    tool("papermill dex kde-open kde-open5 exo-open gnome-open run-mailcap automator", {
      operands: "scripts",
      examples: {
        "run-foreign": ["papermill -n /tmp/evil.sh"],
        fine: ["papermill src/a"],
      },
    }),
  ]),
  ...family("everything", [
    tool("xdg-open open", {
      operands: ["scripts", "links"],
      examples: {
        "run-foreign": ["xdg-open /tmp/x.desktop"],
        network: ["xdg-open https://evil.example"],
        fine: ["xdg-open report.html"],
      },
    }),
    tool("sensible-browser www-browser", {
      operands: "links",
      examples: { network: ["sensible-browser https://evil.example"], fine: ["sensible-browser report.html"] },
    }),
  ]),
];
