import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that open a file with its usual program: a script is run. */
export const OPENERS: readonly Tool[] = [
  ...family("options", [
    tool("dex kde-open kde-open5 exo-open gnome-open run-mailcap automator", {
      operands: "scripts",
      examples: {
        "run-foreign": ["dex -n /tmp/evil.sh"],
        fine: ["dex src/a"],
      },
    }),
  ]),
  ...family("usual", [
    tool("papermill", {
      takes: "-p: -r: -f: -y: -b: -k: --kernel: --cwd: --engine: --parameters_file:",
      first: "scripts",
      operands: "edits",
      examples: {
        "run-foreign": ["papermill /tmp/evil.ipynb out.ipynb"],
        "write-vital": ["papermill a.ipynb /etc/x.ipynb"],
        fine: ["papermill a.ipynb /tmp/out.ipynb -p epochs 2", "papermill -k python3 a.ipynb"],
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
