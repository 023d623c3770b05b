import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that edit settings in place or link them into a home. */
export const SETTINGS_EDITORS: readonly Tool[] = family("options", [
  tool("xml", {
    also: [{ with: "-L --inplace", operands: "writes" }],
    examples: {
      "write-vital": ["xml -L /etc/passwd"],
      fine: ["xml src/a"],
    },
  }),
  tool("crudini augtool plutil PlistBuddy", {
    also: [{ with: "--set --del -replace -insert -remove -c", operands: "writes" }],
    examples: {
      "write-vital": ["crudini --del /etc/passwd"],
      fine: ["crudini src/a"],
    },
  }),
  tool("stow xstow", {
    also: [{ is: "write-outside" }],
    examples: {
      "write-outside": ["stow x"],
      fine: ["stow --version"],
    },
  }),
  tool("chezmoi yadm rcup rcdn homeshick dotbot dotdrop mackup", {
    also: [{ with: "apply init update clone install link restore -d add", is: "write-startup" }],
    examples: {
      "write-startup": ["chezmoi apply"],
      fine: ["chezmoi diff"],
    },
  }),
]);
