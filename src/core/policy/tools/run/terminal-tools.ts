import { family, type Tool, tool } from "../tool-shape.ts";
import { screen, shownElsewhere, terminal, tmux } from "./terminals.ts";

const examples = (name: string, option: string): Tool["examples"] => ({
  "delete-vital": [`${name} ${option} 'rm -rf /usr'`],
  fine: [`${name} ${option} ls`],
});

/** Terminals and multiplexers, which run a command in a window. */
export const TERMINAL_TOOLS: readonly Tool[] = family("everything", [
  tool("xterm rxvt urxvt", {
    by: terminal("-e: -T: -geometry:"),
    also: [{ with: "-display --display -d", by: shownElsewhere }],
    examples: {
      "delete-vital": ["xterm -e 'rm -rf /usr'"],
      "remote-shell": ["xterm -display host.example:1"],
      fine: ["xterm -e ls", "xterm -display :0"],
    },
  }),
  tool("gnome-terminal", { by: terminal("-e: -x: --command:"), examples: examples("gnome-terminal", "--command") }),
  tool("konsole", { by: terminal("-e:"), examples: examples("konsole", "-e") }),
  tool("alacritty", { by: terminal("-e: --command:"), examples: examples("alacritty", "-e") }),
  tool("kitty", { by: terminal(""), examples: { "delete-vital": ["kitty -- rm -rf /usr"], fine: ["kitty -- ls"] } }),
  tool("tmux", {
    by: tmux,
    options: { loads: "-f" },
    examples: {
      "delete-vital": ["tmux new-session -d 'rm -rf /usr'", "tmux send-keys 'rm -rf /usr' Enter"],
      "kill-process": ["tmux kill-server"],
      "run-foreign": ["tmux -f /tmp/evil.conf"],
      fine: ["tmux new-session -d 'npm test'", "tmux ls"],
    },
  }),
  tool("screen", {
    by: screen,
    options: { loads: "-c" },
    examples: {
      "delete-vital": ["screen rm -rf /usr", "screen -S x -X stuff 'rm -rf /usr'"],
      "write-startup": ["screen -L ~/.profile echo x"],
      "run-foreign": ["screen -c /tmp/evil"],
      fine: ["screen -ls"],
    },
  }),
]);
