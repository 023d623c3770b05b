import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that see and control the user's desktop. */
export const SCREEN_AND_CLIPBOARD: readonly Tool[] = family("everything", [
  tool("pbpaste wl-paste", {
    does: [{ is: "read-workspace-secret", because: "the clipboard" }],
    examples: { "read-workspace-secret": ["pbpaste > a.txt"], fine: ["pbpaste --help"] },
  }),
  tool("xclip xsel", {
    does: [{ with: "-o* --output*", is: "read-workspace-secret", because: "the clipboard" }],
    examples: { "read-workspace-secret": ["xclip -selection clipboard -o"], fine: ["echo x | xclip"] },
  }),
  tool("scrot screencapture gnome-screenshot maim grim spectacle flameshot xwd", {
    does: [{ is: "read-secret", because: "the screen" }],
    examples: { "read-secret": ["scrot a.png"], fine: ["scrot --version"] },
  }),
  tool("xdotool ydotool xte wtype", {
    does: [{ is: "trace-process" }],
    also: [{ on: "exec", runs: 0 }],
    examples: {
      "trace-process": ["xdotool key Return"],
      "delete-vital": ["xdotool exec rm -rf /usr"],
      fine: ["xdotool --help"],
    },
  }),
]);
