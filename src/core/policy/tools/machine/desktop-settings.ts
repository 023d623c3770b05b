import { family, type Tool, tool } from "../tool-shape.ts";

/** Settings of the desktop and its programs, and the bus on which they talk. */
export const DESKTOP_SETTINGS: readonly Tool[] = family("verbs", [
  tool("gsettings dconf xfconf-query kwriteconfig5 kwriteconfig6 xdg-settings", {
    does: [{ with: "write set load reset reset-recursively -s --set --key import", is: "persist" }],
    examples: {
      persist: ["gsettings set org.app key value", "gsettings reset-recursively org.app"],
      fine: ["gsettings get org.app key"],
    },
  }),
  tool("xdg-mime", {
    does: [{ with: "default install", is: "persist" }],
    examples: { persist: ["xdg-mime default app.desktop text/html"], fine: ["xdg-mime query filetype a.txt"] },
  }),
  tool("mkcert", {
    does: [{ with: "-install -uninstall", is: "persist" }],
    examples: { persist: ["mkcert -install"], fine: ["mkcert localhost"] },
  }),
  tool("defaults", {
    does: [{ with: "*", without: "read read-type domains find help", is: "system-change" }],
    examples: { "system-change": ["defaults write com.app key 1"], fine: ["defaults read com.app", "defaults"] },
  }),
  tool("busctl dbus-send gdbus qdbus", {
    does: [
      {
        with: "*",
        without: "list tree introspect monitor get-property status --help --session --user",
        is: "system-change",
      },
    ],
    examples: {
      "system-change": ["busctl call org.freedesktop.login1 /org/freedesktop/login1 x PowerOff b 0"],
      fine: ["busctl list", "busctl --user call org.app /app x Ping", "busctl"],
    },
  }),
]);
