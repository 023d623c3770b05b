import type { Program } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** A node of the tree is a file of the system and a key in it: `/files/etc/hosts/1`. */
const augeas: Program = ({ args }) =>
  args
    .filter((arg) => arg.startsWith("/files/"))
    .map((path) => ({ kind: "writes", path: path.slice("/files".length) }));

/** Tools that edit settings in place or link them into a home. */
export const SETTINGS_EDITORS: readonly Tool[] = family("options", [
  tool("xml", {
    also: [{ with: "-L --inplace", operands: "writes" }],
    examples: {
      "write-vital": ["xml -L /etc/passwd"],
      fine: ["xml src/a"],
    },
  }),
  tool("augtool", {
    also: [{ on: "set rm ins mv clear setm", by: augeas }],
    examples: {
      "write-vital": ["augtool set /files/etc/ssh/sshd_config/PermitRootLogin yes"],
      fine: ["augtool get /files/etc/hosts"],
    },
  }),
  tool("crudini plutil PlistBuddy", {
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
