import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that rename, wipe, unpack or browse many files at once. */
export const MANY_FILES: readonly Tool[] = family("options", [
  tool("detox vidir mmv mcp mln qmv imv vimv massren", {
    operands: "writes",
    examples: {
      "write-vital": ["detox /etc/passwd"],
      fine: ["detox src/a"],
    },
  }),
  tool("bleachbit sfill dban", {
    operands: "deletes",
    examples: {
      "delete-vital": ["bleachbit /etc"],
      fine: ["bleachbit src/a"],
    },
  }),
  tool("unsquashfs unar cabextract unace lha", {
    options: { writes: "-d -dest -o -output-directory --directory -C" },
    examples: {
      "write-vital": ["unsquashfs -d /etc/passwd"],
      fine: ["unsquashfs src/a"],
    },
  }),
  tool("ranger nnn lf vifm broot yazi", {
    options: { helper: "--cmd --command --selectfile~! -c", loads: "--confdir --config-dir" },
    examples: {
      "run-helper": ["ranger --cmd 'touch x'"],
      "run-foreign": ["ranger --confdir /tmp/evil.txt"],
      fine: ["ranger src/a"],
    },
  }),
  tool("fzf sk", {
    options: { shell: "--preview --bind~execute( --bind~reload( --bind~become( --bind~start:execute(" },
    examples: {
      power: ["fzf --preview reboot"],
      fine: ["fzf --multi"],
    },
  }),
  tool("zellij", {
    options: { loads: "--config --layout --config-dir" },
    examples: {
      "run-foreign": ["zellij --config /tmp/evil.txt"],
      fine: ["zellij src/a"],
    },
  }),
]);
